import Shared
import Storage

/// One record as stored, with what decides whether a pull leaves it out.
struct RecordRow {
    /// Nil until it is inserted.
    let number: Int64?
    /// The sequence of its last applied change.
    var sequence: UInt64
    /// The replica of its last applied change.
    var writer: Int64
    /// The sequence of the last applied change by anyone else, 0 when there is none.
    var before: UInt64
    var digest: Hash256
    var record: Record
}

/// The records of one audit.
struct RecordTable {
    let db: Database
    let audit: Int64

    func record(_ key: [UInt8]) throws -> RecordRow? {
        try db.first(
            """
            select number, sequence, writer, before, digest, image from record
            where audit = ? and key = ?
            """, audit, key
        ) { row in
            RecordRow(
                number: row.int(0), sequence: row.unsigned(1), writer: row.int(2),
                before: row.unsigned(3), digest: try row.hash(4),
                record: try Self.record(row.blob(5), key: key))
        }
    }

    /// Inserts the row, or updates it when it has a number.
    func save(_ row: RecordRow, key: [UInt8]) throws {
        let image = row.record.encoded()
        guard let number = row.number else {
            return try db.run(
                """
                insert into record (audit, sequence, writer, before, key, digest, image)
                values (?, ?, ?, ?, ?, ?, ?)
                """, audit, row.sequence, row.writer, row.before, key, row.digest, image)
        }
        try db.run(
            """
            update record set sequence = ?, writer = ?, before = ?, digest = ?, image = ?
            where number = ?
            """, row.sequence, row.writer, row.before, row.digest, image, number)
    }

    /// A record on its way out; `image` is lent until the next one.
    struct FeedItem {
        let sequence: UInt64
        let digest: Hash256
        let image: UnsafeRawBufferPointer
    }

    /// Whose work a pull leaves out, and up to where the puller has everybody else's.
    struct LeftOut {
        let writer: Int64
        let floor: UInt64
    }

    /// Lends the records above a sequence, ascending, until `read` returns false.
    func feed(
        after position: UInt64, leavingOut own: LeftOut?, _ read: (FeedItem) throws -> Bool
    ) throws {
        // No replica has the number -1, so that nothing is left out.
        try db.eachWhile(
            """
            select sequence, digest, image from record
            where audit = ? and sequence > ? and not (writer = ? and before <= ?)
            order by sequence
            """, audit, position, own?.writer ?? -1, own?.floor ?? 0
        ) { row in
            let sequence = row.unsigned(0)
            let digest = try row.hash(1)
            return try row.withBlob(2) {
                try read(FeedItem(sequence: sequence, digest: digest, image: $0))
            }
        }
    }

    /// The keys of what was written since, in the order in which it was.
    func keys(after position: UInt64) throws -> [RecordKey] {
        let statement = """
            select key from record where audit = ? and sequence > ? order by sequence
            """
        return try db.rows(statement, audit, position) { row in
            let key = row.blob(0)
            guard let read = RecordKey(bytes: key)
            else { throw StorageError.unreadable("record \(key.hex): its key") }
            return read
        }
    }

    /// Lends one record; nothing where there is none.
    func lend(_ key: [UInt8], _ read: (FeedItem) -> Void) throws {
        try db.each(
            "select sequence, digest, image from record where audit = ? and key = ?", audit, key
        ) { row in
            let sequence = row.unsigned(0)
            let digest = try row.hash(1)
            row.withBlob(2) { read(FeedItem(sequence: sequence, digest: digest, image: $0)) }
        }
    }

    /// Reads the records behind a key, ascending, until `read` returns false: the plan, then
    /// components, then component states.
    func all(after key: [UInt8], _ read: (Record, _ key: [UInt8]) throws -> Bool) throws {
        try db.eachWhile(
            "select key, image from record where audit = ? and key > ? order by key", audit, key
        ) { row in
            let key = row.blob(0)
            return try read(try Self.record(row.blob(1), key: key), key)
        }
    }

    /// Reads the records whose keys lie from the first one on and before the last, ascending.
    func records(
        from first: [UInt8], to last: [UInt8], _ read: (Record) throws -> Void
    ) throws {
        try db.each(
            "select key, image from record where audit = ? and key >= ? and key < ? order by key",
            audit, first, last
        ) { try read(try Self.record($0.blob(1), key: $0.blob(0))) }
    }

    private static func record(_ image: [UInt8], key: [UInt8]) throws -> Record {
        do throws(ChangeError) { return try Record(decoding: image) } catch {
            throw StorageError.unreadable("record \(key.hex): \(error.reason)")
        }
    }

    /// Key and digest of every record, ascending by key.
    func digests(_ read: ([UInt8], Hash256) throws -> Void) throws {
        try db.each("select key, digest from record where audit = ? order by key", audit) {
            try read($0.blob(0), try $0.hash(1))
        }
    }
}
