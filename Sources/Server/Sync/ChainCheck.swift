import Shared

/// Whether a batch continues the chain that the server has, repeats part of it, or contradicts it.
enum ChainCheck {
    /// How many items at the front of the batch are known already.
    ///
    /// - Parameters:
    ///   - before: Where the known chain stands at the number before the batch.
    ///   - known: What the log has of the batch's numbers, ascending.
    /// - Throws: `replica-forked`.
    static func knownCount(
        of batch: PushBatch, before: ChainTop, known: [ChangeRow]
    ) throws(Problem) -> Int {
        for (item, row) in zip(batch.items, known) where item.hash != row.hash {
            throw Problem(
                .replicaForked, detail: "another change is known as number \(row.n)",
                expected: row.hash.hex, actual: item.hash.hex)
        }
        // This notices a fork below the batch, of which its items show nothing.
        guard batch.chainBefore == before.hash else {
            throw Problem(
                .replicaForked, detail: "the chains differ before number \(batch.first)",
                expected: before.hash.hex, actual: batch.chainBefore.hex)
        }
        return known.count
    }

    /// Whether the server once acknowledged exactly this batch and what its owner says follows.
    static func isProved(_ batch: PushBatch, by key: ReceiptKey) -> Bool {
        guard let proof = batch.proof, proof.dot.replica == batch.replica,
            proof.dot.n == batch.last + UInt64(batch.following.count)
        else { return false }
        let reached = batch.following.reduce(chainAfter(batch)) {
            ChangeHash.chain(after: $0, $1.hash)
        }
        return reached == proof.chain && proof.holds(in: batch.audit, by: key)
    }

    /// Whether the outcomes of a proved batch are those that the server once told.
    ///
    /// - Parameters:
    ///   - index: The first item that is not known.
    ///   - known: The hash of the outcomes before it.
    static func claimsAreProved(
        _ batch: PushBatch, from index: Int, after known: Hash256
    ) -> Bool {
        let claims = batch.items.dropFirst(index).map(\.claim?.outcome)
        var reached = known
        for outcome in claims + batch.following.map(\.outcome) {
            guard let outcome else { return false }
            reached = Trail.outcomes(after: reached, outcome)
        }
        return reached == batch.proof?.outcomes
    }

    /// The chain hash at the last number of the batch.
    static func chainAfter(_ batch: PushBatch) -> Hash256 {
        batch.items.reduce(batch.chainBefore) { ChangeHash.chain(after: $0, $1.hash) }
    }
}
