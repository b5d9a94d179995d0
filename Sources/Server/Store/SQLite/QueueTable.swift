import Shared
import Storage

/// How much of one audit each device had not sent when it last told.
struct QueueTable {
    let db: Database
    let audit: Int64

    static let schema = """
        -- One row is what a device last told of its queue with a pull; one that never had anything
        -- to send has none.
        create table device_queue (
            audit integer not null references audit (number),
            replica integer not null references replica (number),
            unsent integer not null, -- changes that it had not sent
            oldest_ms integer not null, -- when the oldest of them was saved, by our clock
            told_ms integer not null,
            ordinal integer not null, -- ascends with each telling in the audit
            primary key (audit, replica)
        ) strict, without rowid;

        create index device_queue_by_ordinal on device_queue (audit, ordinal);
        """

    /// How often a device that still has something to send is written down anew.
    private static let patienceMilliseconds: Int64 = 60_000

    /// Whether a device tells something that leads should hear.
    func isNews(_ unsent: UInt64, of replica: Int64, at now: Int64) throws -> Bool {
        let known = try db.first(
            "select unsent, told_ms from device_queue where audit = ? and replica = ?", audit,
            replica
        ) { (unsent: $0.unsigned(0), told: $0.int(1)) }
        guard let known else { return unsent > 0 }
        if unsent == 0 || known.unsent == 0 { return unsent != known.unsent }
        return now.subtractingReportingOverflow(known.told).partialValue
            >= Self.patienceMilliseconds
    }

    func note(_ unsent: UInt64, oldest: Int64, of replica: Int64, at now: Int64) throws {
        // By the clock too, so that a server that was put back gives none a second time.
        let ordinal = max(try lastOrdinal() + 1, UInt64(max(0, now)))
        try db.run(
            """
            insert into device_queue (audit, replica, unsent, oldest_ms, told_ms, ordinal)
            values (?, ?, ?, ?, ?, ?)
            on conflict (audit, replica) do update set unsent = excluded.unsent,
                oldest_ms = excluded.oldest_ms, told_ms = excluded.told_ms,
                ordinal = excluded.ordinal
            """, audit, replica, Int64(clamping: unsent), oldest, now, ordinal)
    }

    func lastOrdinal() throws -> UInt64 {
        try db.first("select max(ordinal) from device_queue where audit = ?", audit) {
            $0.unsigned(0)
        } ?? 0
    }

    /// What devices told behind an ordinal, ascending; those that have ended are left out.
    func told(above ordinal: UInt64) throws -> [WireDeviceQueue] {
        try db.rows(
            """
            select replica.id, replica.person, replica.device,
                iif(replica.retired_ms is null, device_queue.unsent, 0),
                device_queue.oldest_ms, device_queue.told_ms
            from device_queue join replica on replica.number = device_queue.replica
            where device_queue.audit = ? and device_queue.ordinal > ?
            order by device_queue.ordinal
            """, audit, ordinal
        ) { row in
            var queue = WireDeviceQueue()
            queue.replica = (try row.identifier(0) as ReplicaID).data
            queue.person = (try row.identifier(1) as PersonID).data
            queue.device = row.text(2)
            queue.unsent = row.unsigned(3)
            queue.oldestMilliseconds = row.int(4)
            queue.toldMilliseconds = row.int(5)
            return queue
        }
    }

    static func all(in db: Database) throws -> [QueueSummary] {
        try db.rows(
            """
            select replica.id, sum(device_queue.unsent), min(device_queue.oldest_ms),
                max(device_queue.told_ms)
            from device_queue join replica on replica.number = device_queue.replica
            where device_queue.unsent > 0 and replica.retired_ms is null group by replica.number
            order by replica.number
            """
        ) { row in
            QueueSummary(
                replica: (try row.identifier(0) as ReplicaID).hex, unsent: row.unsigned(1),
                oldest: row.date(2), told: row.date(3))
        }
    }
}
