import Client
import Foundation
import Reading
import Shared

/// The findings of an audit on which people disagree, or on which they did until it was settled.
struct ConflictsPage: Page {
    static let template = "conflicts"
    let frame: PageFrame
    let lede: String
    let caption: String
    let nextTitle: String
    let rows: [Row]
    let plan: [PlanPart]
    let shared: [Shared]
    /// Where a lead's choice among these is sent.
    let planAddress: String
    let hasOwn: Bool
    let emptyHeading: String
    let emptyText: String
    /// The other list: resolved ones beside open ones, and back.
    let otherList: PageFrame.Link
    let pager: Pager?

    /// - Parameters:
    ///   - showsResolved: Lists what rules and leads have settled, and not what is open.
    ///   - page: From 1; the last one when there are not so many.
    init(_ audit: AuditID, showsResolved: Bool, page: Int, in context: PageContext) throws {
        let view = try context.view(of: audit)
        let catalogue = context.catalogue(of: view)
        let entries = try Entry.all(
            in: view, catalogue, at: context.time, areResolved: showsResolved)
        let onPage = Pager.rows(on: page, of: entries.count)
        let address = Address.conflicts(audit)
        frame = try PageFrame("Conflicts", .conflicts, of: view, in: context)
        lede = Self.lede(entries, showsResolved: showsResolved)
        rows = entries[onPage].map { $0.row() }
        hasOwn = rows.contains { !$0.own.isEmpty }
        planAddress = address
        pager = Pager("Conflicts", onPage, of: entries.count) {
            "\(address)?\(showsResolved ? "show=resolved&" : "")page=\($0)"
        }
        if showsResolved {
            caption = "Resolved conflicts"
            nextTitle = "How it was settled"
            plan = []
            shared = []
            emptyHeading = "No resolved conflicts"
            emptyText = "What rules or leads settle is listed here."
            otherList = PageFrame.Link("Show open", address)
        } else {
            caption = "Open conflicts"
            nextTitle = "What happens next"
            plan = view.contested.map {
                PlanPart(
                    planName: $0.name(in: view).asBeginning, planRegister: $0.address,
                    planWords: $0.words(in: view),
                    planChoices: view.role == .lead ? $0.values(in: view).map(\.words) : [])
            }
            shared = try view.sharedNames().map { Shared($0, in: view) }
            (emptyHeading, emptyText) =
                plan.isEmpty && shared.isEmpty
                ? ("No open conflicts", "New ones appear here when laptops sync.")
                : ("No other conflicts", "On findings nothing waits for a decision.")
            otherList = PageFrame.Link("Show resolved", "\(address)?show=resolved")
        }
    }

    private static func lede(_ entries: [Entry], showsResolved: Bool) -> String {
        guard !entries.isEmpty else { return showsResolved ? "None so far." : "None is open." }
        let found = entries.compactMap(\.state)
        let count = counted(found.count, "criterion", plural: "criteria")
        let places = counted(Set(found).count, "component state")
        let differing = "\(count) on \(places) where verdicts differ"
        if showsResolved { return "\(differing) and a rule or a lead has settled it." }
        let withdrawals = entries.count - found.count
        let parts =
            (found.isEmpty ? [] : [differing])
            + (withdrawals == 0 ? [] : [counted(withdrawals, "contested withdrawal")])
        return "\(parts.joined(separator: ", ")). Nothing is lost: all of them are kept."
    }

    /// A part of the plan in which different values stand.
    struct PlanPart: Sendable {
        let planName: String
        let planRegister: String
        /// What stands, and what holds until a lead chooses.
        let planWords: String
        /// The values, for a lead to choose one; empty for whoever does not lead.
        let planChoices: [String]
    }

    /// A name that several components bear, and where each of them is renamed or linked.
    struct Shared: Sendable {
        let sharedName: String
        let bearers: [PageFrame.Link]

        init(_ shared: SharedName, in view: AuditView) {
            sharedName = shared.name
            bearers = zip(shared.ids, shared.components).map {
                PageFrame.Link($0, Address.plan($1.id, of: view.audit))
            }
        }
    }

    struct Row: Sendable {
        let conflictHref: String
        let title: String
        let about: String
        let criterion: String
        let own: [ShownJudgement]
        let others: [ShownJudgement]
        let since: String
        let next: String
    }

    /// One line of the list; only those on the page are put into words.
    private struct Entry {
        let since: Int64
        let name: String
        /// Nil for a withdrawal.
        let state: StateID?
        let row: () -> Row

        static func all(
            in view: AuditView, _ catalogue: Catalogue, at time: PageTime, areResolved: Bool
        ) throws -> [Entry] {
            var entries = try view.disputes().states.flatMap { state in
                // What a row says of its component state, no record has to tell.
                let item = view.item(Record(key: .state(view.audit, state.id)))
                return state.findings.filter {
                    areResolved ? $0.isSettledConflict : $0.isDisputed
                }.map { finding in
                    let name = "\(item.name) \(finding.criterion)"
                    return Entry(since: finding.since, name: name, state: item.id) {
                        Row(item, finding, in: view, catalogue, at: time)
                    }
                }
            }
            if !areResolved {
                entries += try view.contestedWithdrawals().map { one in
                    Entry(since: one.since, name: one.name, state: nil) {
                        Row(one, in: view, at: time)
                    }
                }
            }
            return entries.sorted { ($0.since, $0.name) < ($1.since, $1.name) }
        }
    }
}

extension ConflictsPage.Row {
    fileprivate init(
        _ item: StateItem, _ finding: Finding, in view: AuditView, _ catalogue: Catalogue,
        at time: PageTime
    ) {
        conflictHref = "\(Address.conflict(item.id, in: view))#c-\(finding.shortCriterion)"
        let word = item.stateWord(catalogue, in: view) ?? item.id.state
        title = item.component.map { "\($0.label): \(word)" } ?? item.name
        about = item.environmentWords(in: view)
        criterion = catalogue.criterion(finding.criterion)?.statement ?? finding.criterion
        let sides = Sides(finding, in: view)
        own = sides.own.map { ShownJudgement($0.value.judgement) }
        others = sides.others.map { ShownJudgement($0.value.judgement, who: view.whose($0)) }
        since = time.day(Date(unixMilliseconds: finding.since))
        next = finding.nextWords(in: view)
    }

    /// A withdrawal: what was withdrawn, by whom, and who is to do what.
    fileprivate init(_ standing: WithdrawalStatus, in view: AuditView, at time: PageTime) {
        let address: String
        switch standing.subject {
        case .component(let component):
            address = Address.conflict(component.id, of: view.audit)
            about = "Component"
        case .state(let item), .finding(let item, _):
            address = Address.conflict(item.id, in: view)
            about = item.environmentWords(in: view)
        }
        conflictHref = "\(address)#w-\(standing.formName)"
        title = standing.name
        criterion = "\(standing.heading(in: view)): \(standing.reason)"
        own = []
        others = [ShownJudgement(mark: .conflict("Withdrawal contested"))]
        since = time.day(Date(unixMilliseconds: standing.since))
        next =
            view.role == .lead
            ? "You withdraw \(standing.rest), or lift the withdrawal"
            : "A lead withdraws \(standing.rest), or lifts the withdrawal"
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

    /// Who is to do what, or what was settled.
    fileprivate func nextWords(in view: AuditView) -> String {
        let lead = view.role == .lead ? "You decide" : "A lead decides"
        switch effective {
        case .untested, .single, .agreed: return "Nothing"
        case .automatic(let judgement, let method, _):
            return "By the rule \(method): \(judgement.sentence)"
        case .decided(let decision):
            let who = decisions.first.map { view.plan.name(of: $0.author) } ?? "a lead"
            return "Decided by \(who): \(decision.judgement.sentence)"
        case .challenged(_, let challenges):
            let ground = challenges == [.groundless] ? ": it rests on what was taken back" : ""
            let act = view.role == .lead ? "You confirm or change" : "A lead confirms or changes"
            return "\(act) the decision\(ground)"
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
