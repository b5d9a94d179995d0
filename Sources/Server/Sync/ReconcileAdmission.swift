import GRDB
import Shared

extension ReconcileReceipts {
    /// Who may bring records back to a restored server: looked at before any of them is.
    ///
    /// Checks identity first, then membership, then that the chains are the bearer's own. What the
    /// server does not know at all is passed on: a restore may have lost it. Who is no member (yet)
    /// may bring what the server's own seal shows that members were told.
    ///
    /// - Returns: The present epoch.
    /// - Throws: `epoch-changed`, `replica-taken`, `replica-retired`, `not-a-member`,
    ///   `not-allowed`.
    @discardableResult
    func admit(
        _ person: PersonID, with device: ReplicaID, key: ReceiptKey, in db: Database
    ) throws -> EpochID {
        let identities = IdentityTables(db: db)
        if let row = try identities.replica(device), row.person != person {
            throw Problem(.replicaTaken)
        }
        guard try identities.retirement(of: device) != .lost else { throw Problem(.replicaRetired) }
        let present = try ServerTable(db: db).currentEpoch()
        guard epoch == present else {
            throw Problem(.epochChanged, expected: present.hex, actual: epoch?.hex ?? "no epoch")
        }
        let audits = AuditTables(db: db)
        if let known = try audits.audit(audit) {
            let isMember = try audits.role(of: person, in: known.number) != nil
            guard isMember || proveMembership(by: key) else { throw Problem(.notAMember) }
        }
        let ids = [person] + (try identities.aliases(of: person))
        for ack in acks {
            let owner = try identities.replica(ack.dot.replica)?.person
            guard owner.map(ids.contains) ?? true else {
                throw Problem(.notAllowed, detail: "a chain is shown by its own person")
            }
        }
        return present
    }
}
