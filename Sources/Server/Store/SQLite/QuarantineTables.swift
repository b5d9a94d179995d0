import Foundation
import Shared
import Storage

/// What one audit keeps for its leads, and what they made of it.
struct QuarantineTables {
    let db: Database
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
        /// The one that wrote the change, or brought the record.
        let replica: ReplicaID
        /// The number of a change; nil for a record.
        let n: UInt64?
        let receivedMilliseconds: Int64
        let key: [UInt8]
        let reason: String
        /// A change's body, a record's image.
        let bytes: [UInt8]
        let resolution: Resolution?

        enum Origin {
            case log(sequence: UInt64)
            /// A record that contradicts the log.
            case record
            /// A carried change that the server cannot place, by the key that signed it.
            case unplaced(number: Int64, publicKey: [UInt8], carrier: PersonID)
        }

        var sequence: UInt64? {
            guard case .log(let sequence) = origin else { return nil }
            return sequence
        }

        var place: QuarantinePlace {
            switch origin {
            case .record: .record(receivedMilliseconds: receivedMilliseconds, digest: item)
            case .unplaced(let number, _, _): .unplaced(number: number)
            case .log(let sequence): .log(sequence: sequence)
            }
        }

        var change: Change? {
            guard let n, let key = RecordKey(bytes: key) else { return nil }
            return try? Change(key: key, dot: Dot(replica: replica, n: n), bytes: bytes)
        }
    }

    // MARK: Reading

    /// A page of what comes behind a place, or from the beginning: records, carried changes that
    /// the server cannot place, then changes of the log.
    ///
    /// - Returns: The rows, and the place of the last one where more come behind it.
    func page(
        after last: QuarantinePlace?, waitingOnly: Bool
    ) throws -> (rows: [Row], next: QuarantinePlace?) {
        var page = Page()
        let open = waitingOnly ? " and settlement.verdict is null" : ""
        let last = last ?? .record(receivedMilliseconds: .min, digest: .zero)
        let (unplaced, sequence) = last.behind
        if case .record(let time, let digest) = last {
            try db.eachWhile(
                Self.records + open
                    + """
                     and (kept.received_ms > ? or kept.received_ms = ? and kept.digest > ?)
                    order by kept.received_ms, kept.digest
                    """, audit, time, time, digest
            ) { page.take(try Self.row($0)) }
        }
        if !page.isOver, unplaced < .max {
            try db.eachWhile(
                Self.unplaced + open + " and kept.number > ? order by kept.number", audit, unplaced
            ) { page.take(try Self.row($0)) }
        }
        if !page.isOver {
            try db.eachWhile(
                Self.changes + open + " and change.sequence > ? order by change.sequence", audit,
                sequence
            ) { page.take(try Self.row($0)) }
        }
        return (page.rows, page.isOver ? page.rows.last?.place : nil)
    }

    private struct Page {
        private(set) var rows: [Row] = []
        /// Whether there was a row that had no room.
        private(set) var isOver = false
        private var bytes = 0

        /// Returns whether more may come.
        mutating func take(_ row: Row) -> Bool {
            guard rows.count < 1000, bytes < 1 << 20 else {
                isOver = true
                return false
            }
            rows.append(row)
            bytes += row.bytes.count + row.reason.utf8.count
            return true
        }
    }

    /// Everything kept whose hash begins with these bytes; at most two, which tells enough.
    func rows(item first: [UInt8]) throws -> [Row] {
        // Longer than any hash, so that it lies behind all of them that begin alike.
        let last = first + [UInt8](repeating: 0xFF, count: 33)
        return try [
            Self.changes + " and change.hash >= ? and change.hash < ? limit 2",
            Self.records + " and kept.digest >= ? and kept.digest < ? limit 2",
            Self.unplaced + " and kept.hash >= ? and kept.hash < ? limit 2",
        ].flatMap { try db.rows($0, audit, first, last, read: Self.row) }
    }

    // All three read the same columns, null where they do not apply.
    // `outcome <> 1` is what the partial index says; SQLite does not conclude it from the 3.
    private static let changes = """
        select change.hash, replica.id, change.received_ms, change.key, change.reason,
            change.body, settlement.verdict, settlement.person, settlement.settled_ms,
            settlement.reason, change.sequence, change.n, null, null, null
        from change join replica on replica.number = change.replica
        left join settlement on settlement.audit = change.audit and settlement.item = change.hash
        where change.audit = ? and change.outcome <> 1 and change.outcome = 3
        """

    private static let records = """
        select kept.digest, replica.id, kept.received_ms, kept.key, kept.reason, kept.image,
            settlement.verdict, settlement.person, settlement.settled_ms, settlement.reason,
            null, null, null, null, null
        from set_aside as kept join replica on replica.number = kept.replica
        left join settlement on settlement.audit = kept.audit and settlement.item = kept.digest
        where kept.audit = ?
        """

    // What its author brought since, under the same number, is in the log and decided there.
    private static let unplaced = """
        select kept.hash, chain.replica, kept.received_ms, kept.key, 'unplaced: ' || chain.reason,
            kept.body, settlement.verdict, settlement.person, settlement.settled_ms,
            settlement.reason, null, kept.n, chain.public_key, kept.carrier, kept.number
        from unplaced_change as kept
        join unplaced_chain as chain on chain.number = kept.chain
        left join settlement on settlement.audit = kept.audit and settlement.item = kept.hash
        where kept.audit = ? and not exists (
            select 1 from change join replica on replica.number = change.replica
            where replica.id = chain.replica and change.audit = kept.audit
                and change.n = kept.n and change.hash = kept.hash)
        """

    private static func row(_ row: Storage.Row) throws -> Row {
        let origin: Row.Origin =
            if !row.isNull(10) {
                .log(sequence: row.unsigned(10))
            } else if row.isNull(12) {
                .record
            } else {
                .unplaced(
                    number: row.int(14), publicKey: row.blob(12), carrier: try row.identifier(13))
            }
        return Row(
            origin: origin, item: try row.hash(0), replica: try row.identifier(1),
            n: row.optional(11, row.unsigned), receivedMilliseconds: row.int(2), key: row.blob(3),
            reason: row.text(4), bytes: row.blob(5),
            resolution: row.isNull(6) ? nil : try resolution(row))
    }

    private static func resolution(_ row: Storage.Row) throws -> Resolution {
        guard let kind = Resolution.Kind(code: row.int(6))
        else { throw StorageError.unreadable("a settlement has the verdict \(row.int(6))") }
        return Resolution(
            kind, by: try row.identifier(7), at: Date(unixMilliseconds: row.int(8)),
            reason: row.text(9))
    }

    // MARK: Files

    static let filesSchema = """
        -- One row is a file that a change names which is kept for the leads: it may come with it.
        create table quarantined_file (
            audit integer not null references audit (number),
            hash blob not null check (length(hash) = 32),
            person blob not null check (length(person) = 16), -- the author, or who carried it
            primary key (audit, hash, person)
        ) strict, without rowid;

        -- What was quarantined is found by its hash, however much there is.
        create index change_quarantined on change (audit, hash) where outcome = 3;
        """

    /// Notes the files that a change names which had no effect, and who may bring them.
    func noteFiles(of change: Change, by person: PersonID) throws {
        for write in change.body.writes {
            guard let hash = write.evidence else { continue }
            try db.run(
                "insert or ignore into quarantined_file (audit, hash, person) values (?, ?, ?)",
                audit, hash, person)
        }
    }

    func isNamed(_ file: Hash256, by ids: [PersonID]) throws -> Bool {
        try ids.contains {
            try db.hasRow(
                """
                select 1 from quarantined_file where audit = ? and hash = ? and person = ?
                """, audit, file, $0)
        }
    }

    // MARK: Telling

    /// What tells one state of the list from every other; 0 while nothing was ever kept.
    func stamp() throws -> UInt64 {
        try db.first("select ordinal from quarantine_stamp where audit = ?", audit) {
            $0.unsigned(0)
        } ?? 0
    }

    /// Notes that the list is another one.
    func noteNews(at now: Int64) throws {
        // By the clock too, so that a server that was put back gives none a second time.
        try db.run(
            """
            insert into quarantine_stamp (audit, ordinal) values (?1, max(1, ?2))
            on conflict (audit) do update set ordinal = max(ordinal + 1, excluded.ordinal)
            """, audit, now)
    }

    /// The ordinal of what a lead made last of somebody's changes; 0 for nothing.
    func lastOrdinal(of author: PersonID) throws -> UInt64 {
        try db.first(
            "select max(ordinal) from settlement where audit = ? and author = ?", audit, author
        ) { $0.unsigned(0) } ?? 0
    }

    /// What leads made of somebody's changes behind an ordinal, ascending, until `bytesMax` of
    /// reasons is used up.
    func told(
        to author: PersonID, above ordinal: UInt64, bytesMax: Int
    ) throws -> [(resolution: WireResolution, ordinal: UInt64)] {
        var told: [(resolution: WireResolution, ordinal: UInt64)] = []
        var bytes = 0
        try db.eachWhile(
            """
            select replica.id, settlement.n, settlement.ordinal, '', '', '', settlement.verdict,
                settlement.person, settlement.settled_ms, settlement.reason
            from settlement join replica on replica.number = settlement.replica
            where settlement.audit = ? and settlement.author = ? and settlement.ordinal > ?
            order by settlement.ordinal
            """, audit, author, ordinal
        ) { row in
            let resolution = try Self.resolution(row)
            var wire = WireResolution()
            wire.replica = (try row.identifier(0) as ReplicaID).data
            wire.n = row.unsigned(1)
            wire.kind = resolution.kind == .adopted ? .adopted : .discarded
            wire.person = resolution.person.data
            wire.resolvedMilliseconds = row.int(8)
            wire.reason = resolution.reason
            told.append((wire, row.unsigned(2)))
            bytes += resolution.reason.utf8.count + 64
            return bytes < bytesMax
        }
        return told
    }

    // MARK: Writing

    /// Notes what a lead made of something; an adoption is final, a discard is not.
    func settle(_ row: Row, _ resolution: Resolution) throws {
        // Nobody is known who could be told of what could not be placed.
        let author = row.sequence == nil ? nil : try IdentityTables(db: db).known(row.replica)
        // At least the time, so that a database that was put back gives no ordinal a second time.
        let milliseconds = resolution.date.unixMilliseconds
        let time = UInt64(max(0, milliseconds))
        let ordinal = try author.map { max(try lastOrdinal(of: $0.person) + 1, time) } ?? 0
        try db.run(
            """
            insert into settlement (
                audit, item, verdict, person, settled_ms, reason, author, replica, n, ordinal)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            on conflict (audit, item) do update set verdict = excluded.verdict,
                person = excluded.person, settled_ms = excluded.settled_ms,
                reason = excluded.reason, ordinal = excluded.ordinal
            where verdict <> 1
            """, audit, row.item, resolution.kind.code, resolution.person, milliseconds,
            resolution.reason, author?.person, author?.number, row.n, ordinal)
    }
}
