import Client
import Foundation
import Presentation
import Shared

/// The findings on which people disagree, a page of them, the oldest disagreement first.
struct ConflictListing {
    private static let rowsMax = 50

    private let view: AuditView
    private let catalogue: Catalogue
    private let now: Date
    private let showsResolved: Bool
    private let entries: [Entry]
    private let first: Int

    /// One line of the list.
    private enum Entry {
        case finding(StateItem, Finding)
        case withdrawal(WithdrawalStatus)

        var since: Int64 {
            switch self {
            case .finding(_, let finding): finding.since
            case .withdrawal(let standing): standing.since
            }
        }

        var name: String {
            switch self {
            case .finding(let item, let finding): "\(item.name) \(finding.criterion)"
            case .withdrawal(let standing): standing.name
            }
        }
    }

    /// - Parameters:
    ///   - showsResolved: Lists what rules and leads have settled, and not what is open.
    ///   - page: From 1; the last one when there are not so many.
    init(_ view: AuditView, in desk: Desk, showsResolved: Bool, page: Int) throws {
        self.view = view
        self.showsResolved = showsResolved
        catalogue = try desk.catalogue(of: view)
        now = desk.now
        entries = try Self.entries(view, in: desk, showsResolved: showsResolved)
        let last = max(0, entries.count - 1) / Self.rowsMax
        first = min(page - 1, last) * Self.rowsMax
    }

    private static func entries(
        _ view: AuditView, in desk: Desk, showsResolved: Bool
    ) throws -> [Entry] {
        var entries: [Entry] = []
        try desk.client.disputableRecords(of: view) { record in
            let item = view.item(record)
            for finding in item.findings {
                let isListed =
                    showsResolved ? finding.isSettledConflict : finding.isDisputed
                if isListed { entries.append(.finding(item, finding)) }
            }
        }
        if !showsResolved {
            entries += try desk.client.contestedWithdrawals(in: view).map(Entry.withdrawal)
        }
        return entries.sorted { ($0.since, $0.name) < ($1.since, $1.name) }
    }

    var rows: [ConflictsPage.Row] {
        entries.dropFirst(first).prefix(Self.rowsMax).map { entry in
            switch entry {
            case .finding(let item, let finding): row(item, finding)
            case .withdrawal(let standing): Self.row(standing, in: view)
            }
        }
    }

    var lede: String {
        guard !entries.isEmpty else { return showsResolved ? "None so far." : "None is open." }
        let found = entries.compactMap { entry in
            if case .finding(let item, _) = entry { item.id } else { nil }
        }
        let states = Set(found).count
        let places = states == 1 ? "1 component state" : "\(states) component states"
        let count = found.count == 1 ? "1 criterion" : "\(found.count) criteria"
        guard !showsResolved else {
            return
                "\(count) on \(places) where verdicts differ and a rule or a lead has settled it."
        }
        let withdrawals = entries.count - found.count
        let noun = withdrawals == 1 ? "withdrawal" : "withdrawals"
        let parts =
            (found.isEmpty ? [] : ["\(count) on \(places) where verdicts differ"])
            + (withdrawals == 0 ? [] : ["\(withdrawals) contested \(noun)"])
        return "\(parts.joined(separator: ", ")). Nothing is lost: all of them are kept."
    }

    var caption: String { showsResolved ? "Resolved conflicts" : "Open conflicts" }

    var nextTitle: String { showsResolved ? "How it was settled" : "What happens next" }

    /// Parts of the plan of which leads wrote different values.
    var plan: [ConflictsPage.PlanPart] {
        view.plan.contested.map { register in
            let name = register.name(in: view)
            return ConflictsPage.PlanPart(
                name: name.prefix(1).uppercased() + name.dropFirst(),
                register: register.field.path, words: register.words(in: view),
                choices: view.role == .lead ? register.values(in: view).map(\.words) : [])
        }
    }

    var empty: (heading: String, text: String) {
        showsResolved
            ? ("No resolved conflicts", "What rules or leads settle is listed here.")
            : view.plan.contested.isEmpty
                ? ("No open conflicts", "New ones appear here when laptops sync.")
                : ("No other conflicts", "On findings nothing waits for a decision.")
    }

    var otherList: PageFrame.Link {
        let address = Address.conflicts(view.audit)
        return showsResolved
            ? PageFrame.Link("Show open", address)
            : PageFrame.Link("Show resolved", "\(address)?show=resolved")
    }

    var pager: AuditPage.Pager? {
        guard entries.count > Self.rowsMax else { return nil }
        let end = min(first + Self.rowsMax, entries.count)
        let page = first / Self.rowsMax + 1
        func address(_ page: Int) -> String {
            let show = showsResolved ? "show=resolved&" : ""
            return "\(Address.conflicts(view.audit))?\(show)page=\(page)"
        }
        return AuditPage.Pager(
            previous: page > 1 ? address(page - 1) : nil,
            following: end < entries.count ? address(page + 1) : nil,
            position: "Conflicts \(first + 1) to \(end) of \(entries.count)")
    }

    private func row(_ item: StateItem, _ finding: Finding) -> ConflictsPage.Row {
        let state = item.component.flatMap { catalogue.control($0.control) }?
            .platform(view.plan.environments[item.id.environment]?.platform ?? "")?
            .state(item.id.state)?.title.lowercased()
        let own = finding.judgements.filter { $0.author == view.person }
        let others = finding.judgements.filter { $0.author != view.person }
        return ConflictsPage.Row(
            href: "\(Address.conflict(item.id, in: view))#c-\(finding.shortCriterion)",
            title: item.component.map { "\($0.label): \(state ?? item.id.state)" } ?? item.name,
            about: view.plan.environments[item.id.environment]?.sentence ?? item.environment,
            criterion: catalogue.criterion(finding.criterion)?.statement ?? finding.criterion,
            own: own.map { Verdict($0.value.judgement) },
            others: others.map {
                Verdict($0.value.judgement, who: view.plan.name(of: $0.author))
            },
            since: Date(unixMilliseconds: finding.since).day, next: next(finding))
    }

    /// Who is to do what, or what was settled.
    private func next(_ finding: Finding) -> String {
        let lead = view.role == .lead ? "You decide" : "A lead decides"
        switch finding.effective {
        case .untested, .single, .agreed: return "Nothing"
        case .automatic(let judgement, let method, _):
            return "By the rule \(method): \(judgement.sentence)"
        case .decided(let decision):
            let who = finding.decisions.first.map { view.plan.name(of: $0.author) } ?? "a lead"
            return "Decided by \(who): \(decision.judgement.sentence)"
        case .challenged(_, let challenges):
            let ground =
                challenges == [.groundless] ? ": it rests on what was taken back" : ""
            return view.role == .lead
                ? "You confirm or change the decision\(ground)"
                : "A lead confirms or changes the decision\(ground)"
        case .undecided(.noRule): return lead
        case .undecided(.fellThrough(let method, _)):
            return "\(lead): the rule \(method) could not choose"
        case .undecided(.unknownMethod(let method)):
            return "\(lead): the rule \(method) needs a newer version"
        case .undecided(.policyContested): return "\(lead): two policies stand"
        case .undecided(.decisionsDiffer): return "\(lead): two decisions differ"
        }
    }
}

extension Finding {
    /// Whether verdicts differ, or differed, and something has settled it.
    var isSettledConflict: Bool {
        if isWithdrawn { return false }
        switch effective {
        case .automatic, .decided: return true
        case .untested, .single, .agreed, .undecided, .challenged: return false
        }
    }

    /// When the last verdict was written, in Unix milliseconds: how old the disagreement is.
    fileprivate var since: Int64 { judgements.map(\.wallTime).max() ?? changed ?? 0 }

    /// The criterion's id without control and platform.
    var shortCriterion: String { Self.shortCriterion(criterion) }

    static func shortCriterion(_ id: String) -> String {
        id.split(separator: ".", maxSplits: 2).last.map(String.init) ?? id
    }
}

extension Date {
    /// Such as `19 Nov 2026`, in the laptop's zone.
    var day: String { text("d MMM yyyy") }

    /// Such as `19 Nov 2026, 08:03`, in the laptop's zone.
    var dated: String { text("d MMM yyyy, HH:mm") }

    private func text(_ pattern: String) -> String {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_GB")
        format.dateFormat = pattern
        return format.string(from: self)
    }
}
