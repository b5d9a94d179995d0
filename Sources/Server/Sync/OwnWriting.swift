import Shared
import Storage

/// Writes a change under a replica of the server's own, in the name of somebody who leads or is to
/// lead; inside one savepoint.
struct OwnWriting {
    let epoch: EpochID
    let audit: AuditRow
    let lead: PersonID
    let replica: ReplicaID
    let limits: Limits
    let now: Int64
    let db: Database

    /// - Parameter make: The change at the next number of that replica.
    /// - Returns: The audit's head afterwards.
    /// - Throws: `not-allowed` with the reason where it does not take effect.
    func write(_ make: (Dot) -> Change) throws -> AuditRow {
        let number = try ownNumber()
        let top =
            try ChainTables(db: db, audit: audit.number).top(of: replica)
            ?? ChainTop.start(of: replica, in: audit.id)
        let change = make(Dot(replica: replica, n: top.end.n + 1))
        var session = try PushSession(
            db, audit: audit, ids: [lead], role: .lead, replica: number, after: top,
            at: now, limits: limits, isOwn: true)
        let verdict = try session.take(
            PushBatch.Item(key: change.key.bytes, hash: change.hash, content: .change(change)),
            dot: change.dot, isLast: true)
        // Known already means that its author has brought it in another way meanwhile.
        guard verdict.outcome == .applied || verdict.outcome == .again
        else { throw Problem(.notAllowed, detail: verdict.reason) }
        _ = try session.finish()
        return session.audit
    }

    private func ownNumber() throws -> Int64 {
        let identities = IdentityTables(db: db)
        if let row = try identities.replica(replica) { return row.number }
        try identities.insert(
            replica: replica, person: lead, device: "accord-server", publicKey: [], epoch: epoch,
            isOwn: true, at: now)
        return try identities.known(replica).number
    }
}
