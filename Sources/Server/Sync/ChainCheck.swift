import Shared

/// Whether a batch continues the chain that the server has, repeats part of it, or contradicts it.
extension PushBatch {
    /// How many items at its front the log has, ascending from `before`; throws `replica-forked`.
    func knownCount(before: ChainTop, known: [ChangeRow]) throws(Problem) -> Int {
        for (item, row) in zip(items, known) where item.hash != row.hash {
            throw Problem(
                .replicaForked, detail: "another change is known as number \(row.n)",
                expected: row.hash.hex, actual: item.hash.hex)
        }
        // This notices a fork below the batch, of which its items show nothing.
        guard chainBefore == before.hash else {
            throw Problem(
                .replicaForked, detail: "the chains differ before number \(first)",
                expected: before.hash.hex, actual: chainBefore.hex)
        }
        return known.count
    }

    /// Whether the server once acknowledged exactly this batch and what its owner says follows.
    func isProved(by key: ReceiptKey) -> Bool {
        guard let proof, reaches(proof.end) else { return false }
        return proof.holds(in: audit, by: key)
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

    var chainEnd: Hash256 { items.reduce(chainBefore) { ChangeHash.chain(after: $0, $1.hash) } }

    /// Whether the batch, and what its owner says follows it, lead there.
    func reaches(_ end: ChainEnd) -> Bool {
        guard end.dot == Dot(replica: replica, n: last + UInt64(following.count))
        else { return false }
        return end.chain == following.reduce(chainEnd) { ChangeHash.chain(after: $0, $1.hash) }
    }
}
