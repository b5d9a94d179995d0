import Shared
import Storage

/// One change as the log has it; without key and body where only its outcome is asked for.
struct ChangeRow {
    let n: UInt64
    var key: [UInt8] = []
    let hash: Hash256
    let outcome: Trail.Outcome
    /// Nil when applied.
    let reason: String?
    /// Nil for a rejected one above its bound, which is kept by its h alone.
    var body: [UInt8]?
    /// How large the body is, kept or not; 0 where nobody asked.
    var bodyBytes = 0
}

/// How far a replica's chain is known, and what became of it until there.
struct ChainTop {
    let end: ChainEnd
    /// The hash of all outcomes, as an acknowledgement seals them.
    let outcomes: Hash256

    static func start(of replica: ReplicaID, in audit: AuditID) -> ChainTop {
        ChainTop(end: .start(of: replica, in: audit), outcomes: Trail.noOutcomes)
    }

    func after(_ hash: Hash256, _ outcome: Trail.Outcome) -> ChainTop {
        ChainTop(end: end.after(hash), outcomes: Trail.outcomes(after: outcomes, outcome))
    }

    func after(_ rows: some Sequence<ChangeRow>) -> ChainTop {
        rows.reduce(self) { $0.after($1.hash, $1.outcome) }
    }
}

/// The log of changes and what is known of each replica's chain.
struct ChainTables {
    let db: Database
    let audit: Int64

    /// How the server has a first writing, of which somebody says that she adopts it.
    enum Holding {
        /// Its author has brought it, or somebody who carried her own chain.
        case placed
        /// Only in carried chains that the server cannot place: nothing shows that it is hers.
        case unplaced
        case nowhere
    }

    // MARK: Chains

    /// Where the replica's chain ends; nil when nothing of it is known.
    func top(of replica: ReplicaID) throws -> ChainTop? {
        try db.first(
            """
            select chain.n, chain.hash, chain.outcomes
            from replica join chain on chain.audit = ? and chain.replica = replica.number
            where replica.id = ?
            """, audit, replica
        ) { try Self.top(of: replica, $0) }
    }

    func setTop(_ top: ChainTop, of replica: Int64) throws {
        try db.run(
            """
            insert into chain (audit, replica, n, hash, outcomes) values (?, ?, ?, ?, ?)
            on conflict (audit, replica) do update
            set n = excluded.n, hash = excluded.hash, outcomes = excluded.outcomes
            """, audit, replica, top.end.n, top.end.chain, top.outcomes)
    }

    private static func top(of replica: ReplicaID, _ row: Storage.Row) throws -> ChainTop {
        ChainTop(
            end: ChainEnd(
                dot: Dot(replica: replica, n: row.unsigned(0)), chain: try row.hash(1)),
            outcomes: try row.hash(2))
    }

    /// The audit-wide vector with each replica's chain hash, ascending by replica.
    func vector() throws -> [ChainEnd] {
        try db.rows(
            """
            select replica.id, chain.n, chain.hash
            from chain join replica on replica.number = chain.replica where chain.audit = ?
            order by replica.id
            """, audit
        ) {
            ChainEnd(
                dot: Dot(replica: try $0.identifier(0), n: $0.unsigned(1)), chain: try $0.hash(2))
        }
    }

    /// Whose each replica of the vector is.
    func people() throws -> [ReplicaID: PersonID] {
        let rows = try db.rows(
            """
            select replica.id, replica.person
            from chain join replica on replica.number = chain.replica where chain.audit = ?
            """, audit
        ) { (try $0.identifier(0) as ReplicaID, try $0.identifier(1) as PersonID) }
        return Dictionary(rows) { first, _ in first }
    }

    // MARK: Log

    /// Appends a change; only the last of a push has a trail, since a cursor stands at no other.
    func append(
        _ row: ChangeRow, of replica: Int64, at sequence: UInt64, trail: Hash256?, _ now: Int64
    ) throws {
        try db.run(
            """
            insert into change
                (audit, sequence, replica, n, outcome, received_ms, key, hash, reason, trail, body,
                body_bytes)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, audit, sequence, replica, row.n, Int64(row.outcome.code), now, row.key, row.hash,
            row.reason, trail, row.body, Int64(row.bodyBytes))
    }

    /// The trail hash at a sequence; nil when neither a push nor a healing ended there.
    func trail(at sequence: UInt64) throws -> Hash256? {
        let found = try db.first(
            "select trail from change where audit = ? and sequence = ?", audit, sequence
        ) { try $0.optional(0, $0.hash) }
        return try found ?? ReconcileTables(db: db, audit: audit).trail(at: sequence)
    }

    /// Hashes and outcomes of one replica's changes in a range of numbers, ascending; no bodies.
    func known(_ numbers: ClosedRange<UInt64>, of replica: Int64) throws -> [ChangeRow] {
        try db.rows(
            """
            select n, hash, outcome, reason from change
            where audit = ? and replica = ? and n between ? and ? order by n
            """, audit, replica, numbers.lowerBound, numbers.upperBound, read: Self.outcome)
    }

    /// When one of a replica's changes came, Unix milliseconds.
    func received(_ n: UInt64, of replica: Int64) throws -> UInt64? {
        try db.first(
            "select received_ms from change where audit = ? and replica = ? and n = ?",
            audit, replica, n
        ) { UInt64(clamping: $0.int(0)) }
    }

    /// The replica's changes above a number that were not applied, ascending.
    func refused(above n: UInt64, of replica: Int64) throws -> [ChangeRow] {
        try db.rows(
            """
            select n, hash, outcome, reason from change indexed by change_refused
            where audit = ? and replica = ? and n > ? and outcome <> 1 order by n
            """, audit, replica, n, read: Self.outcome)
    }

    private static func outcome(_ row: Storage.Row) throws -> ChangeRow {
        ChangeRow(
            n: row.unsigned(0), hash: try row.hash(1), outcome: try row.outcome(2),
            reason: row.optional(3, row.text))
    }

    /// The replica's changes from a number on, with bodies, until `bytesMax` is used up.
    func chain(of replica: Int64, from n: UInt64, bytesMax: Int) throws -> [ChangeRow] {
        var rows: [ChangeRow] = []
        var bytes = 0
        try db.eachWhile(
            """
            select n, key, hash, outcome, reason, body, body_bytes from change
            where audit = ? and replica = ? and n >= ? order by n
            """, audit, replica, n
        ) { row in
            let change = ChangeRow(
                n: row.unsigned(0), key: row.blob(1), hash: try row.hash(2),
                outcome: try row.outcome(3), reason: row.optional(4, row.text),
                body: row.optional(5, row.blob), bodyBytes: Int(clamping: row.int(6)))
            rows.append(change)
            bytes += change.key.count + (change.body?.count ?? 0) + 64
            return bytes < bytesMax
        }
        return rows
    }

    /// Where a chain stood is kept at every such number, so that none is hashed from its beginning.
    static let markEvery: UInt64 = 256

    func mark(_ top: ChainTop, of replica: Int64) throws {
        guard top.end.n > 0, top.end.n.isMultiple(of: Self.markEvery) else { return }
        try db.run(
            """
            insert or ignore into chain_mark (audit, replica, n, hash, outcomes)
            values (?, ?, ?, ?, ?)
            """, audit, replica, top.end.n, top.end.chain, top.outcomes)
    }

    /// Where a chain stood at a number up to its top: the last mark, and at most 255 changes more.
    ///
    /// - Parameter start: Where it begins.
    func top(of replica: Int64, at n: UInt64, from start: ChainTop) throws -> ChainTop {
        let mark = try db.first(
            """
            select n, hash, outcomes from chain_mark where audit = ? and replica = ? and n <= ?
            order by n desc limit 1
            """, audit, replica, n
        ) { try Self.top(of: start.end.replica, $0) }
        let known = mark ?? start
        guard known.end.n < n else { return known }
        return known.after(try self.known(known.end.n + 1...n, of: replica))
    }

    /// Whether an applied change of this key was first written as this dot and hash.
    func isApplied(_ first: FirstWriting, key: [UInt8]) throws -> Bool {
        let isInLog = try db.hasRow(
            """
            select 1 from change join replica on replica.number = change.replica
            where change.audit = ? and replica.id = ? and change.n = ?
                and change.hash = ? and change.key = ? and change.outcome = 1
            """, audit, first.dot.replica, first.dot.n, first.hash, key)
        return try isInLog || ReconcileTables(db: db, audit: audit).isLive(first, key: key)
            || isReissued(first, key: key)
    }

    func isReissued(_ first: FirstWriting, key: [UInt8]) throws -> Bool {
        try db.hasRow(
            """
            select 1 from reissue
            where audit = ? and replica = ? and n = ? and hash = ? and key = ? and is_applied = 1
            """, audit, first.dot.replica, first.dot.n, first.hash, key)
    }

    /// Whether any change was issued again; most audits have none, and need not look for each.
    func hasReissues() throws -> Bool {
        try db.hasRow(
            """
            select 1 from (select 1 from reissue where audit = ?1 limit 1)
            union all select 1 from (select 1 from unplaced_adoption where audit = ?1 limit 1)
            """, audit)
    }

    /// Notes the first writing of a re-issue that was taken; once applied it stays so.
    func insertReissue(_ first: FirstWriting, key: [UInt8], isApplied: Bool) throws {
        try db.run(
            """
            insert into reissue (audit, replica, n, hash, key, is_applied) values (?, ?, ?, ?, ?, ?)
            on conflict do update set is_applied = max(is_applied, excluded.is_applied)
            """, audit, first.dot.replica, first.dot.n, first.hash, key, isApplied)
    }

    /// Whether this first writing has taken effect while nothing showed whose it is.
    func isAdoptedUnplaced(_ first: FirstWriting, key: [UInt8]) throws -> Bool {
        try db.hasRow(
            """
            select 1 from unplaced_adoption
            where audit = ? and replica = ? and n = ? and hash = ? and key = ?
            """, audit, first.dot.replica, first.dot.n, first.hash, key)
    }

    func noteAdoptedUnplaced(_ first: FirstWriting, key: [UInt8]) throws {
        try db.run(
            """
            insert or ignore into unplaced_adoption (audit, replica, n, hash, key)
            values (?, ?, ?, ?, ?)
            """, audit, first.dot.replica, first.dot.n, first.hash, key)
    }

    /// How this first writing is held, whatever became of it and however it came wrapped.
    func holding(of first: FirstWriting, key: [UInt8]) throws -> Holding {
        let isPlaced = try db.hasRow(
            """
            select 1 from change join replica on replica.number = change.replica
            where change.audit = ? and replica.id = ? and change.n = ? and change.hash = ?
                and change.key = ?
            union all
            select 1 from reissue
            where audit = ?1 and replica = ?2 and n = ?3 and hash = ?4 and key = ?5
            """, audit, first.dot.replica, first.dot.n, first.hash, key)
        if isPlaced { return .placed }
        return try UnplacedTables(db: db, audit: audit).holds(first, key: key)
            ? .unplaced : .nowhere
    }
}

extension Row {
    func outcome(_ column: Int32) throws -> Trail.Outcome {
        guard let code = UInt8(exactly: int(column)), let outcome = Trail.Outcome(code: code)
        else { throw StorageError.unreadable("a change has the outcome \(int(column))") }
        return outcome
    }
}

/// One audit's log as its trail tells it: received changes and healed records in one order.
struct TrailTables {
    let db: Database
    let audit: Int64

    struct Row {
        let entry: TrailEntry
        let key: [UInt8]
        /// As stored; nil at most places.
        let trail: Hash256?
        /// Nil for a void change and a healed record.
        let body: [UInt8]?
    }

    /// Reads from a sequence on, ascending, until `read` returns false.
    func forEach(from sequence: UInt64, bodies: Bool, _ read: (Row) throws -> Bool) throws {
        try db.eachWhile(
            """
            select change.sequence, replica.id, change.n, change.hash, change.outcome,
                change.key, change.trail, iif(?3, change.body, null)
            from change join replica on replica.number = change.replica
            where change.audit = ?1 and change.sequence >= ?2
            union all
            select healed.sequence, replica.id, 0, healed.digest, 0, healed.key, healed.trail, null
            from healed join replica on replica.number = healed.replica
            where healed.audit = ?1 and healed.sequence >= ?2 order by 1
            """, audit, sequence, bodies
        ) { try read(try Self.row($0)) }
    }

    private static func row(_ row: Storage.Row) throws -> Row {
        let key = row.blob(5)
        let dot = Dot(replica: try row.identifier(1), n: row.unsigned(2))
        let hash = try row.hash(3)
        let event: TrailEntry.Event =
            if row.int(4) == 0 {
                .healed(by: dot.replica, digest: hash)
            } else {
                .change(dot, hash: hash, try row.outcome(4))
            }
        return Row(
            entry: TrailEntry(
                sequence: row.unsigned(0), kind: RecordKey.kindCode(of: key), event: event),
            key: key, trail: try row.optional(6, row.hash), body: row.optional(7, row.blob))
    }
}
