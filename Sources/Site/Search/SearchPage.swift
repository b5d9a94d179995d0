import Client
import Foundation
import Reading
import Shared

/// What a search asks for, as its address says.
struct SearchAsked: Sendable {
    var text = ""
    var place = ""
    var outcome = ""
    /// From 1.
    var page = 1

    var words: String { text.trimmed }

    func query(page: Int) -> String {
        Address.query([("q", text), ("in", place), ("outcome", outcome), ("page", "\(page)")])
    }
}

/// What was found in findings and catalogue.
struct SearchPage: Page {
    static let template = "search"
    let frame: PageFrame
    let heading: String
    let lede: String
    let address: String
    let text: String
    let filters: [Filter]
    let hits: [Hit]
    let emptyHeading: String
    let emptyText: String
    let pager: Pager?
    /// Nil once all findings are searched.
    let indexing: Notice?

    init(_ audit: AuditID, _ asked: SearchAsked, in context: PageContext) throws {
        let view = try context.view(of: audit)
        var query = SearchQuery(asked.text)
        query.place = SearchQuery.Place(rawValue: asked.place) ?? .everything
        query.standing = SearchQuery.Status(rawValue: asked.outcome)
        query.offset = (asked.page - 1) * query.limit
        let catalogue = context.catalogue(of: view)
        let result = try context.client.queries.search(
            query, in: view, catalogue, indexing: BackgroundIndexing.statesMax)
        if result.waiting > 0 { context.site.indexing.begin(audit) }
        indexing =
            result.waiting > 0
            ? Self.partly(result, Address.search(audit) + asked.query(page: asked.page)) : nil
        heading = asked.words.isEmpty ? "Search" : "Search: \(asked.words)"
        frame = try PageFrame(heading, .search, of: view, in: context)
        address = Address.search(audit)
        text = asked.text
        filters = [
            Filter(
                "in", "In", chosen: asked.place,
                [
                    ("everything", "Everything"), ("findings", "Findings"),
                    ("catalogue", "Catalogue"),
                ]),
            Filter(
                "outcome", "Outcome", chosen: asked.outcome,
                [
                    ("", "Any"), ("failed", "Failed"), ("cantTell", "Can’t tell"),
                    ("passed", "Passed"), ("inapplicable", "Inapplicable"),
                    ("conflict", "Conflict"),
                ]),
        ]
        if asked.text.contains(where: { !$0.isWhitespace }) {
            let count = result.total == 0 ? "No results" : counted(result.total, "result")
            let scope =
                switch query.place {
                case .everything: "findings and catalogue"
                case .findings: "findings"
                case .catalogue: "the catalogue"
                }
            lede = "\(count) in \(scope). Searched on this \(context.place)."
            emptyHeading = "Nothing says “\(asked.words)”"
            emptyText =
                "Searched \(result.findings) findings and \(result.entries) entries of the "
                + "catalogue on this \(context.place). Try fewer words, or the beginning of one."
        } else {
            lede = "In findings and catalogue, on this \(context.place)."
            emptyHeading = "What are you looking for?"
            emptyText =
                "Words of notes, of what was heard, of comments, tags and links, names of "
                + "components, screens and states, and all that the catalogue says."
        }
        // Several findings of one component state are often found: it is read once.
        var items: [StateID: StateItem] = [:]
        hits = try result.hits.compactMap {
            try Hit($0, in: view, catalogue, at: context.time, reading: &items)
        }
        let rows = query.offset..<(query.offset + result.hits.count)
        pager = Pager("Results", rows, of: result.total, rowsMax: query.limit) {
            Address.search(audit) + asked.query(page: $0)
        }
    }

    private static func partly(_ result: SearchResult, _ address: String) -> Notice {
        Notice(
            .info, "Not all findings are searched yet",
            counted(result.waiting, "component state")
                + (result.waiting == 1 ? " waits" : " wait")
                + " to be indexed, which goes on by itself.",
            link: PageFrame.Link("Search again", address))
    }

    struct Hit: Sendable {
        let hitHref: String
        let title: String
        let kind: String
        var about: [String] = []
        let excerpt: [Piece]
        /// What holds for a finding; nil for the catalogue.
        var mark: Badge?
        /// How grave a failure is, or would be; nil for what has no severity.
        var weight: Weight?
    }

    struct Piece: Sendable {
        let words: String
        /// Whether it is what was looked for.
        let isMatch: Bool
    }
}

extension SearchPage.Hit {
    /// Nil for what is not in the catalogue any more.
    fileprivate init?(
        _ hit: SearchHit, in view: AuditView, _ catalogue: Catalogue,
        at time: PageTime, reading items: inout [StateID: StateItem]
    ) throws {
        func page(_ control: String, _ platform: String, _ anchor: String) -> String {
            "\(Address.catalogue(view.audit, control, platform))#\(anchor)"
        }
        func place(_ control: String, _ platform: String) -> String {
            let title = catalogue.control(control)?.title.lowercased() ?? control
            return "\(title) on \(Environment.platformWord(of: platform))"
        }
        let pieces = hit.excerpt.map { SearchPage.Piece(words: $0.text, isMatch: $0.isMatch) }
        switch hit.subject {
        case .finding(let state, let criterion):
            let item = try items[state] ?? view.item(state)
            items[state] = item
            let finding = item.findings.first { $0.criterion == criterion }
            guard let finding else { return nil }
            self.init(finding, on: item, in: view, catalogue, at: time, pieces)
        case .criterion(let id):
            guard let criterion = catalogue.criterion(id) else { return nil }
            let parts = id.split(separator: ".").map(String.init)
            self.init(
                hitHref: page(parts[0], parts[1], "c-\(criterion.lastingShortID)"),
                title: criterion.statement, kind: "Criterion", about: [id], excerpt: pieces,
                weight: Weight(criterion.severity))
        case .hint(let control, let platform, let category, let framework):
            self.init(
                hitHref: page(control, platform, "fix-\(category.rawValue)"),
                title: "\(framework.word), \(place(control, platform)), \(category.rawValue)",
                kind: "Fix hint", excerpt: pieces)
        case .help(let control, let platform, _):
            self.init(
                hitHref: page(control, platform, "help"), title: place(control, platform),
                kind: "Background", excerpt: pieces)
        }
    }

    private init(
        _ finding: Finding, on item: StateItem, in view: AuditView, _ catalogue: Catalogue,
        at time: PageTime, _ excerpt: [SearchPage.Piece]
    ) {
        let people = finding.authors.map(view.plan.name(of:)).joined(separator: ", ")
        let word = item.stateWord(catalogue, in: view)
        let judgement = finding.effective.judgement
        hitHref = "\(Address.state(item.id, in: view))#c-\(finding.shortCriterion)"
        title = word.flatMap { word in item.component.map { "\($0.label): \(word)" } } ?? item.name
        kind = "Finding"
        about = [
            catalogue.criterion(finding.criterion)?.statement, item.environmentWords(in: view),
            people.isEmpty ? nil : people,
            finding.changed.map { time.day(Date(unixMilliseconds: $0)) },
        ].compactMap(\.self)
        self.excerpt = excerpt
        let outcome = Badge(judgement?.outcome ?? .untested)
        let conflict = finding.isChallenged ? Badge.challenged : .conflict()
        mark = finding.isChallenged || finding.isConflict ? conflict : outcome
        weight = finding.isConflict ? nil : judgement?.severity.map(Weight.init)
    }
}
