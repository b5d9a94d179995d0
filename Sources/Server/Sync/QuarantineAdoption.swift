import Foundation
import Shared
import Storage
import Synchronization

/// Gives a quarantined change its effect, inside one savepoint (docs/protocol.md, "Quarantine").
///
/// It is issued again under a replica of the server's own, `by` the lead, whole: the first writing
/// is wrapped as it is, so author and edit id stay, and what names it elsewhere goes on naming it.
struct QuarantineAdoption {
    let writing: OwnWriting

    /// - Returns: The audit's head afterwards; unchanged when the change was adopted before.
    /// - Throws: `not-allowed` with the reason when even a lead's word does not let it take effect.
    func run(_ row: QuarantineTables.Row) throws -> AuditRow {
        let audit = writing.audit
        let db = writing.db
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
        let holding = try ChainTables(db: db, audit: audit.number)
            .holding(of: change.writing, key: change.key.bytes)
        let after = try writing.write { dot in
            change.issuedAgain(
                at: dot, adoptedBy: writing.lead, isUnplaced: holding == .unplaced)
        }
        let date = Date(unixMilliseconds: writing.now)
        try QuarantineTables(db: db, audit: audit.number).settle(
            row, Resolution(.adopted, by: writing.lead, at: date, reason: ""))
        return after
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
