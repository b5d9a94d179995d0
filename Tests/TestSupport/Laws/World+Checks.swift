import Shared

/// What is held against the oracle: after every step on the laptop, at checkpoints, at the end.
extension World {
    /// The deeds that a laptop's record is made of, told without its contexts.
    func known(at place: Int, _ key: RecordKey) -> Oracle {
        let laptop = laptops[place]
        var oracle = laptop.truth[key] ?? Oracle()
        for change in laptop.answered(key) + underWay(at: place, key) {
            oracle.accept(change.deed, meaning: ledger.meaning(change.deed))
        }
        return oracle
    }

    /// Own changes without an answer, and carried ones that no checkpoint has settled.
    private func underWay(at place: Int, _ key: RecordKey) -> [Change] {
        let laptop = laptops[place]
        let others = laptop.carried.filter { !laptop.vector.covers($0.dot) }
        return (others + laptop.unanswered).filter { $0.key == key }
    }

    // MARK: On a laptop

    mutating func checkLaptop(_ place: Int) {
        // What it was told in a former life of the server, it has still to bring there.
        guard laptops[place].epoch == server.epoch else { return }
        for key in Self.keys where !hasUntoldRefusal(at: place, key) {
            let shown = laptops[place].shown(key)
            let oracle = known(at: place, key)
            compare(shown, with: oracle, at: "laptop \(place)", allowsReissued: true)
        }
        for chain in laptops[place].chains {
            for (change, outcome) in zip(chain.changes, chain.outcomes) {
                let entries = server.chains[chain.replica] ?? []
                let entry = entries.dropFirst(Int(change.dot.n) - 1).first
                if entry?.change != change { violations.append(.falselySafe(change.dot)) }
                // Whether an edit is known is another matter in another life.
                let isAnew = features.contains(.restores) && outcome == .again
                if let entry, entry.change == change, entry.outcome != outcome, !isAnew {
                    violations.append(.wrongAnswer(change.deed, "told another outcome"))
                }
            }
        }
    }

    /// Whether the server refused a change that the laptop still counts on; the record as pulled
    /// may know it already by its context.
    private func hasUntoldRefusal(at place: Int, _ key: RecordKey) -> Bool {
        let laptop = laptops[place]
        let open = laptop.unanswered + laptop.carried
        return open.contains { change in
            let entries = server.chains[change.dot.replica] ?? []
            let entry = entries.dropFirst(Int(change.dot.n) - 1).first
            return change.key == key
                && entry.map { ![.applied, .again].contains($0.outcome) } ?? false
                && !laptop.vector.covers(change.dot)
        }
    }

    /// Where everything acknowledged is in the snapshot, the base is the server's record.
    mutating func checkCheckpoint(_ pull: ModelLaptop.Pull, at place: Int) {
        let laptop = laptops[place]
        let newest = laptop.chains[laptop.chains.count - 1]
        guard pull.vector[newest.replica] == UInt64(newest.acked),
            laptop.chains.allSatisfy({ UInt64($0.acked) <= pull.vector[$0.replica] })
        else { return }
        for key in Self.keys where laptop.base(key) != pull.rows[key]?.record ?? Record(key: key) {
            violations.append(.diverged(key, at: "laptop \(place)"))
        }
    }

    // MARK: At the end

    mutating func checkEnd() {
        for key in Self.keys {
            let record = server.rows[key]?.record ?? Record(key: key)
            let oracle = server.truth[key] ?? Oracle()
            compare(record, with: oracle, at: "the server", allowsReissued: false)
            lateSiblings += Self.fields.map { oracle.late($0).count }.reduce(0, +)
            for place in laptops.indices {
                let shown = laptops[place].shown(key)
                for field in Self.fields where words(shown, field) != words(record, field) {
                    violations.append(.diverged(key, at: "laptop \(place), at the end"))
                }
            }
        }
        if lateSiblings > 0 { goals.insert(.late) }
        for laptop in laptops {
            violations += laptop.unanswered.map { Violation.stuck($0.dot) }
        }
        checkKnowledge()
    }

    private mutating func compare(
        _ record: Record, with oracle: Oracle, at place: String, allowsReissued: Bool
    ) {
        let dots = record.changes.map(\.change.dot)
        if dots != dots.sorted() { violations.append(.unsorted(record.key, at: place)) }
        for field in Self.fields {
            let found = oracle.differences(from: record.siblings(of: field), in: field)
            violations += found.lost.map { Violation.lost($0, at: place) }
            let late = features.contains(.adoptions) ? oracle.late(field) : []
            for sibling in found.extra where !late.contains(sibling.word) {
                // A copy's re-issue may stand beside what replaced the first writing, until the
                // server has answered `again`.
                if allowsReissued, ledger[sibling.deed]?.dots.count ?? 0 > 1 { continue }
                // After a restore what replaced a deed may have come and gone before it.
                if features.contains(.restores), oracle.hasAccepted(sibling.deed) {
                    lateSiblings += allowsReissued ? 0 : 1
                    continue
                }
                violations.append(.extra(sibling.deed, at: place))
            }
        }
    }

    private func words(_ record: Record, _ field: FieldID) -> Set<Oracle.Word> {
        Set(record.siblings(of: field).map(\.word))
    }

    /// `knew` must tell exactly what else stood on the form: it decides whether a challenge is
    /// late or informed.
    private mutating func checkKnowledge() {
        let applied = server.chains.values.flatMap(\.self)
            .filter { $0.outcome == .applied }.map(\.change)
        for change in applied {
            guard let entry = ledger[change.deed],
                let write = change.body.writes.first(where: { $0.field == Sample.judgement })
            else { continue }
            if Set(write.knew.compactMap { ledger.deeds[$0] }) != entry.knew {
                violations.append(.wrongKnowledge(change.deed))
            }
        }
    }
}

extension Sibling {
    fileprivate var word: Oracle.Word { Oracle.Word(author: author, value: value) }
}
