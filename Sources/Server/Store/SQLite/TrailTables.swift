import GRDB
import Shared
import Storage

/// One audit's log as its trail tells it: received changes and healed records in one order.
struct TrailTables {
    let db: Database
    let audit: Int64

    struct Row {
        let entry: TrailEntry
        let key: [UInt8]
        /// As stored; nil at most places.
        let trail: Hash256?
        /// Nil for a void change and a healed record.
        let body: [UInt8]?
    }

    /// Reads from a sequence on, ascending, until `read` returns false.
    func forEach(from sequence: UInt64, bodies: Bool, _ read: (Row) throws -> Bool) throws {
        try db.eachWhile(
            """
            select change.sequence, replica.id, change.n, change.hash, change.outcome,
                change.key, change.trail, iif(?3, change.body, null)
            from change join replica on replica.number = change.replica
            where change.audit = ?1 and change.sequence >= ?2
            union all
            select healed.sequence, replica.id, 0, healed.digest, 0, healed.key, healed.trail, null
            from healed join replica on replica.number = healed.replica
            where healed.audit = ?1 and healed.sequence >= ?2
            order by 1
            """, audit, sequence, bodies
        ) { try read(try Self.row($0)) }
    }

    private static func row(_ row: SQLStatement) throws -> Row {
        let key = row.blob(5)
        let dot = Dot(replica: try row.identifier(1), n: row.unsigned(2))
        let hash = try row.hash(3)
        let event: TrailEntry.Event =
            if row.int(4) == 0 {
                .healed(by: dot.replica, digest: hash)
            } else {
                .change(dot, hash: hash, try row.outcome(4))
            }
        return Row(
            entry: TrailEntry(
                sequence: row.unsigned(0), kind: RecordKey.kindCode(of: key), event: event),
            key: key, trail: try row.optional(6, row.hash), body: row.optional(7, row.blob))
    }
}
