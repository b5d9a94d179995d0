import Client
import Shared

/// A withdrawal beside which something stands, on the page of a conflict.
struct WithdrawalPart: Sendable {
    /// `component`, `state` or the criterion's full id: what the form is about.
    let withdrawalID: String
    /// Such as `This component was withdrawn by Lee Okafor`.
    let withdrawalHeading: String
    /// In the words of whoever withdrew it.
    let withdrawalReason: String
    /// What is taken back, by whom it was said.
    let covered: String
    /// What stays, by whom it was said.
    let stays: String
    let withdrawalHint: String
    /// Nil for whoever can do nothing.
    let withdrawalForm: Form?

    /// What a lead decides, or its author takes back.
    struct Form: Sendable {
        let withdrawalAddress: String
        /// The mark of all that the page shows of it: what has changed since is not decided on.
        let shows: String
        /// Whether she may withdraw the rest too.
        let canWithdraw: Bool
        let reasonTyped: String
        let liftTitle: String
        /// Why what was sent was not done; nil for a form that was not sent.
        let withdrawalRefusal: String?
    }

    /// - Parameters:
    ///   - address: The address of the page that it is on.
    ///   - refused: What was sent and not done, perhaps by the form of another withdrawal.
    init(
        _ standing: WithdrawalStatus, in view: AuditView, at address: String,
        refused: WithdrawalDeciding.Refused?
    ) {
        let isLead = view.role == .lead
        withdrawalID = standing.formName
        withdrawalHeading = standing.heading(in: view)
        withdrawalReason = standing.reason
        covered = WithdrawalStatus.words(for: standing.covered, in: view).asBeginning
        stays = WithdrawalStatus.words(for: standing.standing, in: view).asBeginning
        withdrawalHint =
            isLead
            ? "You withdraw the rest too, or lift the withdrawal. Until then it stays in the work."
            : "A lead withdraws the rest too, or lifts the withdrawal. Until then it stays in "
                + "the work."
        guard isLead || standing.isOwn(in: view) else {
            withdrawalForm = nil
            return
        }
        let own = refused?.name == standing.formName ? refused : nil
        withdrawalForm = Form(
            withdrawalAddress: address, shows: standing.fingerprint, canWithdraw: isLead,
            reasonTyped: own?.reason ?? standing.reason,
            liftTitle: isLead ? "Lift the withdrawal" : "Take your withdrawal back",
            withdrawalRefusal: own?.why)
    }
}

extension WithdrawalStatus {
    /// What a form about it is named by: `component`, `state` or the criterion's full id.
    var formName: String {
        switch subject {
        case .component: "component"
        case .state: "state"
        case .finding(_, let criterion): criterion
        }
    }

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

    /// Whether whoever looks wrote it and may still write.
    fileprivate func isOwn(in view: AuditView) -> Bool {
        view.role != .reader && withdrawals.contains { $0.author == view.person }
    }
}
