package import Foundation
package import Shared
import Storage

/// How much of an audit a device had not sent, as it last told the server.
package struct DeviceQueue: Hashable, Sendable {
    package let replica: ReplicaID
    package let person: PersonID
    /// As its owner named it; empty where it has no name.
    package let device: String
    package let unsent: Int
    /// When the oldest of them was saved, by the server's clock.
    package let oldest: Date
    /// When the device told, by the server's clock.
    package let told: Date
}

/// What the opening of a pull tells of something that differs from what the asker knew.
package struct Told<Item: Sendable>: Sendable {
    package let items: [Item]
    /// The ordinal up to which the laptop knows them then.
    package let ordinal: UInt64

    package init(_ items: [Item] = [], through ordinal: UInt64 = 0) {
        self.items = items
        self.ordinal = ordinal
    }
}

extension DeviceStore {
    /// Up to which ordinal it is known what devices have not sent.
    func queuesKnown(_ audit: AuditID) throws -> UInt64 {
        try store.read(audit, or: 0) { row, database in
            let select = "select ordinal from device_queue_mark where audit = ?1"
            return try database.first(select, row.number) { $0.unsigned(0) } ?? 0
        }
    }

    /// Devices of others that had something to send, the longest wait first.
    package func queues(_ audit: AuditID) throws -> [DeviceQueue] {
        try store.rows(
            of: audit,
            """
            select \(Self.queueColumns) from device_queue where audit = ?1 and unsent > 0
              and replica not in (select id from replica) order by oldest_milliseconds, replica
            """, read: Self.queue)
    }

    /// All devices that ever told of a queue, as they told last.
    func told(_ audit: AuditID) throws -> [ReplicaID: DeviceQueue] {
        let queues = try store.rows(
            of: audit, "select \(Self.queueColumns) from device_queue where audit = ?1",
            read: Self.queue)
        return Dictionary(queues.map { ($0.replica, $0) }) { first, _ in first }
    }

    /// The last number that counts of each device that a server says has ended.
    func ended(_ audit: AuditID) throws -> [ReplicaID: UInt64] {
        let ended = try store.rows(
            of: audit, "select replica, n from ended_device where audit = ?1"
        ) { row -> (ReplicaID, UInt64) in (try row.identifier(0), row.unsigned(1)) }
        return Dictionary(ended) { first, _ in first }
    }

    private static let queueColumns =
        "replica, person, device, unsent, oldest_milliseconds, told_milliseconds"

    private static func queue(_ row: Row) throws -> DeviceQueue {
        DeviceQueue(
            replica: try row.identifier(0), person: try row.identifier(1), device: row.text(2),
            unsent: Int(clamping: row.int(3)), oldest: Date(unixMilliseconds: row.int(4)),
            told: Date(unixMilliseconds: row.int(5)))
    }

    /// Keeps what was told, in the transaction of the piece that told it.
    static func keep(_ told: Told<DeviceQueue>, audit: StoredAudit, _ database: Database) throws {
        guard told.ordinal > 0 else {
            // Who leads no more, and a server that was put back, knows of none.
            return try database.run("delete from device_queue_mark where audit = ?", audit.number)
        }
        try database.run(
            """
            insert into device_queue_mark (audit, ordinal) values (?1, ?2)
            on conflict (audit) do update set ordinal = excluded.ordinal
            """, audit.number, told.ordinal)
        let upsert = try SQLStatement(
            """
            insert into device_queue (
              audit, replica, person, device, unsent, oldest_milliseconds, told_milliseconds)
            values (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            on conflict (audit, replica) do update set person = excluded.person,
              device = excluded.device, unsent = excluded.unsent,
              oldest_milliseconds = excluded.oldest_milliseconds,
              told_milliseconds = excluded.told_milliseconds
            """, in: database)
        for queue in told.items {
            try upsert.run(
                audit.number, queue.replica, queue.person, queue.device, queue.unsent,
                queue.oldest.unixMilliseconds, queue.told.unixMilliseconds)
        }
    }
}
