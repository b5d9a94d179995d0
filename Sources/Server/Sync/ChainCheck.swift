import Shared

/// Whether a batch continues the chain that the server has, repeats part of it, or contradicts it.
extension PushBatch {
    /// How many items at its front the log has; throws `replica-forked`.
    ///
    /// - Parameter top: Where the log's chain ends before the batch.
    func knownCount(after top: ChainTop, known: [ChangeRow]) throws(Problem) -> Int {
        for (item, row) in zip(items, known) where item.hash != row.hash {
            throw Problem(
                .replicaForked, detail: "another change is known as number \(row.n)",
                expected: row.hash.hex, actual: item.hash.hex)
        }
        // This notices a fork below the batch, of which its items show nothing.
        guard before == top.end else {
            throw Problem(
                .replicaForked, detail: "the chains differ before number \(first)",
                expected: top.end.chain.hex, actual: before.chain.hex)
        }
        return known.count
    }

    /// Whether the server once told a proved batch's outcomes, from its first unknown item on.
    func claimsAreProved(from index: Int, after known: Hash256) -> Bool {
        let claims = items.dropFirst(index).map(\.claim?.outcome)
        var reached = known
        for outcome in claims + following.map(\.outcome) {
            guard let outcome else { return false }
            reached = Trail.outcomes(after: reached, outcome)
        }
        return reached == proof?.outcomes
    }

    /// Whether the batch, and what its owner says follows it, lead there.
    func reaches(_ last: ChainEnd) -> Bool {
        // Hashes are computed only where the numbers agree.
        let n = self.last + UInt64(following.count)
        guard last.dot == Dot(replica: replica, n: n) else { return false }
        return following.reduce(end) { $0.after($1.hash) } == last
    }
}
