import GRDB
import Shared
import Storage

/// Which edits are applied already, under whatever dot they came.
extension ChainTables {
    /// Whether an applied change of this key was first written as this dot and hash.
    func isApplied(_ first: FirstWriting, key: [UInt8]) throws -> Bool {
        let isInLog = try db.hasRow(
            """
            select 1 from change join replica on replica.number = change.replica
            where change.audit = ? and replica.id = ? and change.n = ?
                and change.hash = ? and change.key = ? and change.outcome = 1
            """, audit, first.dot.replica, first.dot.n, first.hash, key)
        if isInLog { return true }
        if try ReconcileTables(db: db, audit: audit).isLive(first, key: key) { return true }
        return try isReissued(first, key: key)
    }

    /// Whether a re-issue of this first writing was applied.
    func isReissued(_ first: FirstWriting, key: [UInt8]) throws -> Bool {
        try db.hasRow(
            """
            select 1 from reissue
            where audit = ? and replica = ? and n = ? and hash = ? and key = ? and is_applied = 1
            """, audit, first.dot.replica, first.dot.n, first.hash, key)
    }

    /// Whether any re-issue was ever applied in this audit; most have none.
    func hasReissues() throws -> Bool {
        try db.hasRow("select 1 from reissue where audit = ? limit 1", audit)
    }

    /// Notes the first writing of a re-issue that was taken; once applied it stays so.
    func insertReissue(_ first: FirstWriting, key: [UInt8], isApplied: Bool) throws {
        try db.run(
            """
            insert into reissue (audit, replica, n, hash, key, is_applied) values (?, ?, ?, ?, ?, ?)
            on conflict do update set is_applied = max(is_applied, excluded.is_applied)
            """, audit, first.dot.replica, first.dot.n, first.hash, key, isApplied)
    }

    /// Whether this first writing is held, whatever became of it and however it came wrapped.
    func holds(_ first: FirstWriting, key: [UInt8]) throws -> Bool {
        let isKnown = try db.hasRow(
            """
            select 1 from change join replica on replica.number = change.replica
            where change.audit = ? and replica.id = ? and change.n = ? and change.hash = ?
                and change.key = ?
            union all
            select 1 from reissue
            where audit = ?1 and replica = ?2 and n = ?3 and hash = ?4 and key = ?5
            """, audit, first.dot.replica, first.dot.n, first.hash, key)
        if isKnown { return true }
        return try UnplacedTables(db: db, audit: audit).holds(first, key: key)
    }
}
