import Client
import Foundation
import Presentation
import Shared

/// What a search asks for, as its address says.
struct SearchAsked: Sendable {
    var text = ""
    var place = ""
    var outcome = ""
    /// From 1.
    var page = 1
}

extension Desk {
    /// What was found.
    ///
    /// - Throws: `PageError.notFound` when this laptop does not have the audit.
    func search(_ asked: SearchAsked, in audit: AuditID) throws -> SearchPage {
        guard try client.store.plan(audit) != nil else { throw PageError.notFound }
        let view = try client.view(audit)
        var query = SearchQuery(asked.text)
        query.place = SearchQuery.Place(rawValue: asked.place) ?? .everything
        query.standing = SearchQuery.Standing(rawValue: asked.outcome)
        query.offset = (asked.page - 1) * query.limit
        let catalogue = try catalogue(of: view)
        let result = try client.search(query, in: view, catalogue)
        let reading = SearchReading(
            desk: self, view: view, catalogue: catalogue, asked: asked, query: query,
            result: result)
        let typed = asked.text.trimmingCharacters(in: .whitespacesAndNewlines)
        let title = typed.isEmpty ? "Search" : "Search: \(typed)"
        var frame = try frame(title, .search, of: view)
        frame.crumbs.append(PageFrame.Link(view.plan.title, Address.audit(audit)))
        return SearchPage(
            frame: frame, heading: title, lede: reading.lede, address: Address.search(audit),
            text: asked.text, filters: reading.filters,
            hits: try result.hits.compactMap(reading.hit), empty: reading.empty,
            pager: reading.pager)
    }
}

/// Reads hits into a page.
struct SearchReading {
    let desk: Desk
    let view: AuditView
    let catalogue: Catalogue
    let asked: SearchAsked
    let query: SearchQuery
    let result: SearchResult

    private var isAsked: Bool {
        asked.text.contains { !$0.isWhitespace }
    }

    var lede: String {
        guard isAsked else { return "In findings and catalogue, on this laptop." }
        let count =
            result.total == 0
            ? "No results" : result.total == 1 ? "1 result" : "\(result.total) results"
        switch query.place {
        case .everything: return "\(count) in findings and catalogue. Searched on this laptop."
        case .findings: return "\(count) in findings. Searched on this laptop."
        case .catalogue: return "\(count) in the catalogue. Searched on this laptop."
        }
    }

    var empty: (heading: String, text: String) {
        guard isAsked else {
            return (
                "What are you looking for?",
                "Words of notes, of what was heard, of comments and tags, names of components, "
                    + "screens and states, and all that the catalogue says."
            )
        }
        return (
            "Nothing says “\(asked.text.trimmingCharacters(in: .whitespacesAndNewlines))”",
            "Searched \(result.findings) findings and \(result.entries) entries of the catalogue "
                + "on this laptop. Try fewer words, or the beginning of one."
        )
    }

    var filters: [AuditPage.Filter] {
        [
            AuditPage.Filter(
                "in", "In", chosen: asked.place,
                [
                    ("everything", "Everything"), ("findings", "Findings"),
                    ("catalogue", "Catalogue"),
                ]),
            AuditPage.Filter(
                "outcome", "Outcome", chosen: asked.outcome,
                [
                    ("", "Any"), ("failed", "Failed"), ("cantTell", "Can’t tell"),
                    ("passed", "Passed"), ("inapplicable", "Inapplicable"),
                    ("conflict", "Conflict"),
                ]),
        ]
    }

    var pager: AuditPage.Pager? {
        guard result.total > query.limit, !result.hits.isEmpty else { return nil }
        let end = query.offset + result.hits.count
        return AuditPage.Pager(
            previous: asked.page > 1 ? address(asked.page - 1) : nil,
            following: end < result.total ? address(asked.page + 1) : nil,
            position: "Results \(query.offset + 1) to \(end) of \(result.total)")
    }

    private func address(_ page: Int) -> String {
        let values = [
            ("q", asked.text), ("in", asked.place), ("outcome", asked.outcome),
            ("page", "\(page)"),
        ].filter { !$0.1.isEmpty }
        return Address.search(view.audit) + "?"
            + values.map { "\($0)=\(Address.escaped($1))" }.joined(separator: "&")
    }

    /// Nil for what is not in the catalogue any more.
    func hit(_ hit: SearchHit) throws -> SearchPage.Hit? {
        let excerpt = hit.excerpt.map { SearchPage.Piece($0.text, isMatch: $0.isMatch) }
        switch hit.subject {
        case .finding(let state, let criterion):
            return try finding(criterion, on: state, excerpt)
        case .criterion(let id):
            guard let criterion = catalogue.criterion(id) else { return nil }
            let parts = id.split(separator: ".").map(String.init)
            return SearchPage.Hit(
                href: page(parts[0], parts[1], "c-\(criterion.shortID)"),
                title: criterion.statement, kind: "Criterion", about: [id], excerpt: excerpt,
                severity: criterion.severity)
        case .hint(let control, let platform, let category, let framework):
            return SearchPage.Hit(
                href: page(control, platform, "fix-\(category.rawValue)"),
                title: "\(framework.word), \(place(control, platform)), \(category.rawValue)",
                kind: "Fix hint", about: [], excerpt: excerpt)
        case .help(let control, let platform, _):
            return SearchPage.Hit(
                href: page(control, platform, "help"), title: place(control, platform),
                kind: "Background", about: [], excerpt: excerpt)
        }
    }

    private func page(_ control: String, _ platform: String, _ anchor: String) -> String {
        "\(Address.catalogue(view.audit, control, platform))#\(anchor)"
    }

    private func place(_ control: String, _ platform: String) -> String {
        let title = catalogue.control(control)?.title.lowercased() ?? control
        return "\(title) on \(Environment.platformWord(of: platform))"
    }

    private func finding(
        _ criterion: String, on state: StateID, _ excerpt: [SearchPage.Piece]
    ) throws -> SearchPage.Hit? {
        let item = try desk.client.state(state, of: view)
        guard let finding = item.findings.first(where: { $0.criterion == criterion }) else {
            return nil
        }
        let title =
            item.component.flatMap { component in
                catalogue.control(component.control)?
                    .platform(view.plan.environments[state.environment]?.platform ?? "")?
                    .state(state.state).map { "\(component.label): \($0.title.lowercased())" }
            } ?? item.name
        let known = catalogue.criterion(criterion)
        let people = finding.authors.map(view.plan.name(of:)).joined(separator: ", ")
        let day = finding.changed.map { Date(unixMilliseconds: $0).day }
        return SearchPage.Hit(
            href: "\(Address.state(state, in: view))#c-\(finding.shortCriterion)", title: title,
            kind: "Finding",
            about: [
                known?.statement,
                view.plan.environments[state.environment]?.sentence ?? item.environment,
                people.isEmpty ? nil : people, day,
            ].compactMap(\.self), excerpt: excerpt, mark: finding.mark,
            severity: finding.isConflict ? nil : finding.effective.judgement?.severity)
    }
}

extension Finding {
    /// What holds, as shape and word.
    fileprivate var mark: Mark {
        if case .challenged = effective { return .challenged() }
        guard !isConflict else { return .conflict() }
        return Mark(effective.judgement?.outcome ?? .untested)
    }
}
