import GRDB
import Shared
import Storage

/// What a lead made of something that was kept.
package enum QuarantineResolution: String, CaseIterable, Codable, Sendable {
    /// It took effect, under its author's name.
    case adopted
    /// It never will, unless somebody adopts it after all; it stays where it is.
    case discarded
}

/// What one audit keeps for its leads, and what they made of it.
struct QuarantineTables {
    let db: Database
    /// The audit's number.
    let audit: Int64

    static let schema = """
        -- One row is what a lead made of a change or record that was kept for the leads.
        create table settlement (
            audit integer not null references audit (number),
            item blob not null check (length(item) = 32), -- h of a change, digest of a record
            verdict integer not null check (verdict in (1, 2)), -- adopted, discarded
            person blob not null check (length(person) = 16), -- the lead
            settled_ms integer not null,
            reason text not null, -- why it was discarded; empty when it was adopted
            -- For the one whose change it is, who is told what became of it: her person, the
            -- replica's number and the change's n. Null for a record that was set aside.
            author blob check (length(author) = 16),
            replica integer,
            n integer,
            -- Ascends with each verdict on one of her changes, so also with another one on the same
            -- change; 0 where nobody is told.
            ordinal integer not null default 0,
            primary key (audit, item)
        ) strict, without rowid;

        create index settlement_by_ordinal on settlement (audit, author, ordinal);
        """

    /// Something that is kept: a change that had no effect, or a record that was set aside.
    struct Row {
        let origin: Origin
        /// h of a change, digest of a record.
        let item: Hash256
        /// Who wrote the change, or brought the record.
        let replica: ReplicaID
        /// The number of a change; nil for a record.
        let n: UInt64?
        let receivedMilliseconds: Int64
        let key: [UInt8]
        let reason: String
        /// A change's body, a record's image.
        let bytes: [UInt8]
        let settlement: Settlement?

        /// How it came here.
        enum Origin {
            /// A change of the log, by its sequence.
            case log(sequence: UInt64)
            /// A record that contradicts the log.
            case record
            /// A carried change that the server cannot place: by whose key it was signed, and who
            /// brought it.
            case unplaced(publicKey: [UInt8], carrier: PersonID)
        }

        /// Its place in the log; nil for whatever is not in it.
        var sequence: UInt64? {
            guard case .log(let sequence) = origin else { return nil }
            return sequence
        }

        /// The change, where it is one that this version can read.
        var change: Change? {
            guard let n, let key = RecordKey(bytes: key) else { return nil }
            return try? Change(key: key, dot: Dot(replica: replica, n: n), bytes: bytes)
        }
    }

    /// What a lead made of it.
    struct Settlement {
        let verdict: QuarantineResolution
        let person: PersonID
        let milliseconds: Int64
        let reason: String
    }

    // MARK: Reading

    /// Changes from a sequence on, in the order in which they came.
    func changes(from sequence: UInt64, atMost count: Int) throws -> [Row] {
        try db.rows(
            Self.changes + " and change.sequence >= ? order by change.sequence limit ?",
            audit, sequence, count, read: Self.change)
    }

    /// Records that were set aside, in the order in which they came.
    func records(atMost count: Int) throws -> [Row] {
        try db.rows(
            Self.records + " order by kept.received_ms, kept.digest limit ?",
            audit, count, read: Self.record)
    }

    /// Carried changes that the server cannot place, as they came; what waits for a lead first.
    func unplaced(atMost count: Int) throws -> [Row] {
        try db.rows(
            Self.unplaced + " order by settlement.verdict is not null, kept.number limit ?",
            audit, count, read: Self.unplaced)
    }

    /// Everything kept whose hash begins with these bytes; at most two, which tells enough.
    func rows(item first: [UInt8]) throws -> [Row] {
        // Longer than any hash, so that it lies behind all of them that begin alike.
        let last = first + [UInt8](repeating: 0xFF, count: 33)
        var rows: [Row] = []
        for (sql, read) in [
            (Self.changes + " and change.hash >= ? and change.hash < ? limit 2", Self.change),
            (Self.records + " and kept.digest >= ? and kept.digest < ? limit 2", Self.record),
            (Self.unplaced + " and kept.hash >= ? and kept.hash < ? limit 2", Self.unplaced),
        ] {
            rows += try db.rows(sql, audit, first, last, read: read)
        }
        return rows
    }

    // `outcome <> 1` is what the partial index says; SQLite does not conclude it from the 3.
    private static let changes = """
        select change.hash, replica.id, change.received_ms, change.key, change.reason,
            change.body, settlement.verdict, settlement.person, settlement.settled_ms,
            settlement.reason, change.sequence, change.n
        from change
        join replica on replica.number = change.replica
        left join settlement on settlement.audit = change.audit and settlement.item = change.hash
        where change.audit = ? and change.outcome <> 1 and change.outcome = 3
        """

    private static let records = """
        select kept.digest, replica.id, kept.received_ms, kept.key, kept.reason, kept.image,
            settlement.verdict, settlement.person, settlement.settled_ms, settlement.reason
        from set_aside as kept
        join replica on replica.number = kept.replica
        left join settlement on settlement.audit = kept.audit and settlement.item = kept.digest
        where kept.audit = ?
        """

    // What its author brought since, under the same number, is in the log and decided there.
    private static let unplaced = """
        select kept.hash, chain.replica, kept.received_ms, kept.key, 'unplaced: ' || chain.reason,
            kept.body, settlement.verdict, settlement.person, settlement.settled_ms,
            settlement.reason, chain.public_key, kept.n, kept.carrier
        from unplaced_change as kept
        join unplaced_chain as chain on chain.number = kept.chain
        left join settlement on settlement.audit = kept.audit and settlement.item = kept.hash
        where kept.audit = ? and not exists (
            select 1 from change
            join replica on replica.number = change.replica
            where replica.id = chain.replica and change.audit = kept.audit
                and change.n = kept.n and change.hash = kept.hash)
        """

    private static func change(_ row: SQLStatement) throws -> Row {
        try self.row(row, .log(sequence: row.unsigned(10)), n: row.unsigned(11))
    }

    private static func record(_ row: SQLStatement) throws -> Row {
        try self.row(row, .record, n: nil)
    }

    private static func unplaced(_ row: SQLStatement) throws -> Row {
        let carrier: PersonID = try row.identifier(12)
        return try self.row(
            row, .unplaced(publicKey: row.blob(10), carrier: carrier), n: row.unsigned(11))
    }

    private static func row(_ row: SQLStatement, _ origin: Row.Origin, n: UInt64?) throws -> Row {
        Row(
            origin: origin, item: try row.hash(0), replica: try row.identifier(1), n: n,
            receivedMilliseconds: row.int(2), key: row.blob(3), reason: row.text(4),
            bytes: row.blob(5), settlement: row.isNull(6) ? nil : try settlement(row))
    }

    private static func settlement(_ row: SQLStatement) throws -> Settlement {
        guard let verdict = QuarantineResolution.allCases.first(where: { $0.code == row.int(6) })
        else { throw StorageError.unreadable("a settlement has the verdict \(row.int(6))") }
        return Settlement(
            verdict: verdict, person: try row.identifier(7), milliseconds: row.int(8),
            reason: row.text(9))
    }

    // MARK: Telling

    /// What an author is told of one of her changes.
    struct Told {
        let replica: ReplicaID
        let n: UInt64
        let settlement: Settlement
        /// Its place among all that she is told of in this audit.
        let ordinal: UInt64
    }

    /// The ordinal of what a lead made last of somebody's changes; 0 for nothing.
    func lastOrdinal(of author: PersonID) throws -> UInt64 {
        try db.first(
            "select max(ordinal) from settlement where audit = ? and author = ?", audit, author
        ) { $0.unsigned(0) } ?? 0
    }

    /// What leads made of somebody's changes behind an ordinal, ascending, until `bytesMax` of
    /// reasons is used up.
    func told(to author: PersonID, above ordinal: UInt64, bytesMax: Int) throws -> [Told] {
        var told: [Told] = []
        var bytes = 0
        try db.eachWhile(
            """
            select replica.id, settlement.n, settlement.ordinal, '', '', '', settlement.verdict,
                settlement.person, settlement.settled_ms, settlement.reason
            from settlement
            join replica on replica.number = settlement.replica
            where settlement.audit = ? and settlement.author = ? and settlement.ordinal > ?
            order by settlement.ordinal
            """, audit, author, ordinal
        ) { row in
            let settlement = try Self.settlement(row)
            told.append(
                Told(
                    replica: try row.identifier(0), n: row.unsigned(1), settlement: settlement,
                    ordinal: row.unsigned(2)))
            bytes += settlement.reason.utf8.count + 64
            return bytes < bytesMax
        }
        return told
    }

    // MARK: Writing

    /// Notes what a lead made of something; an adoption is final, a discard is not.
    func settle(_ row: Row, _ settlement: Settlement) throws {
        // Of what could not be placed nobody is known to whom it could be told.
        let author =
            row.sequence == nil ? nil : try IdentityTables(db: db).known(row.replica)
        let ordinal = try author.map { try nextOrdinal(of: $0.person, settlement) } ?? 0
        try db.run(
            """
            insert into settlement (
                audit, item, verdict, person, settled_ms, reason, author, replica, n, ordinal)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            on conflict (audit, item) do update set verdict = excluded.verdict,
                person = excluded.person, settled_ms = excluded.settled_ms,
                reason = excluded.reason, ordinal = excluded.ordinal
            where verdict <> 1
            """, audit, row.item, settlement.verdict.code, settlement.person,
            settlement.milliseconds, settlement.reason, author?.person, author?.number, row.n,
            ordinal)
    }

    /// At least the time, so that a database that was put back gives no ordinal a second time.
    private func nextOrdinal(of author: PersonID, _ settlement: Settlement) throws -> UInt64 {
        max(try lastOrdinal(of: author) + 1, UInt64(max(0, settlement.milliseconds)))
    }
}

extension QuarantineResolution {
    fileprivate var code: Int64 {
        switch self {
        case .adopted: 1
        case .discarded: 2
        }
    }
}
