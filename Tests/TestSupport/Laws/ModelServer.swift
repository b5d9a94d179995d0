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
        /// The place of the last change in the log that was applied, or `again`.
        package var sequence: Int
        /// The replica of that change.
        package var writer: ReplicaID
        /// The place of the last such change by anybody else, 0 when there is none.
        package var before: Int
        /// The place of the last such change of each register.
        package var fieldSequences: [FieldID: Int]
    }

    /// What a push is answered.
    package enum Answer: Sendable {
        case taken(Dot, chain: Hash256, outcomes: [UInt64: Trail.Outcome])
        case forked(ReplicaID)
        case gap(ReplicaID)
    }

    package private(set) var chains: [ReplicaID: [Entry]] = [:]
    package private(set) var rows: [RecordKey: Row] = [:]
    /// The accepted deeds of each record, for the oracle.
    package private(set) var truth: [RecordKey: Oracle] = [:]
    package private(set) var sequence = 0
    /// Which life of its database this is.
    package internal(set) var epoch = 0
    /// Persons whose changes are quarantined at the moment.
    package var barred: Set<PersonID> = []
    package private(set) var violations: [Violation] = []
    private var known: Set<Rules.Identity> = []
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
    ///
    /// - Parameter receipts: What it said of some numbers before it was put back.
    package mutating func push(
        _ changes: [Change], after previous: Hash256, ledger: Ledger,
        receipts: [UInt64: Trail.Outcome] = [:]
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
            let receipt = rules.fault == .outcomesDecidedAnew ? nil : receipts[change.dot.n]
            let outcome = take(change, ledger, receipt)
            let hash = ChangeHash.chain(after: chain.last?.chain ?? previous, change.hash)
            chain.append(Entry(change: change, chain: hash, outcome: outcome))
            outcomes[change.dot.n] = outcome
        }
        chains[replica] = chain
        let last = changes[changes.count - 1].dot
        return .taken(last, chain: chain[Int(last.n) - 1].chain, outcomes: outcomes)
    }

    private mutating func take(
        _ change: Change, _ ledger: Ledger, _ receipt: Trail.Outcome?
    ) -> Trail.Outcome {
        sequence += 1
        let outcome = outcome(of: change, ledger, receipt)
        if outcome == .applied || rules.fault == .editIndexOverRefused {
            known.insert(rules.identity(of: change))
        }
        if outcome == .again, truth[change.key]?.hasAccepted(change.deed) != true {
            violations.append(.wrongAnswer(change.deed, "again, but it has no effect yet"))
        }
        guard outcome == .applied || outcome == .again else { return outcome }
        var row =
            rows[change.key]
            ?? Row(
                record: Record(key: change.key), sequence: 0, writer: change.dot.replica,
                before: 0, fieldSequences: [:])
        if outcome == .applied {
            rules.apply(change, to: &row.record)
        } else {
            rules.applyAgain(change, to: &row.record)
        }
        if row.writer != change.dot.replica { row.before = row.sequence }
        row.writer = change.dot.replica
        row.sequence = sequence
        for write in change.body.writes { row.fieldSequences[write.field] = sequence }
        rows[change.key] = row
        truth[change.key, default: Oracle()].accept(
            change.deed, meaning: ledger.meaning(change.deed))
        return outcome
    }

    /// In the order of docs/protocol.md: rejected, then again, then quarantined.
    private func outcome(
        of change: Change, _ ledger: Ledger, _ receipt: Trail.Outcome?
    ) -> Trail.Outcome {
        // What was said stays said; whether an edit is known is another matter in another life.
        if let receipt, receipt != .again { return receipt }
        if ledger[change.deed]?.isInvalid ?? true { return .rejected }
        if known.contains(rules.identity(of: change)) { return .again }
        if receipt == nil, rules.fault != .coveredNumberApplied,
            rows[change.key]?.record.context.covers(change.dot) == true
        {
            return .quarantined
        }
        if barred.contains(change.actingPerson) { return .quarantined }
        if change.body.act == .decision && !leads.contains(change.actingPerson) {
            return .quarantined
        }
        return .applied
    }

    // MARK: Another life

    /// Unites a record with one that it made itself before it was put back.
    ///
    /// - Parameter truth: The accepted deeds of which that was made.
    package mutating func reconcile(with brought: Record, truth known: Oracle, ledger: Ledger) {
        let key = brought.key
        for deed in known.accepted {
            truth[key, default: Oracle()].accept(deed, meaning: ledger.meaning(deed))
        }
        for entry in brought.changes { self.known.insert(rules.identity(of: entry.change)) }
        let before = rows[key]?.record ?? Record(key: key)
        let joined = rules.join(before, brought)
        guard joined != before else { return }
        sequence += 1
        // Nobody's own replica: it is left out for nobody.
        rows[key] = Row(
            record: joined, sequence: sequence, writer: Sample.replica(0), before: sequence,
            fieldSequences: rows[key]?.fieldSequences ?? [:])
    }
}
