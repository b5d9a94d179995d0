import GRDB
import Shared
import struct Shared.Record
import Storage

/// The laptop's own changes that its pulled records do not hold (SYNC "Base and overlay").
enum Overlay {
    /// The own changes of a record that no server has answered `applied`, refused ones too.
    ///
    /// A form may still show a refused edit; what that had replaced must not come back beside the
    /// edit that replaces it.
    static func notApplied(
        _ key: RecordKey, record: Int64, _ database: Database
    ) throws -> [Change] {
        let rows = try SQLStatement(
            """
            select replica.id, change.n, change.body
            from change join replica on replica.number = change.replica
            where change.record = ?1
              and (change.overlay > 0 or change.outcome > 1) and change.outcome is not 1
            """, in: database)
        rows.bind(1, record)
        defer { rows.reset() }
        var result: [Change] = []
        while try rows.step() {
            guard let replica = ReplicaID(bytes: rows.blob(0)) else { continue }
            let dot = Dot(replica: replica, n: rows.unsigned(1))
            result.append(try Change(key: key, dot: dot, bytes: rows.blob(2)))
        }
        return result
    }

    /// The own changes of a record in the overlay: older chains first, each by n, each with
    /// whether it is unconfirmed.
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
