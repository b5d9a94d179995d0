package import Shared

/// What a laptop makes of the server's answers: acknowledgements, forks, re-issues.
extension ModelLaptop {
    /// Believes an answer as far as it names content that this laptop has.
    package mutating func settle(
        _ dot: Dot, chain hash: Hash256, outcomes: [UInt64: Trail.Outcome], fault: Fault?
    ) {
        guard let index = chains.firstIndex(where: { $0.replica == dot.replica }) else { return }
        let chain = chains[index]
        let isSame = Int(dot.n) < chain.hashes.count && chain.hashes[Int(dot.n)] == hash
        guard isSame || fault == .ackWithoutHash else { return }
        let through = min(Int(dot.n), chain.changes.count)
        for n in chain.acked + 1..<max(through, chain.acked) + 1 {
            // A number in between was answered before, in an answer that was lost.
            let assumed = fault == .ackWithoutHash ? Trail.Outcome.applied : nil
            guard let outcome = outcomes[UInt64(n)] ?? assumed else { return }
            chains[index].outcomes.append(outcome)
            fold(chain.changes[n - 1], outcome, fault)
        }
    }

    /// Writes what the server does not have of a forked chain, and all after it, once more.
    ///
    /// Chains younger than the forked one are continued in the new chain too: their changes name
    /// edits of the forked one, and a name must not arrive before its edit.
    package mutating func reissue(
        from index: Int, above common: Int, outcomes: [Trail.Outcome], as replica: ReplicaID
    ) -> [Change] {
        var next = Chain(replica: replica)
        for older in index..<chains.count {
            let kept = older == index ? common : chains[older].acked
            for change in chains[older].changes[kept...] {
                let dot = Dot(replica: replica, n: UInt64(next.changes.count + 1))
                next.append(change.issuedAgain(at: dot))
            }
            chains[older].keep(kept)
            if older == index { chains[older].outcomes = outcomes }
        }
        chains.append(next)
        pull = nil
        return next.changes
    }

    /// Goes on under a new replica after the server was found to have more of the own chain.
    package mutating func continueAfterRollback(
        with entries: [ModelServer.Entry], as replica: ReplicaID
    ) {
        let index = chains.count - 1
        for entry in entries[chains[index].changes.count...] {
            chains[index].append(entry.change)
        }
        chains[index].outcomes = entries.map(\.outcome)
        chains.append(Chain(replica: replica))
        pull = nil
    }

    private mutating func fold(_ change: Change, _ outcome: Trail.Outcome, _ fault: Fault?) {
        guard fault == .ackFoldedIntoBase, outcome == .applied else { return }
        pulled[change.key, default: Record(key: change.key)].apply(change)
    }
}
