/// A replica's chain through a number: all that comes before is in its hash there.
package struct ChainEnd: Hashable, Sendable {
    /// The replica and the last number; 0 where nothing was written yet.
    package let dot: Dot
    /// The chain's hash there.
    package let chain: Hash256

    package init(dot: Dot, chain: Hash256) { (self.dot, self.chain) = (dot, chain) }

    package var replica: ReplicaID { dot.replica }
    package var n: UInt64 { dot.n }

    package static func start(of replica: ReplicaID, in audit: AuditID) -> ChainEnd {
        ChainEnd(
            dot: Dot(replica: replica, n: 0),
            chain: ChangeHash.chainStart(audit: audit, replica: replica))
    }

    /// Where it ends one change further.
    ///
    /// - Parameter hash: That change's h.
    package func after(_ hash: Hash256) -> ChainEnd {
        ChainEnd(
            dot: Dot(replica: replica, n: n + 1), chain: ChangeHash.chain(after: chain, hash))
    }
}
