import GRDB
import Shared
import Storage

/// Which edits are applied already, under whatever dot they came.
extension ChainTables {
    /// Whether an applied change of this key was first written as this dot and hash.
    func isApplied(_ first: FirstWriting, key: [UInt8]) throws -> Bool {
        let firstal = try SQLStatement(
            """
            select 1 from change join replica on replica.number = change.replica
            where change.audit = ? and replica.id = ? and change.n = ?
                and change.hash = ? and change.key = ? and change.outcome = 1
            """, in: db)
        firstal.bind(audit, first, key)
        if try firstal.hasRow() { return true }
        if try ReconcileTables(db: db, audit: audit).isLive(first, key: key) { return true }
        return try isReissued(first, key: key)
    }

    /// Whether a re-issue of this first writing was applied.
    func isReissued(_ first: FirstWriting, key: [UInt8]) throws -> Bool {
        let select = try SQLStatement(
            """
            select 1 from reissue
            where audit = ? and replica = ? and n = ? and hash = ? and key = ? and is_applied = 1
            """, in: db)
        select.bind(audit, first, key)
        return try select.hasRow()
    }

    /// Whether any re-issue was ever applied in this audit; most have none.
    func hasReissues() throws -> Bool {
        let select = try SQLStatement("select 1 from reissue where audit = ? limit 1", in: db)
        select.bind(1, audit)
        return try select.hasRow()
    }

    /// Notes the first writing of a re-issue that was taken; once applied it stays so.
    func insertReissue(_ first: FirstWriting, key: [UInt8], isApplied: Bool) throws {
        let insert = try SQLStatement(
            """
            insert into reissue (audit, replica, n, hash, key, is_applied) values (?, ?, ?, ?, ?, ?)
            on conflict do update set is_applied = max(is_applied, excluded.is_applied)
            """, in: db)
        insert.bind(audit, first, key)
        insert.bind(6, Int64(isApplied ? 1 : 0))
        try insert.run()
    }

    /// Whether this first writing is held, whatever became of it and however it came wrapped.
    func holds(_ first: FirstWriting, key: [UInt8]) throws -> Bool {
        let select = try SQLStatement(
            """
            select 1 from change join replica on replica.number = change.replica
            where change.audit = ? and replica.id = ? and change.n = ? and change.hash = ?
                and change.key = ?
            union all
            select 1 from reissue
            where audit = ?1 and replica = ?2 and n = ?3 and hash = ?4 and key = ?5
            """, in: db)
        select.bind(audit, first, key)
        if try select.hasRow() { return true }
        return try UnplacedTables(db: db, audit: audit).holds(first, key: key)
    }
}

extension SQLStatement {
    /// Binds the first four parameters: the audit's number, then replica, n and hash.
    func bind(_ audit: Int64, _ first: FirstWriting) {
        bind(1, audit)
        bind(2, first.dot.replica)
        bind(3, first.dot.n)
        bind(4, first.hash)
    }

    /// Binds the first five: the same with the record's key.
    func bind(_ audit: Int64, _ first: FirstWriting, _ key: [UInt8]) {
        bind(audit, first)
        bind(5, key)
    }
}
