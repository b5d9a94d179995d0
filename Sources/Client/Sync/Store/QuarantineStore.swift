package import Foundation
package import Shared
import Storage

/// What a server keeps for the leads of an audit, as of the last sync of a lead.
package struct QuarantineStore {
    let store: ClientStore

    /// What waits for a lead, in the order of the server's list.
    package func waiting(_ audit: AuditID) throws -> [QuarantinedItem] {
        let decoder = JSONDecoder()
        return try store.rows(
            of: audit, "select item from quarantined_item where audit = ?1 order by place"
        ) { row -> QuarantinedItem? in
            try? decoder.decode(QuarantinedItem.self, from: Data(row.blob(0)))
        }.compactMap(\.self)
    }

    package func count(_ audit: AuditID) throws -> Int {
        try store.read(audit, or: 0) { row, database in
            try database.first(
                "select count(*) from quarantined_item where audit = ?1", row.number
            ) { Int(clamping: $0.int(0)) } ?? 0
        }
    }

    /// When the list came; nil before the first one.
    package func listed(_ audit: AuditID) throws -> Date? {
        try store.read(audit, or: nil) { row, database in
            try database.first(
                "select listed_milliseconds from quarantine_mark where audit = ?1", row.number
            ) { row in row.optional(0) { Date(unixMilliseconds: row.int($0)) } } ?? nil
        }
    }

    /// The stamp that the last pull told.
    func told(_ audit: AuditID) throws -> UInt64 {
        try store.read(audit, or: 0) { row, database in try Self.mark(row, database).told }
    }

    /// The stamp of a list that is not here yet; nil where what is here is the last one.
    func due(_ audit: AuditID) throws -> UInt64? {
        try store.read(audit, or: nil) { row, database in
            let mark = try Self.mark(row, database)
            return mark.told == mark.listed ? nil : mark.told
        }
    }

    /// Keeps a list that was fetched because of a stamp.
    package func keep(
        _ items: [QuarantinedItem], of audit: AuditID, stamp: UInt64, at now: Date
    ) throws {
        let encoder = JSONEncoder()
        let images = try items.map { [UInt8](try encoder.encode($0)) }
        try store.write(audit) { row, database in
            try Self.drop(row, database)
            let insert = try SQLStatement(
                "insert into quarantined_item (audit, place, item) values (?1, ?2, ?3)",
                in: database)
            for (place, image) in images.enumerated() { try insert.run(row.number, place, image) }
            try database.run(
                """
                update quarantine_mark set listed = ?2, listed_milliseconds = ?3 where audit = ?1
                """, row.number, stamp, now.unixMilliseconds)
            try EventStore.noteNewsDue(row.number, database)
        }
    }

    /// Lets go of what was settled since the list came.
    package func drop(_ ids: [String], of audit: AuditID) throws {
        guard !ids.isEmpty else { return }
        let gone = Set(ids)
        try store.write(audit) { row, database in
            let decoder = JSONDecoder()
            let places = try database.rows(
                "select place, item from quarantined_item where audit = ?1", row.number
            ) { row -> Int64? in
                let item = try? decoder.decode(QuarantinedItem.self, from: Data(row.blob(1)))
                return item.map { gone.contains($0.id) } == true ? row.int(0) : nil
            }.compactMap(\.self)
            for place in places {
                try database.run(
                    "delete from quarantined_item where audit = ?1 and place = ?2", row.number,
                    place)
            }
            try EventStore.noteNewsDue(row.number, database)
        }
    }

    /// Takes note of what a pull told, in its transaction; who leads no more has no list.
    static func note(_ stamp: UInt64, in audit: StoredAudit, _ database: Database) throws {
        guard try mark(audit, database).told != stamp else { return }
        try database.run(
            """
            insert into quarantine_mark (audit, told, listed) values (?1, ?2, 0)
            on conflict (audit) do update set told = excluded.told
            """, audit.number, stamp)
        guard stamp == 0 else { return }
        try drop(audit, database)
        try database.run("update quarantine_mark set listed = 0 where audit = ?", audit.number)
    }

    private static func drop(_ audit: StoredAudit, _ database: Database) throws {
        try database.run("delete from quarantined_item where audit = ?", audit.number)
    }

    private static func mark(
        _ audit: StoredAudit, _ database: Database
    ) throws -> (told: UInt64, listed: UInt64) {
        try database.first(
            "select told, listed from quarantine_mark where audit = ?1", audit.number
        ) { (told: $0.unsigned(0), listed: $0.unsigned(1)) } ?? (told: 0, listed: 0)
    }
}
