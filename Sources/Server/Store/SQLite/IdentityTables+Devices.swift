import Shared
import Storage

/// How a device ended.
package enum Retirement: String, CaseIterable, Codable, Comparable, Sendable {
    /// What it still has is taken for the leads to look at; it reads nothing any more.
    case retired
    /// Nothing is taken from it: somebody else may have it.
    case lost

    package static func < (one: Self, other: Self) -> Bool { one == .retired && other == .lost }
}

/// A device as its person's bound counts it.
struct CountedDevice {
    let replica: ReplicaID
    let device: String
    let enrolledMilliseconds: Int64
    let isRetired: Bool
    /// Whether its person went on with another one by its token.
    let isSucceeded: Bool
    /// When something of it last arrived, or it was enrolled or succeeded.
    let lastMilliseconds: Int64
}

extension IdentityTables {
    func device(_ id: ReplicaID) throws -> DeviceSummary? {
        try db.first(Self.devices + " where replica.id = ?", id, read: Self.device)
    }

    func devices() throws -> [DeviceSummary] {
        try db.rows(Self.devices + " order by replica.number", read: Self.device)
    }

    private static let devices = """
        select replica.id, replica.person, person.name, replica.device, replica.enrolled_ms,
            replica.retired_ms, replica.is_lost, replica.seen_ms
        from replica join person on person.id = replica.person
        """

    private static func device(_ row: Row) throws -> DeviceSummary {
        DeviceSummary(
            replica: (try row.identifier(0) as ReplicaID).hex,
            person: (try row.identifier(1) as PersonID).hex, personName: row.text(2),
            device: row.text(3), enrolled: row.date(4), seen: row.optional(7, row.date),
            retired: row.optional(5, row.date), retirement: row.retirement(5))
    }

    /// Notes when a device asked for something; the time never goes back.
    func noteContact(of id: ReplicaID, at now: Int64) throws {
        try db.run(
            "update replica set seen_ms = max(coalesce(seen_ms, 0), ?) where id = ?", now, id)
    }

    /// The devices of a person that ever were enrolled to sync, the one silent for longest first.
    func countedDevices(of person: PersonID) throws -> [CountedDevice] {
        // Those that only deposit have a bound of their own, and the server's are nobody's.
        try db.rows(
            """
            select id, device, enrolled_ms, retired_ms is not null, succeeded_ms is not null,
                max(enrolled_ms, coalesce(succeeded_ms, 0), coalesce((
                    select max(change.received_ms) from audit
                    join chain on chain.audit = audit.number and chain.replica = replica.number
                    join change on change.audit = chain.audit and change.replica = chain.replica
                        and change.n = chain.n
                ), 0)) as last_ms
            from replica where person = ? and is_own = 0 and epoch is not null
                and retired_ms is not enrolled_ms
            order by last_ms, number
            """, person
        ) {
            CountedDevice(
                replica: try $0.identifier(0), device: $0.text(1), enrolledMilliseconds: $0.int(2),
                isRetired: $0.int(3) == 1, isSucceeded: $0.int(4) == 1, lastMilliseconds: $0.int(5))
        }
    }

    func noteSuccession(of id: ReplicaID, at now: Int64) throws {
        try db.run("update replica set succeeded_ms = ? where id = ?", now, id)
    }

    /// How many devices of a person were retired from their beginning in an epoch.
    func depositReplicas(of person: PersonID, in epoch: EpochID) throws -> Int {
        try db.count(
            """
            select count(*) from replica
            where person = ? and epoch = ? and retired_ms = enrolled_ms
            """, person, epoch)
    }

    func keptChanges(of replica: Int64) throws -> Int {
        try db.count(
            """
            select count(*) from audit join change on change.audit = audit.number
            where change.replica = ? and change.outcome <> 1
            """, replica)
    }

    func hasWritten(_ replica: Int64) throws -> Bool {
        try db.hasRow(
            """
            select 1 from audit join chain on chain.audit = audit.number
            where chain.replica = ? limit 1
            """, replica)
    }

    /// Nil while it may sync, and for a device that is not known.
    func retirement(of id: ReplicaID) throws -> Retirement? { try replica(id)?.retirement }

    /// As its owner named it; nil for a device that is not known here.
    func deviceName(of id: ReplicaID) throws -> String? {
        try db.first("select device from replica where id = ?", id) { $0.text(0) }
    }

    /// Ends a device that is known; of two ends the first time and the stricter kind stay.
    func retire(_ id: ReplicaID, as retirement: Retirement, at now: Int64) throws {
        try db.run(
            """
            update replica set retired_ms = coalesce(retired_ms, ?), is_lost = max(is_lost, ?)
            where id = ?
            """, now, retirement == .lost, id)
    }

    /// Whether the device has written in an audit that the person leads.
    ///
    /// That its owner is on a roster is not enough: anybody may begin an audit and put her there.
    func isLed(_ device: ReplicaID, by person: PersonID) throws -> Bool {
        try db.hasRow(
            """
            select 1 from replica join chain on chain.replica = replica.number
            join member on member.audit = chain.audit
            where replica.id = ? and member.person = ? and member.role = 3 limit 1
            """, device, person)
    }

    /// The devices of an audit's people that have ended, each with its last number there.
    func ended(in audit: Int64) throws -> [WireEndedDevice] {
        // Those that ended last come first, and no more than anybody can have.
        try db.rows(
            """
            select replica.id, coalesce(chain.n, 0) from member
            join replica indexed by replica_ended on replica.person = member.person
            left join chain on chain.audit = member.audit and chain.replica = replica.number
            where member.audit = ?1 and replica.retired_ms is not null
            order by replica.retired_ms desc limit 1000
            """, audit
        ) { row in
            var ended = WireEndedDevice()
            ended.replica = (try row.identifier(0) as ReplicaID).data
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
}

extension Row {
    /// How a device ended, from `retired_ms` and `is_lost` behind it; nil while it may sync.
    func retirement(_ column: Int32) -> Retirement? {
        optional(column) { int($0 + 1) == 0 ? .retired : .lost }
    }
}
