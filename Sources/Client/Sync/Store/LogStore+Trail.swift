package import Shared
import Storage

/// What this laptop itself knows of an audit's history.
package struct OwnHistory: Sendable {
    package let count: Int
    /// The first whose stored hashes do not follow from what is stored; nil when all do.
    package let broken: Dot?
    /// What the server said of its head in the last cursor; nil before the first pull.
    package let witnessed: TrailHead?
    /// Own changes that the server has acknowledged; without an outcome where the laptop does not
    /// know it, or has written the change anew since.
    let acknowledged: [Dot: (hash: Hash256, outcome: Trail.Outcome?)]
}

extension LogStore {
    /// Computes every own hash anew and collects what the server can be held to.
    package func ownHistory(_ audit: AuditID) throws -> OwnHistory? {
        try store.read(audit, or: nil) { row, database in
            var walk = ChainWalk(audit: audit)
            var count = 0
            var broken: Dot?
            var acknowledged: [Dot: (hash: Hash256, outcome: Trail.Outcome?)] = [:]
            try database.each(ChainWalk.select, row.number) { row in
                let stored = try row.hash(3)
                let (dot, isSound) = try walk.next(row)
                count += 1
                if !isSound, broken == nil { broken = dot }
                guard row.int(7) == 1 else { return }
                acknowledged[dot] = (hash: stored, outcome: row.outcome(6))
            }
            let witnessed = row.cursor.flatMap(TrailHead.init(witnessedIn:))
            return OwnHistory(
                count: count, broken: broken, witnessed: witnessed, acknowledged: acknowledged)
        }
    }
}

/// Rolls an audit's own chains up, one row after the other.
struct ChainWalk {
    let audit: AuditID
    private var last: ChainEnd?

    init(audit: AuditID) { self.audit = audit }

    static let select = """
        select chain.replica, change.n, record.key, change.hash, change.chain_hash,
          change.body, change.outcome, change.n <= chain.acknowledged
        from chain join change on change.chain = chain.number
        join record on record.number = change.record
        where chain.audit = ?1 and chain.source = 1 order by chain.number, change.n
        """

    /// Takes the next row of `select`; tells whether its hashes follow from what is stored.
    mutating func next(_ row: Row) throws -> (dot: Dot, isSound: Bool) {
        let dot = Dot(replica: try row.identifier(0), n: row.unsigned(1))
        let body = row.blob(5)
        // A body that is nowhere any more has left its hash alone.
        let hash =
            body.isEmpty
            ? try row.hash(3) : ChangeHash.hash(keyBytes: row.blob(2), dot: dot, body: body)
        let known = last.flatMap {
            $0.dot.replica == dot.replica && $0.dot.n &+ 1 == dot.n ? $0.chain : nil
        }
        let before = known ?? ChangeHash.chainStart(audit: audit, replica: dot.replica)
        let chain = ChangeHash.chain(after: before, hash)
        last = ChainEnd(dot: dot, chain: chain)
        return (dot, hash.bytes == row.blob(3) && chain.bytes == row.blob(4))
    }
}
