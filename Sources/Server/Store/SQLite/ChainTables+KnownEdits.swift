import GRDB
import Shared
import Storage

/// Which edits are applied already, under whatever dot they came.
extension ChainTables {
    /// Whether an applied change of this key was first written as this dot and hash.
    func isApplied(_ origin: ChangeOrigin, key: [UInt8]) throws -> Bool {
        let original = try SQLStatement(
            """
            select 1 from change join replica on replica.number = change.replica
            where change.audit = ? and replica.id = ? and change.n = ?
                and change.hash = ? and change.key = ? and change.outcome = 1
            """, in: db)
        original.bind(audit, origin, key)
        if try original.hasRow() { return true }
        if try HealTables(db: db, audit: audit).isLive(origin, key: key) { return true }
        return try isReissued(origin, key: key)
    }

    /// Whether a re-issue of this first writing was applied.
    func isReissued(_ origin: ChangeOrigin, key: [UInt8]) throws -> Bool {
        let select = try SQLStatement(
            """
            select 1 from reissue
            where audit = ? and replica = ? and n = ? and hash = ? and key = ?
            """, in: db)
        select.bind(audit, origin, key)
        return try select.hasRow()
    }

    /// Whether any re-issue was ever applied in this audit; most have none.
    func hasReissues() throws -> Bool {
        let select = try SQLStatement("select 1 from reissue where audit = ? limit 1", in: db)
        select.bind(1, audit)
        return try select.hasRow()
    }

    /// Notes that this first writing is applied; one that is noted already stays.
    func insertReissue(_ origin: ChangeOrigin, key: [UInt8]) throws {
        let insert = try SQLStatement(
            "insert or ignore into reissue (audit, replica, n, hash, key) values (?, ?, ?, ?, ?)",
            in: db)
        insert.bind(audit, origin, key)
        try insert.run()
    }

    /// The body of the change with this dot and hash, whatever became of it; nil when unknown.
    func heldBody(of origin: ChangeOrigin) throws -> [UInt8]? {
        let select = try SQLStatement(
            """
            select change.body
            from change join replica on replica.number = change.replica
            where change.audit = ? and replica.id = ? and change.n = ? and change.hash = ?
                and change.body is not null
            """, in: db)
        select.bind(audit, origin)
        return try select.first { $0.blob(0) }
    }
}

extension SQLStatement {
    /// Binds the first four parameters: the audit's number, and the origin's replica, n and hash.
    func bind(_ audit: Int64, _ origin: ChangeOrigin) {
        bind(1, audit)
        bind(2, origin.dot.replica)
        bind(3, origin.dot.n)
        bind(4, origin.hash)
    }

    /// Binds the first five: the same with the record's key.
    func bind(_ audit: Int64, _ origin: ChangeOrigin, _ key: [UInt8]) {
        bind(audit, origin)
        bind(5, key)
    }
}
