import GRDB
import Shared
import struct Shared.Record

/// What one audit's log and records say, as healing asks for it.
struct ReconciledLog {
    let db: Database
    let audit: AuditRow

    var chains: ChainTables { ChainTables(db: db, audit: audit.number) }
    var records: RecordTable { RecordTable(db: db, audit: audit.number) }
    var healed: ReconcileTables { ReconcileTables(db: db, audit: audit.number) }

    /// How far a replica's chain is known; nil when nothing of it is.
    func top(of replica: ReplicaID) throws -> ChainTop? {
        guard let row = try IdentityTables(db: db).replica(replica) else { return nil }
        return try chains.top(of: row.number)
    }

    /// The chain hash at a number that the server has; nil for one that it has not.
    ///
    func chain(of replica: ReplicaID, at n: UInt64) throws -> Hash256? {
        guard let row = try IdentityTables(db: db).replica(replica),
            let top = try chains.top(of: row.number), n <= top.n
        else { return nil }
        guard n < top.n else { return top.hash }
        let start = ChainTop.start(of: replica, in: audit.id)
        return try chains.top(of: row.number, at: n, from: start).hash
    }

    /// The hash of the change that is known under a dot; nil when none is.
    func hash(of dot: Dot) throws -> Hash256? {
        if let row = try IdentityTables(db: db).replica(dot.replica),
            let known = try chains.known(dot.n...dot.n, of: row.number).first
        {
            return known.hash
        }
        return try healed.hash(of: dot)
    }
}

/// Joins records into one audit, inside a savepoint; head, root and members are written last.
struct ReconcileSession {
    let log: ReconciledLog
    /// The audit's head, moved on with every record.
    private(set) var audit: AuditRow
    private(set) var joined: UInt32 = 0
    private(set) var aside: UInt32 = 0
    /// Records that told the server nothing new.
    var known: UInt32 = 0
    private let bearer: Int64
    private let now: Int64
    private var plan: Record?

    /// Begins at the head as it is in this transaction.
    ///
    /// - Parameter bearer: The number of the device that brings the records.
    init(log: ReconciledLog, bearer: Int64, at now: Int64) {
        self.log = log
        self.bearer = bearer
        self.now = now
        audit = log.audit
    }

    /// Stores a record that was joined with one that came, and logs it as healed.
    mutating func join(
        _ record: Record, from entry: ReconcileBatch.RecordWithReceipt, over stored: RecordRow?
    ) throws {
        audit.sequence += 1
        let digest = record.digest
        audit.root = audit.root &- (stored?.digest ?? .zero) &+ digest
        if stored == nil { audit.count += 1 }
        audit.trail = Trail.healed(
            after: audit.trail, sequence: audit.sequence, kind: RecordKey.kindCode(of: entry.key),
            by: try replica(), digest: entry.digest)
        // `before` is the sequence itself, so that no pull leaves the record out as one's own work.
        let row = RecordRow(
            number: stored?.number, sequence: audit.sequence, writer: bearer,
            before: audit.sequence, digest: digest, record: record)
        try log.records.save(row, key: entry.key)
        try log.healed.append(
            ReconcileTables.Entry(
                sequence: audit.sequence, replica: bearer, receivedMilliseconds: now,
                key: entry.key, digest: entry.digest, trail: audit.trail))
        try log.healed.note(entry.record.changes, key: entry.key)
        for change in entry.record.changes.map(\.change) {
            guard let first = change.first else { continue }
            try log.chains.insertReissue(first, key: entry.key, isApplied: true)
        }
        if case .plan = record.key { plan = record }
        joined += 1
    }

    /// Keeps a contradicting record for the leads.
    mutating func setAside(_ entry: ReconcileBatch.RecordWithReceipt, reason: String) throws {
        try log.healed.setAside(
            ReconcileTables.SetAside(
                key: entry.key, digest: entry.digest, epoch: entry.epoch, replica: bearer,
                receivedMilliseconds: now, reason: reason, image: entry.image))
        aside += 1
    }

    /// Writes the head; without a joined record nothing has moved.
    mutating func finish() throws {
        guard joined > 0 else { return }
        let audits = AuditTables(db: log.db)
        if let plan { try audits.derive(&audit, from: plan) }
        try audits.update(audit)
    }

    private func replica() throws -> ReplicaID {
        guard let id = try IdentityTables(db: log.db).id(of: bearer) else {
            preconditionFailure("A device that was admitted in this transaction has a row.")
        }
        return id
    }
}
