import GRDB
package import Shared
import Storage

/// An own change that the server has acknowledged, as this laptop knows it.
struct AcknowledgedChange: Hashable, Sendable {
    let hash: Hash256
    /// Nil where the laptop does not know, or has written the change anew since.
    let outcome: Trail.Outcome?
}

/// What this laptop itself knows of an audit's history.
package struct OwnHistory: Sendable {
    /// How many own changes were checked.
    package let count: Int
    /// The first whose stored hashes do not follow from what is stored; nil when all do.
    package let broken: Dot?
    /// What the server said of its head in the last cursor; nil before the first pull.
    package let witnessed: TrailHead?
    let acknowledged: [Dot: AcknowledgedChange]
}

extension LogStore {
    /// Computes every own hash anew and collects what the server can be held to.
    package func ownHistory(_ audit: AuditID) throws -> OwnHistory? {
        try store.file.read { database in
            guard let row = try ClientStore.audit(audit, database) else { return nil }
            var check = ChainWalk(audit: audit)
            try database.each(
                """
                select chain.replica, change.n, record.key, change.hash, change.chain_hash,
                  change.body, change.outcome, change.n <= chain.acknowledged
                from chain
                join change on change.chain = chain.number
                join record on record.number = change.record
                where chain.audit = ?1 and chain.source = 1
                order by chain.number, change.n
                """, row.number
            ) { try check.take($0) }
            return OwnHistory(
                count: check.count, broken: check.broken,
                witnessed: row.cursor.flatMap(TrailHead.init(witnessedIn:)),
                acknowledged: check.acknowledged)
        }
    }
}

/// Rolls own chains up, one row after the other.
private struct ChainWalk {
    let audit: AuditID
    private(set) var count = 0
    private(set) var broken: Dot?
    private(set) var acknowledged: [Dot: AcknowledgedChange] = [:]
    private var last: ChainEntry?

    init(audit: AuditID) {
        self.audit = audit
    }

    mutating func take(_ row: SQLStatement) throws {
        count += 1
        let dot = Dot(replica: try row.identifier(0), n: row.unsigned(1))
        let stored = try row.hash(3)
        let body = row.blob(5)
        // A body that is nowhere any more has left its hash alone.
        let hash =
            body.isEmpty
            ? stored : ChangeHash.hash(keyBytes: row.blob(2), dot: dot, body: body)
        let before =
            last.flatMap { $0.dot == Dot(replica: dot.replica, n: dot.n - 1) ? $0.chain : nil }
            ?? ChangeHash.chainStart(audit: audit, replica: dot.replica)
        let chain = ChangeHash.chain(after: before, hash)
        if hash != stored || chain.bytes != row.blob(4), broken == nil { broken = dot }
        last = ChainEntry(dot: dot, chain: try row.hash(4))
        if row.int(7) == 1 {
            acknowledged[dot] = AcknowledgedChange(
                hash: stored,
                outcome: row.optional(6, row.int).flatMap {
                    Trail.Outcome(code: UInt8(clamping: $0))
                })
        }
    }
}
