import GRDB
import Shared
import Storage

/// One change as the log has it.
struct ChangeRow {
    let n: UInt64
    let key: [UInt8]
    let hash: Hash256
    let outcome: Trail.Outcome
    /// Nil when applied.
    let reason: String?
    /// Nil for a rejected one above its bound, which is kept by its h alone.
    let body: [UInt8]?
    /// How large the body is, kept or not; 0 where nobody asked.
    var bodyBytes = 0
}

/// How far a replica's chain is known, and its hashes there.
struct ChainTop {
    let n: UInt64
    let hash: Hash256
    /// The hash of all outcomes, as an acknowledgement seals them.
    let outcomes: Hash256

    /// The top of a chain of which nothing is known.
    static func start(of replica: ReplicaID, in audit: AuditID) -> ChainTop {
        ChainTop(
            n: 0, hash: ChangeHash.chainStart(audit: audit, replica: replica),
            outcomes: Trail.noOutcomes)
    }

    /// The top after these changes, which follow this one.
    func after(_ rows: some Sequence<ChangeRow>) -> ChainTop {
        rows.reduce(self) { top, row in
            ChainTop(
                n: row.n, hash: ChangeHash.chain(after: top.hash, row.hash),
                outcomes: Trail.outcomes(after: top.outcomes, row.outcome))
        }
    }
}

/// The log of changes and what is known of each replica's chain.
struct ChainTables {
    let db: Database
    /// The audit's number.
    let audit: Int64

    // MARK: Chains

    /// The last number of the replica's chain, nil when nothing of it is known.
    func top(of replica: Int64) throws -> ChainTop? {
        try db.first(
            "select n, hash, outcomes from chain where audit = ? and replica = ?", audit, replica
        ) {
            ChainTop(n: $0.unsigned(0), hash: try $0.hash(1), outcomes: try $0.hash(2))
        }
    }

    func setTop(_ top: ChainTop, of replica: Int64) throws {
        try db.run(
            """
            insert into chain (audit, replica, n, hash, outcomes) values (?, ?, ?, ?, ?)
            on conflict (audit, replica) do update
            set n = excluded.n, hash = excluded.hash, outcomes = excluded.outcomes
            """, audit, replica, top.n, top.hash, top.outcomes)
    }

    /// The audit-wide vector with each replica's chain hash, ascending by replica.
    func vector() throws -> [ChainEntry] {
        try db.rows(
            """
            select replica.id, chain.n, chain.hash
            from chain join replica on replica.number = chain.replica
            where chain.audit = ?
            order by replica.id
            """, audit
        ) {
            ChainEntry(
                dot: Dot(replica: try $0.identifier(0), n: $0.unsigned(1)),
                chain: try $0.hash(2))
        }
    }

    // MARK: Log

    /// What becomes one row of the log.
    struct Entry {
        let sequence: UInt64
        let replica: Int64
        let row: ChangeRow
        /// Only of the last change of a push, which is all that a cursor can stand at.
        let trail: Hash256?
        let receivedMilliseconds: Int64
    }

    func append(_ entry: Entry) throws {
        let insert = try SQLStatement(
            """
            insert into change
                (audit, sequence, replica, n, outcome, received_ms, key, hash, reason, trail, body,
                body_bytes)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, in: db)
        insert.bind(1, audit)
        insert.bind(2, entry.sequence)
        insert.bind(3, entry.replica)
        insert.bind(4, entry.row.n)
        insert.bind(5, Int64(entry.row.outcome.code))
        insert.bind(6, entry.receivedMilliseconds)
        insert.bind(7, entry.row.key)
        insert.bind(8, entry.row.hash)
        insert.bind(9, entry.row.reason)
        insert.bind(10, entry.trail)
        insert.bind(11, entry.row.body)
        insert.bind(12, Int64(entry.row.bodyBytes))
        try insert.run()
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
            where audit = ? and replica = ? and n between ? and ?
            order by n
            """, audit, replica, numbers.lowerBound, numbers.upperBound
        ) {
            ChangeRow(
                n: $0.unsigned(0), key: [], hash: try $0.hash(1),
                outcome: try $0.outcome(2), reason: $0.optional(3, $0.text), body: nil)
        }
    }

    /// The replica's changes above a number that were not applied, ascending.
    func refused(above n: UInt64, of replica: Int64) throws -> [ChangeRow] {
        try db.rows(
            """
            select n, hash, outcome, reason from change indexed by change_refused
            where audit = ? and replica = ? and n > ? and outcome <> 1
            order by n
            """, audit, replica, n
        ) {
            ChangeRow(
                n: $0.unsigned(0), key: [], hash: try $0.hash(1),
                outcome: try $0.outcome(2), reason: $0.optional(3, $0.text), body: nil)
        }
    }

    /// The replica's changes from a number on, with bodies, until `bytesMax` is used up.
    func chain(of replica: Int64, from n: UInt64, bytesMax: Int) throws -> [ChangeRow] {
        var rows: [ChangeRow] = []
        var bytes = 0
        try db.eachWhile(
            """
            select n, key, hash, outcome, reason, body, body_bytes from change
            where audit = ? and replica = ? and n >= ?
            order by n
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
}

extension SQLStatement {
    fileprivate func outcome(_ column: Int32) throws -> Trail.Outcome {
        guard let code = UInt8(exactly: int(column)), let outcome = Trail.Outcome(code: code)
        else { throw StorageError.unreadable("a change has the outcome \(int(column))") }
        return outcome
    }
}
