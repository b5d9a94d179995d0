import Foundation
import GRDB
import Shared
import struct Shared.Record

/// What a call found: its answer, or that the database was put back to an older state.
enum Finding<Answer: Sendable>: Sendable {
    case answer(Answer)
    /// Something that the server sealed in this very epoch says more than it has.
    case restored
}

/// Takes back what a restore lost, inside one savepoint (docs/protocol.md, "Heal").
struct HealHandler {
    let epoch: EpochID
    let batch: HealBatch
    /// Who brings it; no member's rights are asked, since the server believes its own seals.
    let bearer: ReplicaRow
    let now: Int64
    let db: Database

    /// Joins what is new of the records and tells what is had of the laptop's chains.
    func run() throws -> Finding<WireHealResponse> {
        guard let audit = try AuditTables(db: db).audit(batch.audit) else {
            guard !isFromThisEpoch else { return .restored }
            throw Problem(.auditUnknown)
        }
        let log = HealedLog(db: db, audit: audit)
        guard try !showsMore(than: log) else { return .restored }
        let forked = try forkedReplicas(log)
        var session = HealSession(log: log, bearer: bearer.number, at: now)
        for entry in batch.records {
            let stored = try log.records.record(entry.key)
            let joined = stored?.record.joined(with: entry.record) ?? entry.record
            if let reason = try contradiction(of: entry.record, forked: forked, log) {
                try session.setAside(entry, reason: reason)
            } else if let stored, joined == stored.record {
                session.known += 1
            } else if entry.epoch == epoch {
                return .restored
            } else {
                try session.join(joined, from: entry, over: stored)
            }
        }
        try session.finish()
        return .answer(try answer(session))
    }

    /// Whether anything in the batch was sealed in the present epoch.
    private var isFromThisEpoch: Bool {
        batch.checkpoint?.epoch == epoch || batch.acks.contains { $0.epoch == epoch }
            || batch.records.contains { $0.epoch == epoch }
    }

    /// Whether the server said more in this epoch than it has.
    private func showsMore(than log: HealedLog) throws -> Bool {
        for ack in batch.acks where ack.epoch == epoch {
            if try log.top(of: ack.dot.replica)?.n ?? 0 < ack.dot.n { return true }
        }
        guard let checkpoint = batch.checkpoint, checkpoint.epoch == epoch else { return false }
        for entry in checkpoint.chains
        where try log.top(of: entry.dot.replica)?.n ?? 0 < entry.dot.n {
            return true
        }
        return false
    }

    /// The replicas of whose chain the laptop was told another history than the server has.
    private func forkedReplicas(_ log: HealedLog) throws -> Set<ReplicaID> {
        var forked: Set<ReplicaID> = []
        for entry in batch.checkpoint?.chains ?? [] {
            guard let here = try log.chain(of: entry.dot.replica, at: entry.dot.n),
                here != entry.chain
            else { continue }
            forked.insert(entry.dot.replica)
        }
        return forked
    }

    /// Why a record must not be joined: under one number it means another change than the log.
    private func contradiction(
        of record: Record, forked: Set<ReplicaID>, _ log: HealedLog
    ) throws -> String? {
        for dot in record.context.entries where forked.contains(dot.replica) {
            return "forked: it rests on another history of device \(dot.replica.hex)"
        }
        for entry in record.changes {
            let dot = entry.change.dot
            guard let known = try log.hash(of: dot), known != entry.change.hash else { continue }
            return "forked: another change is known as \(dot.replica.hex) number \(dot.n)"
        }
        return nil
    }

    private func answer(_ session: HealSession) throws -> WireHealResponse {
        var response = WireHealResponse()
        for ack in batch.acks {
            let replica = ack.dot.replica
            guard let top = try session.log.top(of: replica) else { continue }
            response.chains.append(
                WireVectorEntry(
                    ChainEntry(dot: Dot(replica: replica, n: top.n), chain: top.hash)))
        }
        response.head = session.audit.head
        response.joined = session.joined
        response.known = session.known
        response.aside = session.aside
        response.refused = UInt32(batch.refused)
        return response
    }
}
