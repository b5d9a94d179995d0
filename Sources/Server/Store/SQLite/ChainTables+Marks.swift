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
        try db.run(
            """
            insert or ignore into chain_mark (audit, replica, n, hash, outcomes)
            values (?, ?, ?, ?, ?)
            """, audit, replica, top.n, top.hash, top.outcomes)
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
        try db.first(
            """
            select n, hash, outcomes from chain_mark
            where audit = ? and replica = ? and n <= ?
            order by n desc limit 1
            """, audit, replica, n
        ) {
            ChainTop(n: $0.unsigned(0), hash: try $0.hash(1), outcomes: try $0.hash(2))
        }
    }
}
