import Client
import Presentation
import Reading
import Shared

/// The form on which a lead decides one finding; nothing is chosen for her.
struct DecideForm: Sendable {
    let address: String
    /// The criterion's full id; also makes ids of the page.
    let criterion: String
    let context: String
    let choices: [Holding]
    let outcomes: [Choice]
    let severities: [Choice]
    let attributions: [Choice]
    let reason: String
    let canLift: Bool
    /// Why what was sent is not decided; nil for a form that was not sent.
    let refusal: String?

    struct Holding: Sendable {
        let value: String
        let title: String
        let hint: String
        let isChecked: Bool
    }

    /// Nil for whoever may not decide.
    ///
    /// - Parameter form: A form that was sent on the page, perhaps on another finding.
    init?(_ finding: Finding, of item: StateItem, at place: StatePlace, _ form: Form) {
        // A decision that rests on what was taken back has no verdict beside it, and can be lifted.
        guard place.view.role == .lead, !finding.judgements.isEmpty || !finding.decisions.isEmpty
        else { return nil }
        address = Address.conflict(place.id, in: place.view)
        criterion = finding.criterion
        let sent = form.isDecision ? form.values(where: "criterion", is: finding.criterion) : nil
        func typed(_ name: String) -> String { sent?.text(name) ?? "" }
        context = FormContext(showing: item.record).token
        choices = DecisionChoices(finding: finding, view: place.view).all(holding: typed("holds"))
        canLift = !finding.decisions.isEmpty
        reason = typed("reason")
        refusal = sent == nil ? nil : form.refusal?.text
        outcomes =
            [Choice("", "Choose an outcome", chosen: typed("outcome"))]
            + Outcome.allCases.filter { $0 != .untested }
            .map { Choice($0.rawValue, $0.word, chosen: typed("outcome")) }
        severities =
            [Choice("", "As the catalogue has it", chosen: typed("severity"))]
            + Severity.allCases.reversed()
            .map { Choice($0.rawValue, $0.word, chosen: typed("severity")) }
        attributions = Attribution.allCases
            .map { Choice($0.rawValue, $0.word, chosen: typed("attribution")) }
    }
}

extension Form {
    /// Whether it decides a finding: the page of a conflict has forms of comments, too.
    fileprivate var isDecision: Bool {
        values.text("comment") == nil && values.text("withdrawal") == nil
    }
}

/// What a lead may choose on a finding: to keep what holds, a verdict that stands, or another.
struct DecisionChoices {
    /// The value beside which the lead says herself what holds.
    static let other = "other"

    static let confirmationPrefix = "confirm/"

    let finding: Finding
    let view: AuditView

    func all(holding holds: String) -> [DecideForm.Holding] {
        func choice(_ value: String, _ title: String, _ hint: String) -> DecideForm.Holding {
            DecideForm.Holding(value: value, title: title, hint: hint, isChecked: value == holds)
        }
        var choices: [DecideForm.Holding] = []
        if let (judgement, hint) = confirmed, let confirmation {
            choices.append(choice(confirmation, "Confirm: \(judgement.sentence)", hint))
        }
        // The other verdicts that stand, each once, in the order they came.
        var named = [confirmed?.judgement]
        for judgement in finding.judgements.compactMap(\.value.judgement)
        where !named.contains(judgement) {
            named.append(judgement)
            choices.append(choice(judgement.code, judgement.sentence, hint(of: judgement)))
        }
        return choices + [
            choice(Self.other, "Something else", "Choose the outcome yourself. Nobody said it.")
        ]
    }

    /// The value that keeps what a decision or a rule says; nil where nothing is to be confirmed.
    ///
    /// It names the verdict, so that a form never confirms what it did not show.
    var confirmation: String? { confirmed.map { Self.confirmationPrefix + $0.judgement.code } }

    private var confirmed: (judgement: Judgement, hint: String)? {
        switch finding.effective {
        case .challenged(let decision, _):
            (decision.judgement, "The decision then has seen all that stands here.")
        case .automatic(let judgement, let method, _):
            (judgement, "The rule \(method) chose it; your word stands then.")
        case .untested, .single, .agreed, .undecided, .decided: nil
        }
    }

    private func hint(of judgement: Judgement) -> String {
        let authors = finding.judgements.filter { $0.value.judgement == judgement }
            .map { view.isOwn($0) ? "you" : view.whose($0) }
        let names = Set(authors).sorted().joined(separator: ", ")
        return "Said by \(names). The others stay in the history."
    }
}

/// A withdrawal beside which something stands, on the page of a conflict.
struct WithdrawalPart: Sendable {
    /// `component`, `state` or the criterion's full id: what the form is about.
    let withdrawalID: String
    let withdrawalHeading: String
    /// In the words of whoever withdrew it.
    let withdrawalReason: String
    /// What is taken back, by whom it was said.
    let covered: String
    /// What stays, by whom it was said.
    let stays: String
    /// What a lead is to withdraw besides.
    let rest: String
    let withdrawalHint: String
    /// Nil for whoever can do nothing.
    let withdrawalForm: Fields?

    /// What a lead decides, or its author takes back.
    struct Fields: Sendable {
        let withdrawalAddress: String
        /// The mark of all that the page shows of it: what has changed since is not decided on.
        let shows: String
        let canWithdraw: Bool
        let reasonTyped: String
        let liftTitle: String
        /// Why what was sent was not done; nil for a form that was not sent.
        let withdrawalRefusal: String?
    }

    /// - Parameter form: A form that was sent on the page, perhaps on another withdrawal.
    init(
        _ standing: WithdrawalStatus, in view: AuditView, at address: String, _ form: Form
    ) {
        let isLead = view.role == .lead
        withdrawalID = standing.formName
        withdrawalHeading = standing.heading(in: view)
        withdrawalReason = standing.reason
        covered = WithdrawalStatus.words(for: standing.covered, in: view).asBeginning
        stays =
            standing.isProposal && standing.standing.isEmpty
            ? "The place itself: nothing was recorded here that its author may take back"
            : WithdrawalStatus.words(for: standing.standing, in: view).asBeginning
        rest = standing.rest
        let (who, lift) = isLead ? ("You withdraw", "lift") : ("A lead withdraws", "lifts")
        withdrawalHint =
            "\(who) \(standing.rest), or \(lift) the withdrawal. Until then it stays in the work."
        let own = form.values(where: "withdrawal", is: standing.formName)
        let fields = Fields(
            withdrawalAddress: address, shows: standing.fingerprint, canWithdraw: isLead,
            reasonTyped: own?.text("reason") ?? standing.reason,
            liftTitle: isLead ? "Lift the withdrawal" : "Take your withdrawal back",
            withdrawalRefusal: own == nil ? nil : form.refusal?.text)
        let isOwn = standing.withdrawals.contains { $0.author == view.person }
        withdrawalForm = isLead || (isOwn && view.role != .reader) ? fields : nil
    }
}

extension WithdrawalStatus {
    /// Such as `This component was withdrawn by Lee Okafor`.
    func heading(in view: AuditView) -> String {
        let thing =
            switch subject {
            case .component: "This component"
            case .state: "This component state"
            case .finding(_, let criterion): "The finding \(criterion)"
            }
        return "\(thing) was withdrawn by \(authors(in: view))"
    }
}
