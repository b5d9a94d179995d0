/// A withdrawal beside which something stands, on the page of a conflict.
package struct WithdrawalPart: Sendable {
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
    /// What whoever looks can do about it.
    let withdrawalHint: String
    /// Nil for whoever can do nothing.
    let withdrawalForm: Form?

    /// What a lead decides, or its author takes back.
    package struct Form: Sendable {
        let withdrawalAddress: String
        /// The mark of all that the page shows of it: what has changed since is not decided on.
        let shows: String
        /// Whether she may withdraw the rest too.
        let canWithdraw: Bool
        let reasonTyped: String
        let liftTitle: String
        /// Why what was sent was not done; nil for a form that was not sent.
        let withdrawalRefusal: String?

        /// - Parameters:
        ///   - address: Where the form is sent.
        ///   - shows: The mark of what the page shows.
        ///   - reason: In the field at first.
        ///   - refusal: Why what was sent was not done.
        package init(
            address: String, shows: String, canWithdraw: Bool, reason: String, liftTitle: String,
            refusal: String? = nil
        ) {
            withdrawalAddress = address
            self.shows = shows
            self.canWithdraw = canWithdraw
            reasonTyped = reason
            self.liftTitle = liftTitle
            withdrawalRefusal = refusal
        }
    }

    /// Everything that the part says, as the reading made it.
    package init(
        id: String, heading: String, reason: String, covered: String, stays: String, hint: String,
        form: Form?
    ) {
        withdrawalID = id
        withdrawalHeading = heading
        withdrawalReason = reason
        self.covered = covered
        self.stays = stays
        withdrawalHint = hint
        withdrawalForm = form
    }
}
