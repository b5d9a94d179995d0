package import Foundation
package import Shared
import Storage

extension ServerCore {
    /// Takes back what a restore lost: records as laptops pulled them, each with its seal.
    ///
    /// Durable when this returns; doing it again changes nothing. Members may bring them, and
    /// whoever shows a seal that members are given: the restore may have lost her membership.
    ///
    /// - Throws: `epoch-changed` when the request heals another epoch, or when it proves that the
    ///   present one ended unnoticed; `audit-unknown`, `not-a-member`, `not-allowed`,
    ///   `replica-retired`, `malformed`, `too-large`.
    package func heal(
        _ request: WireReconcileRequest, in audit: AuditID, by bearer: Bearer, at now: Date
    ) async throws(Problem) -> WireReconcileResponse {
        let (person, replica) = try bearer.device()
        let sealKey = secret.sealKey
        let receipts = try ReconcileReceipts(request, audit: audit, key: sealKey, limits: limits)
        // Who may bring nothing makes the server decode nothing.
        _ = try await read { try receipts.admit(person, with: replica, key: sealKey, in: $0) }
        let batch = ReconcileBatch(request, receipts: receipts, key: sealKey)
        let weight = batch.acks.count + batch.records.count
        let (epoch, found) = try await write(by: bearer, weight: weight) { [limits] db in
            let epoch = try receipts.admit(person, with: replica, key: sealKey, in: db)
            let time = now.unixMilliseconds
            let row = try IdentityTables(db: db).depositor(replica, of: person, at: time)
            let handler = ReconcileHandler(
                epoch: epoch, sealKey: sealKey, batch: batch, device: replica, bearer: row,
                limits: limits, now: time, db: db)
            return (epoch, try handler.run())
        }
        let answer = try await answer(found, in: epoch)
        note(answer.head, of: audit)
        return answer.response
    }

    /// Begins a new epoch, and tells so, if the database was put back while no server ran.
    @discardableResult
    package func noticeRestore() async throws(Problem) -> Bool {
        guard let witness else { return false }
        let (epoch, isRestored) = try await read { db in
            let epoch = try ServerTable(db: db).currentEpoch()
            return (epoch, try Self.isContradicted(witness.standing, epoch: epoch, in: db))
        }
        if isRestored { _ = try await beginAnew(insteadOf: epoch) } else { witness.begin(epoch) }
        return isRestored
    }

    package func declareRestore() async throws(Problem) {
        let epoch = try await read { try ServerTable(db: $0).currentEpoch() }
        _ = try await beginAnew(insteadOf: epoch)
    }

    static func isContradicted(
        _ standing: HeadWitness.Contents?, epoch: EpochID, in db: Database
    ) throws -> Bool {
        guard let standing else { return false }
        guard standing.epoch == epoch else { return true }
        for (id, head) in standing.heads {
            guard let audit = try AuditTables(db: db).audit(id) else { return true }
            let trail = try ChainTables(db: db, audit: audit.number).trail(at: head.sequence)
            if trail != head.trail { return true }
        }
        for (id, number) in standing.kept {
            guard let audit = try AuditTables(db: db).audit(id),
                try UnplacedTables(db: db, audit: audit.number).last() >= number
            else { return true }
        }
        return false
    }

    /// The answer; where the database was put back an epoch begins, and `epoch-changed` is thrown.
    func answer<Answer: Sendable>(
        _ found: Found<Answer>, in epoch: EpochID
    ) async throws(Problem) -> Answer {
        switch found {
        case .answer(let answer): return answer
        case .restored:
            let new = try await beginAnew(insteadOf: epoch)
            throw Problem(
                .epochChanged, detail: "the server was put back to an older state",
                expected: new.hex)
        }
    }

    /// Begins a new epoch in place of one, unless somebody has done so already.
    private func beginAnew(insteadOf old: EpochID) async throws(Problem) -> EpochID {
        let new = drawEpoch()
        let time = now().unixMilliseconds
        let epoch = try await write { db in
            let table = ServerTable(db: db)
            let present = try table.currentEpoch()
            guard present == old else { return present }
            try table.begin(new, at: time)
            return new
        }
        store.noteEpoch(epoch)
        witness?.begin(epoch)
        return epoch
    }
}
