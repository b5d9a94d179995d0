import Shared
import Storage

/// What one audit's log and records say, as healing asks for it.
struct ReconciledLog {
    let db: Database
    let audit: AuditRow
    var chains: ChainTables { ChainTables(db: db, audit: audit.number) }
    var records: RecordTable { RecordTable(db: db, audit: audit.number) }
    var healed: ReconcileTables { ReconcileTables(db: db, audit: audit.number) }

    private func number(of replica: ReplicaID) throws -> Int64? {
        try IdentityTables(db: db).replica(replica)?.number
    }

    /// The chain hash at a number that the server has; nil for one that it has not.
    func chain(of replica: ReplicaID, at n: UInt64) throws -> Hash256? {
        guard let number = try number(of: replica), let top = try chains.top(of: replica),
            n <= top.end.n
        else { return nil }
        guard n < top.end.n else { return top.end.chain }
        return try chains.top(of: number, at: n, from: .start(of: replica, in: audit.id)).end.chain
    }

    /// When a change of a pushed chain came, Unix milliseconds; nil for all others.
    func received(_ dot: Dot) throws -> UInt64? {
        try number(of: dot.replica).flatMap { try chains.received(dot.n, of: $0) }
    }

    func hash(of dot: Dot) throws -> Hash256? {
        if let number = try number(of: dot.replica),
            let known = try chains.known(dot.n...dot.n, of: number).first
        {
            return known.hash
        }
        return try healed.hash(of: dot)
    }
}

/// Joins records into one audit, inside a savepoint; head, root and members are written last.
struct ReconcileSession {
    let log: ReconciledLog
    private(set) var audit: AuditRow
    private(set) var joined: UInt32 = 0
    private(set) var aside: UInt32 = 0
    var known: UInt32 = 0
    private let device: ReplicaID
    private let bearer: Int64
    private let now: Int64
    private var plan: Record?

    /// - Parameter bearer: The number of the device, which brings the records.
    init(log: ReconciledLog, device: ReplicaID, bearer: Int64, at now: Int64) {
        self.log = log
        self.device = device
        self.bearer = bearer
        self.now = now
        audit = log.audit
    }

    mutating func join(
        _ record: Record, from entry: ReconcileBatch.RecordWithReceipt, over stored: RecordRow?
    ) throws {
        audit.sequence += 1
        let digest = record.digest
        audit.root = audit.root &- (stored?.digest ?? .zero) &+ digest
        if stored == nil { audit.count += 1 }
        audit.trail = TrailEntry(
            sequence: audit.sequence, kind: RecordKey.kindCode(of: entry.key),
            event: .healed(by: device, digest: entry.digest)
        ).trail(after: audit.trail)
        // `before` is the sequence itself, so that no pull leaves the record out as one's own work.
        let row = RecordRow(
            number: stored?.number, sequence: audit.sequence, writer: bearer,
            before: audit.sequence, digest: digest, record: record)
        try log.records.save(row, key: entry.key)
        try log.healed.append(
            entry.digest, key: entry.key, by: bearer, at: audit.sequence, trail: audit.trail, now)
        try log.healed.note(entry.record.changes, key: entry.key)
        for change in entry.record.changes.map(\.change) {
            guard let first = change.first else { continue }
            if change.unplacedOrigin == nil {
                try log.chains.insertReissue(first, key: entry.key, isApplied: true)
            } else {
                try log.chains.noteAdoptedUnplaced(first, key: entry.key)
            }
        }
        if case .plan = record.key { plan = record }
        joined += 1
    }

    mutating func setAside(_ entry: ReconcileBatch.RecordWithReceipt, reason: String) throws {
        try log.healed.setAside(
            ReconcileTables.SetAside(
                key: entry.key, digest: entry.digest, epoch: entry.epoch, replica: bearer,
                receivedMilliseconds: now, reason: reason, image: entry.image))
        try QuarantineTables(db: log.db, audit: audit.number).noteNews(at: now)
        aside += 1
    }

    /// Writes the head; without a joined record nothing has moved.
    mutating func finish() throws {
        guard joined > 0 else { return }
        let audits = AuditTables(db: log.db)
        if let plan { try audits.derive(&audit, from: plan) }
        try audits.update(audit)
    }
}
