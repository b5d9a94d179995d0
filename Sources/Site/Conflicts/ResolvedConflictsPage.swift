import Client
import Foundation
import Reading
import Shared

/// The findings of an audit on which people disagreed until a rule or a lead has settled it.
struct ResolvedConflictsPage: Page {
    static let template = "conflicts-resolved"
    let frame: PageFrame
    let lede: String
    let rows: [Row]
    let hasOwn: Bool
    let openHref: String
    let pager: Pager?

    /// - Parameter page: From 1; the last one when there are not so many.
    init(_ audit: AuditID, page: Int, in context: PageContext) throws {
        let view = try context.view(of: audit)
        let catalogue = context.catalogue(of: view)
        let entries = try Entry.all(in: view)
        let onPage = Pager.rows(on: page, of: entries.count)
        let address = Address.conflicts(audit)
        frame = try PageFrame("Resolved conflicts", .conflicts, of: view, in: context)
        lede = Self.lede(entries)
        rows = entries[onPage].map { Row($0, in: view, catalogue, at: context.time) }
        hasOwn = rows.contains { !$0.own.isEmpty }
        openHref = address
        pager = Pager("Conflicts", onPage, of: entries.count) {
            "\(address)?show=resolved&page=\($0)"
        }
    }

    private static func lede(_ entries: [Entry]) -> String {
        guard !entries.isEmpty else { return "None so far." }
        let count = counted(entries.count, "criterion", plural: "criteria")
        let places = counted(Set(entries.map(\.item.id)).count, "component state")
        return "\(count) on \(places) where verdicts differ and a rule or a lead has settled it."
    }

    struct Row: Sendable {
        let conflictHref: String
        let title: String
        let about: String
        let criterion: String
        let own: [ShownJudgement]
        let others: [ShownJudgement]
        let since: String
        let how: String
    }

    /// One line of the list; only those on the page are put into words.
    fileprivate struct Entry {
        let item: StateItem
        let finding: Finding

        static func all(in view: AuditView) throws -> [Entry] {
            let entries = try view.disputes().states.flatMap { state in
                // What a row says of its component state, no record has to tell.
                let item = view.item(Record(key: .state(view.audit, state.id)))
                return state.findings.filter(\.isSettledConflict)
                    .map { Entry(item: item, finding: $0) }
            }
            return entries.sorted { $0.order < $1.order }
        }

        private var order: (Int64, String, String) {
            (finding.disputedSince, item.name, finding.criterion)
        }
    }
}

extension ResolvedConflictsPage.Row {
    fileprivate init(
        _ entry: ResolvedConflictsPage.Entry, in view: AuditView, _ catalogue: Catalogue,
        at time: PageTime
    ) {
        let item = entry.item
        let finding = entry.finding
        conflictHref = "\(Address.conflict(item.id, in: view))#c-\(finding.shortCriterion)"
        let word = item.stateWord(catalogue, in: view) ?? item.id.state
        title = item.component.map { "\($0.label): \(word)" } ?? item.name
        about = item.environmentWords(in: view)
        criterion = catalogue.criterion(finding.criterion)?.statement ?? finding.criterion
        let sides = Sides(finding, in: view)
        own = sides.own.map { ShownJudgement($0.value.judgement) }
        others = sides.others.map { ShownJudgement($0.value.judgement, who: view.whose($0)) }
        since = time.day(Date(unixMilliseconds: finding.disputedSince))
        how = finding.howWords(in: view)
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

    /// How it was settled.
    fileprivate func howWords(in view: AuditView) -> String {
        switch effective {
        case .automatic(let judgement, let method, _):
            return "By the rule \(method): \(judgement.sentence)"
        case .decided(let decision):
            let who = decisions.first.map { view.plan.name(of: $0.author) } ?? "a lead"
            return "Decided by \(who): \(decision.judgement.sentence)"
        case .untested, .single, .agreed, .undecided, .challenged: return "Nothing"
        }
    }
}
