import Foundation
import Shared
import Storage
import Synchronization

/// Gives a quarantined change its effect, inside one savepoint (docs/protocol.md, "Quarantine").
///
/// It is issued again under a replica of the server's own, `by` the lead, whole: the first writing
/// is wrapped as it is, so author and edit id stay, and what names it elsewhere goes on naming it.
struct QuarantineAdoption {
    let epoch: EpochID
    let audit: AuditRow
    let lead: PersonID
    let replica: ReplicaID
    let limits: Limits
    let now: Int64
    let db: Database

    /// - Returns: The audit's head afterwards; unchanged when the change was adopted before.
    /// - Throws: `not-allowed` with the reason when even a lead's word does not let it take effect.
    func run(_ row: QuarantineTables.Row) throws -> AuditRow {
        if row.resolution?.kind == .adopted { return audit }
        if case .record = row.origin {
            throw Problem(
                .notAllowed, detail: "a record that contradicts the log cannot be adopted")
        }
        guard let change = row.change
        else { throw Problem(.notAllowed, detail: "its body cannot be read by this version") }
        guard change.adoption == nil else {
            throw Problem(
                .notAllowed,
                detail: "it adopts what is listed by itself: adopt that, and not its adoption")
        }
        if let reason = change.whyNotAdopted { throw Problem(.notAllowed, detail: reason) }
        let audit = try adopt(change)
        try QuarantineTables(db: db, audit: audit.number).settle(
            row, Resolution(.adopted, by: lead, at: Date(unixMilliseconds: now), reason: ""))
        return audit
    }

    private func adopt(_ quarantined: Change) throws -> AuditRow {
        let number = try ownNumber()
        let chains = ChainTables(db: db, audit: audit.number)
        let holding = try chains.holding(of: quarantined.writing, key: quarantined.key.bytes)
        let top =
            try chains.top(of: replica)
            ?? ChainTop.start(of: replica, in: audit.id)
        let change = quarantined.issuedAgain(
            at: Dot(replica: replica, n: top.end.n + 1), adoptedBy: lead,
            isUnplaced: holding == .unplaced)
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

/// The replicas under which this process writes, one for each lead in whose name it does.
///
/// New at every start and in every epoch, so that a database that was put back to an older state
/// never makes it write a number twice.
final class OwnReplicas: Sendable {
    private let known = Mutex<[EpochID: [PersonID: ReplicaID]]>([:])
    private let draw: @Sendable () -> ReplicaID

    init(draw: @escaping @Sendable () -> ReplicaID) { self.draw = draw }

    func replica(of lead: PersonID, in epoch: EpochID) -> ReplicaID {
        known.withLock { known in
            let replica = known[epoch]?[lead] ?? draw()
            known[epoch, default: [:]][lead] = replica
            return replica
        }
    }
}
