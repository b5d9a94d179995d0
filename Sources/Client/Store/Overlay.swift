import GRDB
import Shared
import struct Shared.Record
import Storage

/// The laptop's own changes that its pulled records do not hold (SYNC "Base and overlay").
enum Overlay {
    /// The own changes of a record in the overlay: older chains first, each by n.
    ///
    /// - Parameter unconfirmedOnly: Leaves out those that the server answered `applied`.
    static func changes(
        of key: RecordKey, audit: Int64, unconfirmedOnly: Bool = false, _ database: Database
    ) throws -> [Change] {
        let row = try SQLStatement(
            "select number from record where audit = ?1 and key = ?2", in: database)
        row.bind(1, audit)
        row.bind(2, key.bytes)
        defer { row.reset() }
        guard try row.step() else { return [] }
        let number = row.int(0)
        return try changes(of: key, record: number, database)
            .filter { !unconfirmedOnly || $0.isUnconfirmed }.map(\.change)
    }

    /// The same for a record whose number is known, each with whether it is unconfirmed.
    static func changes(
        of key: RecordKey, record: Int64, _ database: Database
    ) throws -> [(change: Change, isUnconfirmed: Bool)] {
        let rows = try SQLStatement(
            """
            select replica.id, change.n, change.body, change.overlay
            from change join replica on replica.number = change.replica
            where change.record = ?1 and change.overlay > 0
            order by change.replica, change.n
            """, in: database)
        rows.bind(1, record)
        defer { rows.reset() }
        var result: [(change: Change, isUnconfirmed: Bool)] = []
        while try rows.step() {
            guard let replica = ReplicaID(bytes: rows.blob(0)) else { continue }
            let dot = Dot(replica: replica, n: rows.unsigned(1))
            let change = try Change(key: key, dot: dot, bytes: rows.blob(2))
            result.append((change, rows.int(3) == 2))
        }
        return result
    }

    /// Base and shown of a record: as pulled, then applied own changes, then unconfirmed ones.
    ///
    /// Each change that the context covers by then is skipped, so neither the order in which
    /// answers and pulled records land nor a lost answer matters.
    static func compose(
        pulled: Record, overlay: [(change: Change, isUnconfirmed: Bool)]
    ) -> (base: Record, shown: Record) {
        var base = pulled
        for entry in overlay where !entry.isUnconfirmed { base.apply(entry.change) }
        var shown = base
        for entry in overlay where entry.isUnconfirmed { shown.apply(entry.change) }
        return (base, shown)
    }
}
