package import Foundation
package import Shared
import Storage

/// What a server keeps for the leads of an audit, as of the last sync of a lead.
package struct QuarantineStore {
    let store: ClientStore

    /// What is here of the list.
    package struct Overview: Sendable {
        /// How much waits for a lead.
        package private(set) var count = 0
        /// How much of that needs no look before it is adopted.
        package private(set) var plain = 0
        /// When it came, by this laptop's clock; nil before the first list.
        package private(set) var listed: Date?
        /// Whether the server has told of another list, which did not come.
        package private(set) var isStale = false

        /// What whoever does not lead has of it.
        package static let empty = Overview()

        /// That a newer list did not come, a sentence; nil where this is the last one.
        package var staleWords: String? {
            isStale ? "The server has another list by now, which has not come: sync again." : nil
        }
    }

    package func overview(_ audit: AuditID) throws -> Overview {
        try store.read(audit, or: .empty) { row, database in
            let mark = try Self.mark(row, database)
            let counts = try database.first(
                "select count(*), sum(needs_look = 0) from quarantined_item where audit = ?1",
                row.number
            ) { (Int(clamping: $0.int(0)), Int(clamping: $0.int(1))) }
            return Overview(
                count: counts?.0 ?? 0, plain: counts?.1 ?? 0, listed: mark.at,
                isStale: mark.told != mark.listed)
        }
    }

    /// What waits for a lead, in the order of the server's list.
    ///
    /// - Parameters:
    ///   - first: How many to leave out before the first.
    ///   - plainOnly: Leaves out what needs a look before it is adopted.
    package func waiting(
        _ audit: AuditID, from first: Int = 0, countMax: Int = .max, plainOnly: Bool = false
    ) throws -> [QuarantinedItem] {
        try store.read(audit, or: []) { row, database in
            let decoder = JSONDecoder()
            return try database.rows(
                """
                select item from quarantined_item where audit = ?1 and needs_look <= ?2
                order by place limit ?3 offset ?4
                """, row.number, plainOnly ? 0 : 1, countMax, first
            ) { try? decoder.decode(QuarantinedItem.self, from: Data($0.blob(0))) }
            .compactMap(\.self)
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

    /// How often something came that had not been in the list before; 0 where nothing waits.
    func arrivals(_ audit: AuditID) throws -> Int64 {
        try store.read(audit, or: 0) { row, database in
            try database.first(
                """
                select arrivals from quarantine_mark as mark where audit = ?1 and exists (
                  select 1 from quarantined_item as item where item.audit = mark.audit)
                """, row.number
            ) { $0.int(0) } ?? 0
        }
    }

    /// Keeps a list that was fetched because of a stamp.
    package func keep(
        _ items: [QuarantinedItem], of audit: AuditID, stamp: UInt64, at now: Date
    ) throws {
        let encoder = JSONEncoder()
        let images = try items.map { [UInt8](try encoder.encode($0)) }
        try store.write(audit) { row, database in
            let known = Set(
                try database.rows(
                    "select id from quarantined_item where audit = ?1", row.number
                ) { $0.text(0) })
            let hasArrived = items.contains { !known.contains($0.id) }
            try database.run("delete from quarantined_item where audit = ?", row.number)
            let insert = try SQLStatement(
                """
                insert into quarantined_item (audit, place, id, needs_look, item)
                values (?1, ?2, ?3, ?4, ?5)
                """, in: database)
            for (place, (item, image)) in zip(items, images).enumerated() {
                try insert.run(row.number, place, item.id, item.look == nil ? 0 : 1, image)
            }
            try database.run(
                """
                insert into quarantine_mark (audit, told, listed, listed_milliseconds, arrivals)
                values (?1, ?2, ?2, ?3, ?4)
                on conflict (audit) do update set listed = excluded.listed,
                  listed_milliseconds = excluded.listed_milliseconds,
                  arrivals = arrivals + excluded.arrivals
                """, row.number, stamp, now.unixMilliseconds, hasArrived ? 1 : 0)
            // One piece of news is enough: it says how much waits.
            if hasArrived || items.isEmpty { try EventStore.see(.waiting, row.number, database) }
            try EventStore.noteNewsDue(row.number, database)
        }
    }

    /// Lets go of what was settled since the list came.
    package func drop(_ ids: [String], of audit: AuditID) throws {
        guard !ids.isEmpty else { return }
        try store.write(audit) { row, database in
            let delete = try SQLStatement(
                "delete from quarantined_item where audit = ?1 and id = ?2", in: database)
            for id in ids { try delete.run(row.number, id) }
            let isEmpty =
                try database.first(
                    "select 1 from quarantined_item where audit = ?1 limit 1", row.number
                ) { _ in true } == nil
            if isEmpty { try EventStore.see(.waiting, row.number, database) }
            try EventStore.noteNewsDue(row.number, database)
        }
    }

    /// Takes note of what a pull told, in its transaction; who leads no more has no list.
    static func note(_ stamp: UInt64, in audit: StoredAudit, _ database: Database) throws {
        guard try mark(audit, database).told != stamp else { return }
        try database.run(
            """
            insert into quarantine_mark (audit, told, listed, arrivals) values (?1, ?2, 0, 0)
            on conflict (audit) do update set told = excluded.told
            """, audit.number, stamp)
        guard stamp == 0 else { return }
        try database.run("delete from quarantined_item where audit = ?", audit.number)
        try database.run("update quarantine_mark set listed = 0 where audit = ?", audit.number)
        try EventStore.see(.waiting, audit.number, database)
    }

    private static func mark(
        _ audit: StoredAudit, _ database: Database
    ) throws -> (told: UInt64, listed: UInt64, at: Date?) {
        try database.first(
            "select told, listed, listed_milliseconds from quarantine_mark where audit = ?1",
            audit.number
        ) { row in
            (
                told: row.unsigned(0), listed: row.unsigned(1),
                at: row.optional(2) { Date(unixMilliseconds: row.int($0)) }
            )
        } ?? (told: 0, listed: 0, at: nil)
    }
}

extension ClientSchema {
    /// Format 13: what the server keeps for the leads.
    static let quarantine = """
        -- One row says which list of what is kept for the leads is here, and which there is.
        create table quarantine_mark (
          audit integer primary key references audit (number),
          -- The stamp that the last pull told; 0 for who leads no more.
          told integer not null,
          -- The stamp of the list below.
          listed integer not null,
          -- Unix milliseconds by this laptop's clock; null before the first list.
          listed_milliseconds integer,
          -- How often a list had something that the one before had not.
          arrivals integer not null
        ) strict;

        -- One row is something that waits for a lead, as the server tells it.
        create table quarantined_item (
          audit integer not null references audit (number),
          -- In the order of the list.
          place integer not null,
          -- What it is settled by.
          id text not null,
          -- 1 where a lead looks at it before she adopts it.
          needs_look integer not null check (needs_look in (0, 1)),
          -- A QuarantinedItem in JSON.
          item blob not null,
          primary key (audit, place)
        ) strict, without rowid;
        create index quarantined_item_by_id on quarantined_item (audit, id);
        """
}
