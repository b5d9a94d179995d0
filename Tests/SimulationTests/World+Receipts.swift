import Foundation
import Server
import Shared
import TestSupport

@testable import Client

/// What a server once told, and is shown again when it has other lives behind it.
extension World {
    /// The liar keeps a checkpoint, and shows the oldest that she has beside what stands now.
    mutating func showOldCheckpoint() async throws {
        guard liar != nil, let index = anyStanding() else { return }
        let audit = generator.pick(audits)
        try keepCheckpoint(of: index, audit)
        guard let old = liar?.told[audit]?.first, let epoch = old.checkpoint?.epoch,
            epoch != core.epoch
        else { return }
        goals[.oldCheckpointShown, default: 0] += 1
        try await show(old, of: audit, besideRecordsOf: index)
    }

    /// Any member is told the same.
    mutating func keepCheckpoint(of index: Int, _ audit: AuditID) throws {
        let receipts = try laptops[index].store.reconcile.receipts(audit)
        guard let checkpoint = receipts.checkpoint else { return }
        liar?.told[audit, default: []].append(ShownReceipts(acks: [], checkpoint: checkpoint))
    }

    func show(
        _ receipts: ShownReceipts, of audit: AuditID, besideRecordsOf index: Int
    ) async throws {
        guard let liar else { return }
        let keys = try laptops[index].shownRecords(of: [audit]).keys.sorted {
            $0.bytes.lexicographicallyPrecedes($1.bytes)
        }
        let present = try laptops[index].store.reconcile.images(keys, bytesMax: .max).images
            .filter { $0.epoch == core.epoch }
        let calls = ServerCalls(transport: liar.network)
        do throws(ServerCallError) {
            _ = try await calls.heal(audit, to: core.epoch, receipts, records: present)
        } catch {
            // As for what she pushes; and a server that was put back takes her word for it once.
            let expected: [ProblemCode] = [
                .epochChanged, .overloaded, .storageFull, .notAMember, .auditUnknown, .notFound,
                .replicaTaken, .replicaRetired,
            ]
            guard case .problem(let problem) = error, expected.contains(problem.code)
            else { throw error }
        }
    }

    /// Lives that nothing began: a server begins one for each time that it was put back, at most.
    func epochsTooMany() -> [String] {
        let begun = epochs.all.count
        return begun > restoring.lives
            ? ["a server that was put back \(restoring.lives) times began \(begun) lives"] : []
    }

    /// Counts laptops that come to the quiet with a checkpoint of a life before the last.
    mutating func noteOldCheckpoints() throws {
        let recent = epochs.all.suffix(2)
        guard recent.count == 2 else { return }
        for laptop in laptops where !isOut(laptop) && laptop.ruins == nil {
            for audit in audits {
                let epoch = try laptop.store.reconcile.receipts(audit).checkpoint?.epoch
                guard let epoch, !recent.contains(epoch) else { continue }
                goals[.oldCheckpointHeld, default: 0] += 1
            }
        }
    }
}
