import Foundation
import GRDB
package import Shared
package import struct Shared.Record
import Storage

/// An audit's local number and its sums.
struct AuditRow {
    let number: Int64
    let id: AuditID
    let isOnServer: Bool
    let cursor: [UInt8]?
    let root: Hash256
}

extension ClientStore {
    /// The audits this laptop has, in the order they came.
    package func audits() throws -> [AuditID] {
        try file.read(Self.audits)
    }

    static func audits(_ database: Database) throws -> [AuditID] {
        var result: [AuditID] = []
        let rows = try SQLStatement("select id from audit order by number", in: database)
        while try rows.step() {
            result.append(try rows.identifier(0))
        }
        return result
    }

    /// The plan of an audit; nil when this laptop does not have the audit.
    package func plan(_ audit: AuditID) throws -> Plan? {
        try record(.plan(audit)).map(Plan.init)
    }

    /// One record as shown; nil when nothing of it is known.
    package func record(_ key: RecordKey) throws -> Record? {
        try file.read { database in
            guard let audit = try Self.audit(key.audit, database) else { return nil }
            return try Self.shown(key, audit: audit.number, database)
        }
    }

    static let selectRecords = """
        select coalesce(shown, pulled)
        from record
        where audit = ?1 and key >= ?2 and key < ?3
        order by key
        """

    /// Whether a record is shared stands behind its blobs, so that only this index tells it fast.
    static let selectShared = """
        select coalesce(shown, pulled)
        from record indexed by record_shared
        where audit = ?1 and key >= ?2 and key < ?3 and is_shared = 1
        order by key
        """

    /// Every record of one kind as shown, ascending by key, so that all laptops list alike.
    ///
    /// - Parameter sharedOnly: Leaves out records in which nothing stands side by side and nothing
    ///   was decided or withdrawn.
    package func records(
        _ audit: AuditID, kind: RecordKind, sharedOnly: Bool = false,
        _ body: (Record) throws -> Void
    ) throws {
        try file.read { database in
            guard let audit = try Self.audit(audit, database) else { return }
            let rows = try SQLStatement(
                sharedOnly ? Self.selectShared : Self.selectRecords, in: database)
            rows.bind(1, audit.number)
            rows.bind(2, kind.firstKey(of: audit.id))
            rows.bind(3, kind.lastKey(of: audit.id))
            while try rows.step() { try body(try Record(decoding: rows.blob(0))) }
        }
    }

    /// How many records of a kind there are.
    package func count(_ audit: AuditID, kind: RecordKind) throws -> Int {
        try file.read { database in
            guard let audit = try Self.audit(audit, database) else { return 0 }
            let rows = try SQLStatement(
                "select count(*) from record where audit = ?1 and key >= ?2 and key < ?3",
                in: database)
            rows.bind(1, audit.number)
            rows.bind(2, kind.firstKey(of: audit.id))
            rows.bind(3, kind.lastKey(of: audit.id))
            defer { rows.reset() }
            return try rows.step() ? Int(rows.int(0)) : 0
        }
    }

    static func audit(_ id: AuditID, _ database: Database) throws -> AuditRow? {
        let row = try SQLStatement(
            "select number, is_on_server, cursor, root from audit where id = ?1", in: database)
        row.bind(1, id.bytes)
        defer { row.reset() }
        guard try row.step() else { return nil }
        return AuditRow(
            number: row.int(0), id: id, isOnServer: row.int(1) == 1,
            cursor: row.isNull(2) ? nil : row.blob(2), root: try row.hash(3))
    }

    /// Makes room for an audit, unless the laptop has it.
    static func ensureAudit(_ id: AuditID, _ database: Database) throws -> AuditRow {
        if let known = try audit(id, database) { return known }
        try database.execute(
            sql: "insert into audit (id, root) values (?, ?)",
            arguments: [Data(id.bytes), Data(Hash256.zero.bytes)])
        guard let made = try audit(id, database) else {
            preconditionFailure("A row that was just inserted is there.")
        }
        return made
    }

    /// Makes room for a record, unless something of it is known.
    ///
    /// - Returns: The number of its row.
    static func ensureRecord(
        _ key: RecordKey, _ audit: AuditRow, _ database: Database
    ) throws -> Int64 {
        let row = try SQLStatement(
            "select number from record where audit = ?1 and key = ?2", in: database)
        row.bind(1, audit.number)
        row.bind(2, key.bytes)
        defer { row.reset() }
        if try row.step() { return row.int(0) }
        let empty = Record(key: key)
        let insert = try SQLStatement(
            """
            insert into record (audit, key, shown, shown_digest, is_shared)
            values (?1, ?2, ?3, ?4, 0)
            """, in: database)
        insert.bind(1, audit.number)
        insert.bind(2, key.bytes)
        insert.bind(3, empty.encoded())
        insert.bind(4, empty.digest)
        try insert.run()
        return database.lastInsertedRowID
    }

    static func shown(
        _ key: RecordKey, audit: Int64, _ database: Database
    ) throws -> Record? {
        let row = try SQLStatement(
            "select coalesce(shown, pulled) from record where audit = ?1 and key = ?2",
            in: database)
        row.bind(1, audit)
        row.bind(2, key.bytes)
        defer { row.reset() }
        guard try row.step() else { return nil }
        return try Record(decoding: row.blob(0))
    }
}

/// The three kinds of records, by the byte that stands in their keys.
package enum RecordKind: UInt8, Sendable {
    case plan = 1
    case component = 2
    case state = 3

    /// The bytes from which on this kind's keys of an audit begin.
    func firstKey(of audit: AuditID) -> [UInt8] { audit.bytes + [rawValue] }

    /// The bytes before which they end.
    func lastKey(of audit: AuditID) -> [UInt8] { audit.bytes + [rawValue + 1] }
}
