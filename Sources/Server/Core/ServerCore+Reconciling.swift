package import Foundation
import GRDB
package import Shared

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
        let seals = try ReconcileReceipts(request, audit: audit, key: sealKey, limits: limits)
        // Who may bring nothing makes the server decode nothing.
        let admission = ReconcileAdmission(
            seals: seals, person: person, device: replica,
            isProved: { seals.proveMembership(by: sealKey) })
        _ = try await read { try admission.check(in: $0) }
        let batch = ReconcileBatch(request, seals: seals, key: sealKey)
        let weight = batch.acks.count + batch.records.count
        let answer = try await writeOrBeginAnew(by: bearer, weight: weight) { [limits] db, _ in
            let epoch = try admission.check(in: db)
            let time = now.unixMilliseconds
            let row = try IdentityTables(db: db).depositor(replica, of: person, at: time)
            return try ReconcileHandler(
                epoch: epoch, sealKey: sealKey, batch: batch, bearer: row, limits: limits,
                now: time, db: db
            ).run()
        }
        note(answer.head, of: audit)
        return answer.response
    }

    /// Looks whether the database was put back to an older state while no server ran.
    ///
    /// - Returns: True when a new epoch began.
    @discardableResult
    package func noticeRestore() async throws(Problem) -> Bool {
        guard let witness else { return false }
        let found = try await read { db in
            let epoch = try ServerTable(db: db).currentEpoch()
            return (epoch, try Self.isContradicted(witness.standing, epoch: epoch, in: db))
        }
        guard found.1 else {
            witness.begin(found.0)
            return false
        }
        _ = try await beginAnew(insteadOf: found.0)
        return true
    }

    /// Declares that the database was put back from a backup: a new epoch begins.
    package func declareRestore() async throws(Problem) {
        let epoch = try await read { db in try ServerTable(db: db).currentEpoch() }
        _ = try await beginAnew(insteadOf: epoch)
    }

    /// Whether the database is not what was told of it.
    static func isContradicted(
        _ standing: HeadWitness.Standing?, epoch: EpochID, in db: Database
    ) throws -> Bool {
        guard let standing else { return false }
        guard standing.epoch == epoch else { return true }
        for (id, head) in standing.heads {
            guard let audit = try AuditTables(db: db).audit(id) else { return true }
            let trail = try ChainTables(db: db, audit: audit.number).trail(at: head.sequence)
            if trail != head.trail { return true }
        }
        return false
    }

    // MARK: Epochs

    /// One write that may find out that the database was put back; then a new epoch begins with it.
    ///
    /// - Throws: `epoch-changed` in that case.
    func writeOrBeginAnew<Answer: Sendable>(
        by bearer: Bearer, weight: Int,
        _ work: @escaping @Sendable (Database, EpochID) throws -> Found<Answer>
    ) async throws(Problem) -> Answer {
        let finding = try await write(by: bearer, weight: weight) { db in
            let epoch = try ServerTable(db: db).currentEpoch()
            return (epoch, try work(db, epoch))
        }
        switch finding.1 {
        case .answer(let answer): return answer
        case .restored: throw changed(to: try await beginAnew(insteadOf: finding.0))
        }
    }

    /// The same for a snapshot.
    func readOrBeginAnew<Answer: Sendable>(
        _ work: @escaping @Sendable (Database, EpochID) throws -> Found<Answer>
    ) async throws(Problem) -> Answer {
        let finding = try await read { db in
            let epoch = try ServerTable(db: db).currentEpoch()
            return (epoch, try work(db, epoch))
        }
        switch finding.1 {
        case .answer(let answer): return answer
        case .restored: throw changed(to: try await beginAnew(insteadOf: finding.0))
        }
    }

    /// Begins a new epoch in place of one, unless somebody has done so already.
    private func beginAnew(insteadOf old: EpochID) async throws(Problem) -> EpochID {
        let (new, time) = (drawEpoch(), now().unixMilliseconds)
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

    private func changed(to epoch: EpochID) -> Problem {
        Problem(
            .epochChanged, detail: "the server was put back to an older state",
            expected: epoch.hex)
    }
}
