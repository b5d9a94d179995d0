import Client
import Reading
import Shared

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
