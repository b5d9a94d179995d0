import GRDB
import Shared
import struct Shared.Record
import Storage

/// The changes that the laptop's pulled records do not hold: own ones, and others' that it carries
/// (SYNC "Base and overlay").
enum Overlay {
    /// One change on top of what was pulled.
    struct Entry {
        let change: Change
        let standing: Standing
    }

    /// Whose change it is, and what a server said of it.
    enum Standing {
        /// An own one that the server has applied: part of the base.
        case applied
        /// An own one that no server has answered.
        case unconfirmed
        /// Somebody else's, from a bundle.
        case carried
    }

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
              and length(change.body) > 0
            """, in: database)
        rows.bind(1, record)
        defer { rows.reset() }
        var result: [Change] = []
        while try rows.step() {
            let dot = Dot(replica: try rows.identifier(0), n: rows.unsigned(1))
            result.append(try Change(key: key, dot: dot, bytes: rows.blob(2)))
        }
        return result + (try carried(key, record: record, "outcome is not 1", database))
    }

    /// A record's changes in the overlay: own ones, older chains first, each by n; then carried
    /// ones, by n within each chain.
    static func changes(
        of key: RecordKey, record: Int64, _ database: Database
    ) throws -> [Entry] {
        let rows = try SQLStatement(
            """
            select replica.id, change.n, change.body, change.overlay
            from change join replica on replica.number = change.replica
            where change.record = ?1 and change.overlay > 0
            order by change.replica, change.n
            """, in: database)
        rows.bind(1, record)
        defer { rows.reset() }
        var result: [Entry] = []
        while try rows.step() {
            let dot = Dot(replica: try rows.identifier(0), n: rows.unsigned(1))
            let change = try Change(key: key, dot: dot, bytes: rows.blob(2))
            result.append(
                Entry(change: change, standing: rows.int(3) == 2 ? .unconfirmed : .applied))
        }
        return result
            + (try carried(key, record: record, "carried_change.overlay = 1", database)).map {
                Entry(change: $0, standing: .carried)
            }
    }

    private static func carried(
        _ key: RecordKey, record: Int64, _ condition: String, _ database: Database
    ) throws -> [Change] {
        let rows = try SQLStatement(
            """
            select carried_chain.replica, carried_change.n, carried_change.body
            from carried_change
            join carried_chain on carried_chain.number = carried_change.chain
            where carried_change.record = ?1 and \(condition) and length(carried_change.body) > 0
            order by carried_chain.replica, carried_change.n
            """, in: database)
        rows.bind(1, record)
        defer { rows.reset() }
        var result: [Change] = []
        while try rows.step() {
            let dot = Dot(replica: try rows.identifier(0), n: rows.unsigned(1))
            result.append(try Change(key: key, dot: dot, bytes: rows.blob(2)))
        }
        return result
    }

    /// Base and shown of a record: as pulled, then applied own changes, then unconfirmed ones.
    ///
    /// Each change that the context covers by then is skipped, so neither the order in which
    /// answers and pulled records land nor a lost answer matters.
    static func compose(
        pulled: Record, overlay: [Entry]
    ) -> (base: Record, shown: Record) {
        var base = pulled
        for entry in overlay where entry.standing == .applied { base.apply(entry.change) }
        if overlay.contains(where: { $0.standing == .carried }) {
            var order = CarriedOrder(pulled: pulled, overlay: overlay)
            return (base, order.compose())
        }
        var shown = base
        for entry in overlay where entry.standing == .unconfirmed { shown.apply(entry.change) }
        return (base, shown)
    }
}
