import Foundation
import Shared
import Storage

/// What a call found: its answer, or that the database was put back to an older state.
enum Found<Answer: Sendable>: Sendable {
    case answer(Answer)
    /// Something that the server sealed in this very epoch says more than it has.
    case restored
}

/// Takes back what a restore lost, inside one savepoint (docs/protocol.md, "Healing").
struct ReconcileHandler {
    let epoch: EpochID
    let sealKey: ReceiptKey
    let batch: ReconcileBatch
    let device: ReplicaID
    /// Who brings it; she need not be a member (yet), since the server believes its own seals.
    let bearer: ReplicaRow
    let limits: Limits
    let now: Int64
    let db: Database
    typealias Told = (response: WireReconcileResponse, head: WireHead)

    func run() throws -> Found<Told> {
        guard let audit = try AuditTables(db: db).audit(batch.audit) else {
            guard !isFromThisEpoch else { return .restored }
            throw Problem(.auditUnknown)
        }
        let log = ReconciledLog(db: db, audit: audit)
        var told = ToldChains(batch.receipts, log)
        // Before anything is written: a new epoch begins with what was there.
        guard try !contradicts(log, &told) else { return .restored }
        var session = ReconcileSession(log: log, device: device, bearer: bearer.number, at: now)
        for entry in batch.records {
            switch try meaning(of: entry, log, &told) {
            case .contradiction(let reason): try session.setAside(entry, reason: reason)
            case .known: session.known += 1
            // All that it would take away stays, and it brings nothing.
            case .news(let joined, let stored) where joined == stored?.record: session.known += 1
            case .news(let joined, let stored):
                try join(joined, from: entry, over: stored, in: &session)
            }
        }
        try session.finish()
        return .answer(try answer(session))
    }

    private var isFromThisEpoch: Bool {
        batch.checkpoint?.epoch == epoch || batch.acks.contains { $0.epoch == epoch }
            || batch.records.contains { $0.epoch == epoch }
    }

    /// Whether the server said in this epoch what is not so: a lower number shows it, and so does
    /// other content, where new pushes have overtaken it.
    private func contradicts(_ log: ReconciledLog, _ told: inout ToldChains) throws -> Bool {
        for ack in batch.acks where ack.epoch == epoch {
            if try log.chain(of: ack.end.replica, at: ack.end.n) != ack.end.chain {
                return true
            }
        }
        if let checkpoint = batch.checkpoint, checkpoint.epoch == epoch {
            for entry in checkpoint.chains
            where try log.chain(of: entry.dot.replica, at: entry.dot.n) != entry.chain {
                return true
            }
        }
        for entry in batch.records where entry.epoch == epoch {
            guard case .known = try meaning(of: entry, log, &told) else { return true }
        }
        return false
    }

    private enum Meaning {
        /// Under one number it means another change than the log.
        case contradiction(String)
        case known
        case news(Record, over: RecordRow?)
    }

    private func meaning(
        of entry: ReconcileBatch.RecordWithReceipt, _ log: ReconciledLog, _ told: inout ToldChains
    ) throws -> Meaning {
        if let reason = try contradiction(of: entry, log, &told) { return .contradiction(reason) }
        guard let stored = try log.records.record(entry.key)
        else { return .news(entry.record, over: nil) }
        guard stored.record.joined(with: entry.record) != stored.record else { return .known }
        let covered = stored.record.changes.map(\.change.dot).filter(entry.record.context.covers)
        let proven = Set(try covered.filter { try told.proves($0) })
        return .news(stored.record.joined(with: entry.record, where: proven.contains), over: stored)
    }

    private func contradiction(
        of entry: ReconcileBatch.RecordWithReceipt, _ log: ReconciledLog, _ told: inout ToldChains
    ) throws -> String? {
        // What an earlier life told of a device says nothing of a record that this one has sealed:
        // else one old checkpoint would prove a restore beside every present record, for ever.
        for dot in entry.epoch == epoch ? [] : entry.record.context.entries
        where try told.isContradicted(dot.replica) {
            return "forked: it rests on another history of device \(dot.replica.hex)"
        }
        for live in entry.record.changes {
            let dot = live.change.dot
            guard let known = try log.hash(of: dot), known != live.change.hash else { continue }
            return "forked: another change is known as \(dot.replica.hex) number \(dot.n)"
        }
        return nil
    }

    /// A record that no reader takes is worse than one that waits for the leads, whole.
    private func join(
        _ joined: Record, from entry: ReconcileBatch.RecordWithReceipt, over stored: RecordRow?,
        in session: inout ReconcileSession
    ) throws {
        let size = joined.encoded().count
        guard stored == nil || size <= limits.recordBytesMax else {
            return try session.setAside(
                entry,
                reason: "too-large: joined it would have \(size) bytes, above the "
                    + "\(limits.recordBytesMax) that laptops read")
        }
        try session.join(joined, from: entry, over: stored)
    }

    private func answer(_ session: ReconcileSession) throws -> Told {
        var response = WireReconcileResponse()
        for ack in batch.acks {
            let replica = ack.end.replica
            guard let top = try session.log.chains.top(of: replica) else { continue }
            // Where the laptop's own chain should lead through, else where the server's ends.
            let n = min(top.end.n, ack.end.n)
            guard let chain = try session.log.chain(of: replica, at: n) else { continue }
            response.chains.append(
                WireVectorEntry(ChainEnd(dot: Dot(replica: replica, n: n), chain: chain)))
        }
        response.joined = session.joined
        response.known = session.known
        response.quarantined = session.aside
        response.refused = UInt32(clamping: batch.refused)
        // Who is no member, not even by what was brought back, is told nothing of the audit.
        let audit = session.audit
        guard try AuditTables(db: db).role(of: bearer.person, in: audit.number) != nil
        else { return (response, audit.head) }
        response.head = audit.head
        response.cursor = Data(
            Cursor(
                epoch: epoch, audit: batch.audit, floor: 0, position: 0, head: audit.sequence,
                trail: audit.trail
            ).sealed(by: sealKey))
        return (response, audit.head)
    }
}

/// What a laptop was told of chains, beside what the log has of them; each is read once.
private struct ToldChains {
    private let log: ReconciledLog
    /// When its checkpoint was told, Unix milliseconds.
    private let time: UInt64
    private let checkpoint: [ReplicaID: ChainEnd]
    private let acks: [ReplicaID: ChainEnd]
    private var isHere: [ChainEnd: Bool?] = [:]

    init(_ receipts: ReconcileReceipts, _ log: ReconciledLog) {
        func byReplica(_ ends: [ChainEnd]) -> [ReplicaID: ChainEnd] {
            Dictionary(ends.map { ($0.dot.replica, $0) }, uniquingKeysWith: { first, _ in first })
        }
        self.log = log
        time = receipts.checkpoint?.time ?? 0
        checkpoint = byReplica(receipts.checkpoint?.chains ?? [])
        acks = byReplica(receipts.acks.map(\.end))
    }

    /// Whether what lives here under a dot is what the laptop was told of under it.
    ///
    /// One number was used twice where the server was put back together with a laptop, and a record
    /// may cover it for what it meant before. It means the same where a chain that the laptop was
    /// told of leads through here, too, and where it had come before the laptop was told.
    mutating func proves(_ dot: Dot) throws -> Bool {
        let told = checkpoint[dot.replica]
        for case let end? in [told, acks[dot.replica]] where dot.n <= end.dot.n {
            if try isHere(end) == true { return true }
        }
        guard let told, dot.n <= told.dot.n else { return false }
        return try log.received(dot).map { $0 <= time } ?? true
    }

    /// Whether the log has another history of a device than its checkpoint tells.
    mutating func isContradicted(_ replica: ReplicaID) throws -> Bool {
        guard let end = checkpoint[replica] else { return false }
        return try isHere(end) == false
    }

    /// Whether the log leads through there; nil where it does not lead so far.
    private mutating func isHere(_ end: ChainEnd) throws -> Bool? {
        if let known = isHere[end] { return known }
        let found = try log.chain(of: end.dot.replica, at: end.dot.n).map { $0 == end.chain }
        isHere[end] = .some(found)
        return found
    }
}
