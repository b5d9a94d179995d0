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
        let select = try SQLStatement(
            "select n, hash, outcomes from chain where audit = ? and replica = ?", in: db)
        select.bind(1, audit)
        select.bind(2, replica)
        return try select.first {
            ChainTop(n: $0.unsigned(0), hash: try $0.hash(1), outcomes: try $0.hash(2))
        }
    }

    func setTop(_ top: ChainTop, of replica: Int64) throws {
        let upsert = try SQLStatement(
            """
            insert into chain (audit, replica, n, hash, outcomes) values (?, ?, ?, ?, ?)
            on conflict (audit, replica) do update
            set n = excluded.n, hash = excluded.hash, outcomes = excluded.outcomes
            """, in: db)
        upsert.bind(1, audit)
        upsert.bind(2, replica)
        upsert.bind(3, top.n)
        upsert.bind(4, top.hash)
        upsert.bind(5, top.outcomes)
        try upsert.run()
    }

    /// The audit-wide vector with each replica's chain hash, ascending by replica.
    func vector() throws -> [ChainEntry] {
        let select = try SQLStatement(
            """
            select replica.id, chain.n, chain.hash
            from chain join replica on replica.number = chain.replica
            where chain.audit = ?
            order by replica.id
            """, in: db)
        select.bind(1, audit)
        return try select.all {
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
        let select = try SQLStatement(
            "select trail from change where audit = ? and sequence = ?", in: db)
        select.bind(1, audit)
        select.bind(2, sequence)
        let found = try select.first { $0.isNull(0) ? nil : try $0.hash(0) }
        return try found ?? ReconcileTables(db: db, audit: audit).trail(at: sequence)
    }

    /// Hashes and outcomes of one replica's changes in a range of numbers, ascending; no bodies.
    func known(_ numbers: ClosedRange<UInt64>, of replica: Int64) throws -> [ChangeRow] {
        let select = try SQLStatement(
            """
            select n, hash, outcome, reason from change
            where audit = ? and replica = ? and n between ? and ?
            order by n
            """, in: db)
        select.bind(1, audit)
        select.bind(2, replica)
        select.bind(3, numbers.lowerBound)
        select.bind(4, numbers.upperBound)
        return try select.all {
            ChangeRow(
                n: $0.unsigned(0), key: [], hash: try $0.hash(1),
                outcome: try $0.outcome(2), reason: $0.isNull(3) ? nil : $0.text(3), body: nil)
        }
    }

    /// The replica's changes above a number that were not applied, ascending.
    func refused(above n: UInt64, of replica: Int64) throws -> [ChangeRow] {
        let select = try SQLStatement(
            """
            select n, hash, outcome, reason from change indexed by change_refused
            where audit = ? and replica = ? and n > ? and outcome <> 1
            order by n
            """, in: db)
        select.bind(1, audit)
        select.bind(2, replica)
        select.bind(3, n)
        return try select.all {
            ChangeRow(
                n: $0.unsigned(0), key: [], hash: try $0.hash(1),
                outcome: try $0.outcome(2), reason: $0.isNull(3) ? nil : $0.text(3), body: nil)
        }
    }

    /// The replica's changes from a number on, with bodies, until `bytesMax` is used up.
    func chain(of replica: Int64, from n: UInt64, bytesMax: Int) throws -> [ChangeRow] {
        let select = try SQLStatement(
            """
            select n, key, hash, outcome, reason, body, body_bytes from change
            where audit = ? and replica = ? and n >= ?
            order by n
            """, in: db)
        select.bind(1, audit)
        select.bind(2, replica)
        select.bind(3, n)
        var rows: [ChangeRow] = []
        var bytes = 0
        try select.forEach { row in
            let change = ChangeRow(
                n: row.unsigned(0), key: row.blob(1), hash: try row.hash(2),
                outcome: try row.outcome(3), reason: row.isNull(4) ? nil : row.text(4),
                body: row.isNull(5) ? nil : row.blob(5), bodyBytes: Int(clamping: row.int(6)))
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
