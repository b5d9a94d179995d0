import Shared

/// Requests and answers between laptops and server, and all that goes wrong with them.
extension World {
    // MARK: Push

    /// Pushes carried chains, then own older ones, then the newest, until an answer is missing.
    mutating func push(from place: Int, isReliable: Bool = false) {
        guard reconcile(from: place, isReliable: isReliable) else { return }
        let laptop = laptops[place]
        let foreign = laptop.foreign.sorted { $0.key < $1.key }.map(\.key)
        let own = laptop.chains.filter { $0.acked < $0.changes.count }.map(\.replica)
        let order = rules.fault == .foreignAfterOwn ? own + foreign : foreign + own
        for replica in order {
            guard pushChain(of: replica, from: place, isReliable) else { return }
        }
    }

    /// Pushes one chain piece by piece; false when the connection broke or the chain has forked.
    private mutating func pushChain(
        of replica: ReplicaID, from place: Int, _ isReliable: Bool
    ) -> Bool {
        let laptop = laptops[place]
        let own = laptop.chains.first { $0.replica == replica }
        guard let chain = own ?? laptop.foreign[replica] else { return true }
        var start = own?.acked ?? 0
        while start < chain.changes.count {
            if !isReliable, generator.chance(12) { return false }
            if !isReliable, isTooLarge(chain.changes[start], own: own != nil, at: place) {
                return false
            }
            let piece = Array(chain.changes[start...].prefix(1 + generator.below(3)))
            let answer = server.push(piece, after: chain.hashes[start], ledger: ledger)
            violations += server.violations
            if !isReliable, generator.chance(20) {
                if own != nil { delayed.append((place, answer)) }
                return false
            }
            guard receive(answer, at: place) else { return own == nil }
            if own == nil { goals.insert(.carriedChainPushed) }
            start += piece.count
        }
        return true
    }

    /// Whether something on the way takes not even one change: then it waits, and so does all that
    /// follows it.
    private mutating func isTooLarge(_ change: Change, own: Bool, at place: Int) -> Bool {
        guard features.contains(.narrowWays), generator.chance(8) else { return false }
        goals.insert(.tooLarge)
        if rules.fault == .tooLargeTaken, own,
            let chain = laptops[place].chains.firstIndex(where: { $0.replica == change.dot.replica }
            )
        {
            laptops[place].chains[chain].outcomes.append(.rejected)
        }
        return true
    }

    /// Lets a laptop settle an answer; false when it cannot go on with this chain.
    private mutating func receive(_ answer: ModelServer.Answer, at place: Int) -> Bool {
        switch answer {
        case .taken(let dot, let chain, let outcomes):
            for outcome in outcomes.values { reach(outcome) }
            laptops[place].settle(dot, chain: chain, outcomes: outcomes, fault: rules.fault)
            return true
        case .forked(let replica):
            laptops[place].foreign[replica] = nil
            if let index = laptops[place].chains.firstIndex(where: { $0.replica == replica }) {
                settleFork(of: index, at: place)
            }
            return false
        case .gap: return false
        }
    }

    private mutating func reach(_ outcome: Trail.Outcome) {
        switch outcome {
        case .rejected: goals.insert(.rejected)
        case .quarantined: goals.insert(.quarantined)
        case .again: goals.insert(.answeredAgain)
        case .applied: break
        }
    }

    /// An answer that was given long ago arrives, perhaps at a laptop restored since.
    mutating func deliverDelayed() {
        guard !delayed.isEmpty else { return }
        let (place, answer) = delayed.remove(at: generator.below(delayed.count))
        guard case .taken(let dot, let chain, let outcomes) = answer else { return }
        let own = laptops[place].chains.first { $0.replica == dot.replica }
        if own?.hashes.dropFirst(Int(dot.n)).first != chain {
            goals.insert(.answerCrossedRestore)
        }
        laptops[place].settle(dot, chain: chain, outcomes: outcomes, fault: rules.fault)
        checkLaptop(place)
    }

    private mutating func settleFork(of index: Int, at place: Int) {
        let chain = laptops[place].chains[index]
        let common = server.common(with: chain.changes)
        // A late answer of before the copy or the restore may name a fork that is settled already.
        guard common < chain.changes.count else { return }
        let outcomes = (server.chains[chain.replica] ?? []).prefix(common).map(\.outcome)
        let reissued = laptops[place].reissue(
            from: index, above: common, outcomes: outcomes, as: newReplica())
        for change in reissued { ledger.note(change, nil) }
        goals.insert(.forked)
    }

    // MARK: Pull

    /// Settles acknowledgements or a fork, then takes one snapshot to be delivered in pieces.
    mutating func beginPull(at place: Int, isReliable: Bool = false) {
        guard reconcile(from: place, isReliable: isReliable) else { return }
        let chain = laptops[place].chains[laptops[place].chains.count - 1]
        let entries = server.chains[chain.replica] ?? []
        let common = server.common(with: chain.changes)
        let hasForked = common < min(entries.count, chain.changes.count)
        if hasForked, rules.fault != .ackWithoutHash {
            settleFork(of: laptops[place].chains.count - 1, at: place)
        } else if entries.count > chain.changes.count {
            laptops[place].continueAfterRollback(with: entries, as: newReplica())
            goals.insert(.rolledBack)
        } else if let last = entries.last {
            var outcomes: [UInt64: Trail.Outcome] = [:]
            for entry in entries { outcomes[entry.change.dot.n] = entry.outcome }
            laptops[place].settle(
                last.change.dot, chain: last.chain, outcomes: outcomes, fault: rules.fault)
        }
        if laptops[place].position > laptops[place].floor { goals.insert(.resumedPull) }
        laptops[place].pull = ModelLaptop.Pull(
            pieces: pieces(for: place)[...], head: server.sequence, vector: server.vector,
            rows: server.rows, truth: server.truth)
    }

    private mutating func pieces(for place: Int) -> [ModelLaptop.Pull.Piece] {
        let laptop = laptops[place]
        let asker = laptop.chains[laptop.chains.count - 1].replica
        let mark = rules.fault == .echoByResumePoint ? laptop.position : laptop.floor
        var pieces: [ModelLaptop.Pull.Piece] = []
        for (key, row) in server.rows where row.sequence > laptop.position {
            if row.writer == asker, row.before <= mark {
                goals.insert(.leftOutOwnWork)
                continue
            }
            guard rules.fault == .fieldDeltas else {
                pieces.append(.init(key: key, field: nil, sequence: row.sequence))
                continue
            }
            for (field, sequence) in row.fieldSequences where sequence > laptop.position {
                pieces.append(.init(key: key, field: field, sequence: sequence))
            }
        }
        return pieces.sorted {
            ($0.sequence, $0.field?.path ?? "") < ($1.sequence, $1.field?.path ?? "")
        }
    }

    /// Delivers some pieces; the last of them is followed by the checkpoint, unless it is cut.
    mutating func advancePull(at place: Int, isCut: Bool) {
        guard var pull = laptops[place].pull else { return }
        for piece in pull.pieces.prefix(1 + generator.below(3)) {
            laptops[place].take(piece, of: pull)
            laptops[place].position = piece.sequence
            pull.pieces.removeFirst()
        }
        laptops[place].pull = isCut ? nil : pull
        guard !isCut, pull.pieces.isEmpty else { return }
        laptops[place].pull = nil
        laptops[place].floor = pull.head
        laptops[place].position = pull.head
        laptops[place].vector = pull.vector
        checkCheckpoint(pull, at: place)
    }
}
