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
    private func outcome(of change: Change, _ ledger: Ledger) -> Trail.Outcome {
        if ledger[change.deed]?.isInvalid ?? true { return .rejected }
        if known.contains(rules.identity(of: change)) { return .again }
        if barred.contains(change.actingPerson) { return .quarantined }
        if change.body.act == .decision && !leads.contains(change.actingPerson) {
            return .quarantined
        }
        return .applied
    }
}
