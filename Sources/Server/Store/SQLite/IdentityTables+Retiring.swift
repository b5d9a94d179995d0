import GRDB
import Shared
import Storage

/// A device as administrators and leads are told of it.
struct DeviceRow {
    let replica: ReplicaID
    let person: PersonID
    /// Empty for one who is known by her token alone.
    let personName: String
    /// As its owner named it.
    let device: String
    let enrolledMilliseconds: Int64
    let seenMilliseconds: Int64?
    let retiredMilliseconds: Int64?
    let retirement: Retirement?
}

extension IdentityTables {
    /// How the device ended; nil while it may sync, and for one that is not known.
    func retirement(of id: ReplicaID) throws -> Retirement? {
        try db.first("select is_lost from replica where id = ? and retired_ms is not null", id) {
            Self.retirement(isLost: $0.int(0))
        }
    }

    /// Ends a device that is known; of two ends the first time and the stricter kind stay.
    func retire(_ id: ReplicaID, as retirement: Retirement, at now: Int64) throws {
        try db.run(
            """
            update replica set retired_ms = coalesce(retired_ms, ?), is_lost = max(is_lost, ?)
            where id = ?
            """, now, retirement == .lost, id)
    }

    /// Notes when a device asked for something; the time never goes back.
    func noteContact(of id: ReplicaID, at now: Int64) throws {
        try db.run(
            "update replica set seen_ms = max(coalesce(seen_ms, 0), ?) where id = ?", now, id)
    }

    /// One device, nil when it is not known.
    func device(_ id: ReplicaID) throws -> DeviceRow? {
        try db.first(Self.devices + " where replica.id = ?", id, read: Self.device)
    }

    /// Every device, in the order in which they came.
    func devices() throws -> [DeviceRow] {
        try db.rows(Self.devices + " order by replica.number", read: Self.device)
    }

    /// The devices of an audit's people that have ended, each with its last number there.
    ///
    /// Those that ended last come first, and no more than anybody can have.
    func ended(in audit: Int64) throws -> [WireEndedDevice] {
        try db.rows(
            """
            select replica.id, coalesce(chain.n, 0)
            from member
            join replica indexed by replica_ended on replica.person = member.person
            left join chain on chain.audit = member.audit and chain.replica = replica.number
            where member.audit = ?1 and replica.retired_ms is not null
            order by replica.retired_ms desc limit ?2
            """, audit, Self.endedMax
        ) { row in
            var ended = WireEndedDevice()
            let id: ReplicaID = try row.identifier(0)
            ended.replica = id.data
            ended.n = row.unsigned(1)
            return ended
        }
    }

    /// What tells one state of that list from every other; 0 while nobody's device has ended.
    func endedStamp(in audit: Int64) throws -> UInt64 {
        try db.first(
            """
            select coalesce(sum(replica.retired_ms), 0)
            from member join replica indexed by replica_ended on replica.person = member.person
            where member.audit = ?1 and replica.retired_ms is not null
            """, audit
        ) { $0.unsigned(0) } ?? 0
    }

    private static let endedMax: Int64 = 1_000

    /// How many devices of a person were retired from their beginning in an epoch.
    func depositReplicas(of person: PersonID, in epoch: EpochID) throws -> Int64 {
        try db.first(
            """
            select count(*) from replica
            where person = ? and epoch = ? and retired_ms = enrolled_ms
            """, person, epoch
        ) { $0.int(0) } ?? 0
    }

    /// How many changes of a device are kept that did not take effect, over all audits.
    func keptChanges(of replica: Int64) throws -> Int64 {
        try db.first(
            """
            select count(*) from audit
            join change on change.audit = audit.number
            where change.replica = ? and change.outcome <> 1
            """, replica
        ) { $0.int(0) } ?? 0
    }

    /// Whether anything of the device is in any audit.
    func hasWritten(_ replica: Int64) throws -> Bool {
        try db.hasRow(
            """
            select 1 from audit
            join chain on chain.audit = audit.number
            where chain.replica = ? limit 1
            """, replica)
    }

    /// Whether the device has written in an audit that the person leads.
    ///
    /// That its owner is on a roster is not enough: anybody may begin an audit and put her there.
    func isLed(_ device: ReplicaID, by person: PersonID) throws -> Bool {
        try db.hasRow(
            """
            select 1 from replica
            join chain on chain.replica = replica.number
            join member on member.audit = chain.audit
            where replica.id = ? and member.person = ? and member.role = 3
            limit 1
            """, device, person)
    }

    private static let devices = """
        select replica.id, replica.person, person.name, replica.device, replica.enrolled_ms,
            replica.retired_ms, replica.is_lost, replica.seen_ms
        from replica join person on person.id = replica.person
        """

    private static func device(_ row: SQLStatement) throws -> DeviceRow {
        DeviceRow(
            replica: try row.identifier(0), person: try row.identifier(1), personName: row.text(2),
            device: row.text(3), enrolledMilliseconds: row.int(4),
            seenMilliseconds: row.optional(7, row.int),
            retiredMilliseconds: row.optional(5, row.int),
            retirement: row.isNull(5) ? nil : retirement(isLost: row.int(6)))
    }

    private static func retirement(isLost: Int64) -> Retirement {
        isLost == 0 ? .retired : .lost
    }
}
