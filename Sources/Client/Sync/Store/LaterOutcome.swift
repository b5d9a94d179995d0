import GRDB
import Shared
import Storage

/// An outcome that only a later version of Accord knows.
package struct LaterOutcome: Hashable, Sendable {
    package let n: UInt64
    /// As it stands on the wire.
    package let code: Int
    /// The server's sentence; empty when it gave none.
    package let reason: String

    /// Keeps it as it was told, the change pending; returns the record to be composed anew.
    func keep(of chain: Int64, _ database: Database) throws -> [Int64] {
        try database.run(
            "insert or replace into later_outcome (chain, n, code, reason) values (?1, ?2, ?3, ?4)",
            chain, n, code, reason)
        return try database.rows(
            """
            update change set outcome = null, reason = null, overlay = 2
            where chain = ?1 and n = ?2 and length(body) > 0 returning record
            """, chain, n
        ) { $0.int(0) }
    }

    /// Forgets what was kept of a run of changes: a server says something else of them now.
    static func forget(
        of chain: Int64, above n: UInt64, through last: UInt64, _ database: Database
    ) throws {
        try database.run(
            "delete from later_outcome where chain = ?1 and n > ?2 and n <= ?3", chain, n, last)
    }
}
