import GRDB
import Shared

/// Who may bring records back to a restored server: looked at before any of them is.
struct ReconcileAdmission: Sendable {
    let seals: ReconcileReceipts
    let person: PersonID
    let device: ReplicaID
    /// Whether the server's own seal shows that the bearer was a member, for one who is none (yet).
    let isProved: @Sendable () -> Bool

    /// Checks identity first, then membership, then that the chains are the bearer's own.
    ///
    /// What the server does not know at all is passed on: a restore may have lost it.
    ///
    /// - Returns: The present epoch.
    /// - Throws: `epoch-changed`, `replica-taken`, `replica-retired`, `not-a-member`,
    ///   `not-allowed`.
    @discardableResult
    func check(in db: Database) throws -> EpochID {
        let identities = IdentityTables(db: db)
        if let row = try identities.replica(device), row.person != person {
            throw Problem(.replicaTaken)
        }
        guard try identities.retirement(of: device) != .lost else { throw Problem(.replicaRetired) }
        let epoch = try ServerTable(db: db).currentEpoch()
        guard seals.epoch == epoch else {
            throw Problem(
                .epochChanged, expected: epoch.hex, actual: seals.epoch?.hex ?? "no epoch")
        }
        let audits = AuditTables(db: db)
        if let audit = try audits.audit(seals.audit) {
            let isMember = try audits.role(of: person, in: audit.number) != nil
            guard isMember || isProved() else { throw Problem(.notAMember) }
        }
        let ids = [person] + (try identities.aliases(of: person))
        for ack in seals.acks {
            let owner = try identities.replica(ack.dot.replica)?.person
            guard owner.map(ids.contains) ?? true else {
                throw Problem(.notAllowed, detail: "a chain is shown by its own person")
            }
        }
        return epoch
    }
}
