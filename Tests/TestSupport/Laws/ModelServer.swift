package import Shared

/// The server's part of the protocol in memory: chains with outcomes, records, the feed's rows.
package struct ModelServer: Sendable {
    /// A change as it was taken, with what became of it.
    package struct Entry: Sendable {
        package let change: Change
        /// The chain's hash up to and with this change.
        package let chain: Hash256
        package let outcome: Trail.Outcome
    }

    /// One record of the feed.
    package struct Row: Sendable {
        package var record: Record
        /// The place of the last applied change in the log.
        package var sequence: Int
        /// The replica of that change.
        package var writer: ReplicaID
        /// The place of the last applied change by anybody else, 0 when there is none.
        package var before: Int
        /// The place of the last applied change of each register.
        package var fieldSequences: [FieldID: Int]
    }

    /// What a push is answered.
    package enum Answer: Sendable {
        case taken(Dot, chain: Hash256, outcomes: [UInt64: Trail.Outcome])
        case forked(ReplicaID)
        case gap(ReplicaID)
    }

    private struct FirstWriting: Hashable {
        let dot: Dot
        let edit: EditID
    }

    package private(set) var chains: [ReplicaID: [Entry]] = [:]
    package private(set) var rows: [RecordKey: Row] = [:]
    /// The accepted edits of each record, for the oracle.
    package private(set) var truth: [RecordKey: Oracle] = [:]
    package private(set) var sequence = 0
    /// Persons whose changes are quarantined at the moment.
    package var barred: Set<PersonID> = []
    package private(set) var violations: [Violation] = []
    private var index: Set<FirstWriting> = []
    private let rules: Rules
    private let leads: Set<PersonID>

    package init(rules: Rules, leads: Set<PersonID>) {
        self.rules = rules
        self.leads = leads
    }

    /// How far each chain is known, whatever became of its changes.
    package var vector: VersionVector {
        VersionVector(chains.map { Dot(replica: $0.key, n: UInt64($0.value.count)) })
    }

    /// The last number at which both sides hold the same change.
    package func common(with changes: [Change]) -> Int {
        guard let replica = changes.first?.dot.replica else { return 0 }
        return zip(chains[replica] ?? [], changes).prefix { $0.change == $1 }.count
    }

    /// Takes a contiguous piece of one chain.
    package mutating func push(
        _ changes: [Change], after previous: Hash256, ledger: Ledger
    ) -> Answer {
        let replica = changes[0].dot.replica
        var chain = chains[replica] ?? []
        let start = Int(changes[0].dot.n) - 1
        guard start <= chain.count else { return .gap(replica) }
        if start > 0, chain[start - 1].chain != previous { return .forked(replica) }
        var outcomes: [UInt64: Trail.Outcome] = [:]
        for change in changes {
            let n = Int(change.dot.n)
            if n <= chain.count {
                guard chain[n - 1].change == change else { return .forked(replica) }
                outcomes[change.dot.n] =
                    rules.fault == .repeatWithoutOutcome ? .applied : chain[n - 1].outcome
                continue
            }
            let outcome = take(change, ledger)
            let hash = ChangeHash.chain(after: chain.last?.chain ?? previous, change.hash)
            chain.append(Entry(change: change, chain: hash, outcome: outcome))
            outcomes[change.dot.n] = outcome
        }
        chains[replica] = chain
        let last = changes[changes.count - 1].dot
        return .taken(last, chain: chain[Int(last.n) - 1].chain, outcomes: outcomes)
    }

    private mutating func take(_ change: Change, _ ledger: Ledger) -> Trail.Outcome {
        sequence += 1
        let outcome = outcome(of: change, ledger)
        let first = FirstWriting(dot: change.firstDot, edit: change.edit)
        if outcome == .applied || rules.fault == .editIndexOverRefused { index.insert(first) }
        if outcome == .again, truth[change.key]?.hasAccepted(change.edit) != true {
            violations.append(.refusedWithoutReason(change.edit, "again, but it has no effect yet"))
        }
        guard outcome == .applied else { return outcome }
        var row =
            rows[change.key]
            ?? Row(
                record: Record(key: change.key), sequence: 0, writer: change.dot.replica,
                before: 0, fieldSequences: [:])
        rules.apply(change, to: &row.record)
        if row.writer != change.dot.replica { row.before = row.sequence }
        row.writer = change.dot.replica
        row.sequence = sequence
        for write in change.body.writes { row.fieldSequences[write.field] = sequence }
        rows[change.key] = row
        truth[change.key, default: Oracle()].accept(
            change.edit, meaning: ledger.meaning(change.edit))
        return .applied
    }

    private mutating func outcome(of change: Change, _ ledger: Ledger) -> Trail.Outcome {
        if ledger[change.edit]?.isInvalid ?? true { return .rejected }
        if index.contains(FirstWriting(dot: change.firstDot, edit: change.edit)) { return .again }
        let actor = change.body.by ?? change.body.author
        if barred.contains(actor) { return .quarantined }
        if change.body.act == .decision && !leads.contains(actor) { return .quarantined }
        let refuses = settlesConflict(change, ledger)
        checkHonesty(of: change, refuses: refuses, ledger)
        return refuses ? .rejected : .applied
    }

    private func settlesConflict(_ change: Change, _ ledger: Ledger) -> Bool {
        let record = rows[change.key]?.record ?? Record(key: change.key)
        guard rules.fault == .settlesOverDeadNames, change.body.act == .edit else {
            return Replacement.settlesConflict(change, in: record)
        }
        let names = change.body.writes.first { $0.field == Sample.judgement }?.replaces ?? []
        let sides = names.compactMap { ledger[$0] }
        let values = Set(sides.compactMap { $0.values[Sample.judgement] })
        return values.count > 1 && sides.contains { $0.author != change.body.author }
    }

    /// Holds the refusal against the explicit sets: what lived, what its writer saw and meant.
    private mutating func checkHonesty(of change: Change, refuses: Bool, _ ledger: Ledger) {
        let field = Sample.judgement
        guard let entry = ledger[change.edit], let meaning = entry.meaning[field],
            change.body.act == .edit, let truth = truth[change.key]
        else { return }
        let live = truth.live(field).union(truth.late(field))
        guard live.allSatisfy({ ledger[$0]?.dots.count == 1 }) else { return }
        // What she saved from another form of hers counts as seen: a vector cannot leave it out.
        let hers = live.filter { edit in
            ledger[edit]?.author == entry.author
                && ledger[edit]?.dots.allSatisfy(change.body.sees.covers) ?? false
        }
        let known = live.intersection(entry.saw.union(meaning.replaces).union(hers))
        let sides = Set(known.compactMap { ledger[$0]?.values[field] })
        let takesAnothers = known.contains {
            meaning.replaces.contains($0) && ledger[$0]?.author != entry.author
        }
        if refuses != (sides.count > 1 && takesAnothers) {
            let reason = refuses ? "honest work" : "it settles a conflict"
            violations.append(.refusedWithoutReason(change.edit, reason))
        }
    }
}
