import Client
import Reading
import Shared

/// What deciding ticked conflicts in the same way would decide, before anything is.
struct ConflictPreviewPage: Page {
    static let template = "conflict-preview"
    let frame: PageFrame
    let lede: String
    let notices: [Notice]
    let address: String
    let listHref: String
    /// What is known by now: what changes later is not decided.
    let code: String
    let holds: String
    let reason: String
    let states: [PreviewedState]
    let button: String
    /// What was ticked and waits no more; empty for nothing.
    let gone: [String]

    struct PreviewedState: Sendable {
        let conflictHref: String
        let title: String
        let about: String
        let rows: [Row]
        /// The address that stands for it in the form; nil where nothing would be decided on it.
        let picked: Picked?
    }

    struct Picked: Sendable {
        let number: Int
        let path: String
    }

    struct Row: Sendable {
        let statement: String
        let said: [ShownJudgement]
        /// Nil where it stays open.
        let would: ShownJudgement?
        let why: String
    }

    /// - Throws: `AuditError.invalid` for what can be mended in the list's form.
    init(
        _ audit: AuditID, _ typed: TickedConflicts, _ asked: ConflictQuery, _ form: Form = Form(),
        in context: PageContext
    ) throws {
        // Before anything is read: what comes while it is read has then changed since.
        code = try context.client.decisions.code(of: audit)
        let view = try context.view(of: audit)
        try view.requireLead("decide")
        let catalogue = context.catalogue(of: view)
        let queue = try asked.queue(in: view, context)
        let wanted = try typed.states(in: view)
        let holder = try typed.holder(in: view)
        guard form.refusal != nil || !typed.reason.trimmed.isEmpty else {
            throw AuditError.invalid("write the reason: everybody who judged them reads it")
        }
        let chosen = Set(wanted)
        let items = queue.items.filter { $0.state.map(chosen.contains) ?? false }
        let found = Set(items.compactMap(\.state))
        gone = wanted.filter { !found.contains($0) }.map(view.name(of:)).sorted()
        let list = PageFrame.Link("Conflicts", asked.address(of: audit))
        frame = try PageFrame(
            "What that decides", .conflicts, of: view, behind: [list], in: context)
        let decisions = items.map { CommonDecision($0, by: holder, in: view) }
        let count = decisions.reduce(0) { $0 + $1.decided.count }
        let deciding = decisions.count { !$0.decided.isEmpty }
        let what = holder.words(in: view)
        lede =
            "\(what) would hold on \(counted(count, "finding")) of "
            + "\(counted(deciding, "component state")). Nothing is decided yet, and no verdict is "
            + "lost by it."
        notices = [form.refusal].compactMap(\.self)
        address = asked.address(of: audit)
        listHref = asked.address(of: audit)
        holds = typed.holds
        reason = typed.reason
        states = decisions.enumerated().compactMap { number, decision in
            PreviewedState(decision, number, asked, catalogue, in: view)
        }
        button = "Decide \(counted(count, "finding"))"
    }
}

extension ConflictPreviewPage.PreviewedState {
    /// Nil for what is no component state.
    fileprivate init?(
        _ decision: CommonDecision, _ number: Int, _ asked: ConflictQuery,
        _ catalogue: Catalogue, in view: AuditView
    ) {
        guard let id = decision.item.state else { return nil }
        let state = view.item(Record(key: .state(view.audit, id)))
        conflictHref = asked.address(of: decision.item.subject, in: view)
        let word = state.stateWord(catalogue, in: view) ?? id.state
        title = decision.item.component.map { "\($0.label): \(word)" } ?? decision.item.name
        about = [decision.item.component?.screen, state.environmentWords(in: view)]
            .compactMap(\.self).joined(separator: ", ")
        rows = decision.findings.map { finding, answer in
            let said = finding.judgements.map {
                ShownJudgement(
                    $0.value.judgement, who: view.isOwn($0) ? "You" : view.whose($0))
            }
            let statement = catalogue.criterion(finding.criterion)?.statement ?? finding.criterion
            return switch answer {
            case .holds(let judgement):
                ConflictPreviewPage.Row(
                    statement: statement, said: said, would: ShownJudgement(judgement), why: "")
            case .left(let why):
                ConflictPreviewPage.Row(
                    statement: statement, said: said, would: nil, why: "Stays open: \(why).")
            }
        }
        picked =
            decision.decided.isEmpty
            ? nil : ConflictPreviewPage.Picked(number: number, path: Address.state(id, in: view))
    }
}

extension CommonDecision.Holder {
    /// As the beginning of a sentence.
    fileprivate func words(in view: AuditView) -> String {
        switch self {
        case .gravest: "The gravest verdict that stands"
        case .person(let person): "What \(view.plan.name(of: person)) says"
        }
    }
}
