package import Shared

extension AuditView {
    /// Stops what only leads may do, before anything is saved.
    package func requireLead(_ what: String) throws(ClientError) {
        guard role == .lead else { throw .notAllowed("only a lead of the audit may \(what)") }
    }

    /// Stops a reader, whose changes the server would set aside.
    package func requireTester() throws(ClientError) {
        guard role != .reader else {
            throw .notAllowed("you are a reader of this audit; ask a lead to make you a tester")
        }
    }

    /// Stops recording with another catalogue than the audit's: ids could mean something else.
    package func requirePinned(_ catalogue: Catalogue) throws(ClientError) {
        if let pinned = plan.catalogue, pinned != catalogue.pin.text {
            throw .catalogueDiffers(pinned: pinned, found: catalogue.pin)
        }
    }
}
