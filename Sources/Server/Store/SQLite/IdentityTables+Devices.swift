import GRDB
import Shared
import Storage

/// A device as its person's bound counts it.
struct CountedDevice {
    let replica: ReplicaID
    /// As its owner named it.
    let device: String
    let enrolledMilliseconds: Int64
    let isRetired: Bool
    /// Whether its person went on with another one by its token.
    let isSucceeded: Bool
    /// When something of it last arrived, or it was enrolled or succeeded.
    let lastMilliseconds: Int64
}

extension IdentityTables {
    /// The devices of a person that ever were enrolled to sync, the one silent for longest first.
    ///
    /// Those that only deposit have a bound of their own, and the server's are nobody's.
    func countedDevices(of person: PersonID) throws -> [CountedDevice] {
        try db.rows(
            """
            select id, device, enrolled_ms, retired_ms is not null, succeeded_ms is not null,
                max(enrolled_ms, coalesce(succeeded_ms, 0), coalesce((
                    select max(change.received_ms)
                    from audit
                    join chain on chain.audit = audit.number and chain.replica = replica.number
                    join change on change.audit = chain.audit and change.replica = chain.replica
                        and change.n = chain.n
                ), 0)) as last_ms
            from replica
            where person = ? and is_own = 0 and epoch is not null
                and retired_ms is not enrolled_ms
            order by last_ms, number
            """, person
        ) {
            CountedDevice(
                replica: try $0.identifier(0), device: $0.text(1), enrolledMilliseconds: $0.int(2),
                isRetired: $0.int(3) == 1, isSucceeded: $0.int(4) == 1, lastMilliseconds: $0.int(5))
        }
    }

    /// Notes that a person goes on with another device than this one.
    func noteSuccession(of id: ReplicaID, at now: Int64) throws {
        try db.run("update replica set succeeded_ms = ? where id = ?", now, id)
    }
}
