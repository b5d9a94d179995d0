import GRDB
import Shared
import Storage

/// Where chains stood at every 256th number, so that none is hashed again from its beginning.
extension ChainTables {
    /// How many numbers lie between two marks.
    static let markEvery: UInt64 = 256

    /// Notes where a chain stands, where it is time for a mark.
    func mark(_ top: ChainTop, of replica: Int64) throws {
        guard top.n > 0, top.n.isMultiple(of: Self.markEvery) else { return }
        let insert = try SQLStatement(
            """
            insert or ignore into chain_mark (audit, replica, n, hash, outcomes)
            values (?, ?, ?, ?, ?)
            """, in: db)
        insert.bind(1, audit)
        insert.bind(2, replica)
        insert.bind(3, top.n)
        insert.bind(4, top.hash)
        insert.bind(5, top.outcomes)
        try insert.run()
    }

    /// Where a chain stood at a number that is known: the last mark, and at most 255 changes more.
    ///
    /// - Parameters:
    ///   - start: Where the chain begins.
    ///   - n: At most the number of the chain's top.
    func top(of replica: Int64, at n: UInt64, from start: ChainTop) throws -> ChainTop {
        let mark = try mark(of: replica, upTo: n) ?? start
        guard mark.n < n else { return mark }
        return mark.after(try known(mark.n + 1...n, of: replica))
    }

    private func mark(of replica: Int64, upTo n: UInt64) throws -> ChainTop? {
        let select = try SQLStatement(
            """
            select n, hash, outcomes from chain_mark
            where audit = ? and replica = ? and n <= ?
            order by n desc limit 1
            """, in: db)
        select.bind(1, audit)
        select.bind(2, replica)
        select.bind(3, n)
        return try select.first {
            ChainTop(n: $0.unsigned(0), hash: try $0.hash(1), outcomes: try $0.hash(2))
        }
    }
}
