package import Shared

/// A laptop's part of the protocol in memory: own chains, pulled records, what is shown, forms.
package struct ModelLaptop: Sendable {
    /// What one replica of this laptop wrote; the last chain is the one it still writes to.
    package struct Chain: Sendable {
        package let replica: ReplicaID
        package private(set) var changes: [Change] = []
        /// The chain's hash before its first change and after each.
        package private(set) var hashes: [Hash256]
        /// What became of the first changes, as far as the server has answered.
        package var outcomes: [Trail.Outcome] = []

        package init(replica: ReplicaID) {
            self.replica = replica
            hashes = [ChangeHash.chainStart(audit: Sample.audit, replica: replica)]
        }

        package mutating func append(_ change: Change) {
            changes.append(change)
            hashes.append(ChangeHash.chain(after: hashes[hashes.count - 1], change.hash))
        }

        package mutating func keep(_ count: Int) {
            changes.removeSubrange(count...)
            hashes.removeSubrange((count + 1)...)
        }

        /// How many changes the server has answered.
        package var acked: Int { outcomes.count }
    }

    /// A form that stays as it was opened, whatever arrives meanwhile.
    package struct Form: Sendable {
        package let key: RecordKey
        /// What it shows, register by register.
        package var shown: [FieldID: [Sibling]]
        package var sees: VersionVector
    }

    /// A pull under way: one snapshot, delivered piece by piece.
    package struct Pull: Sendable {
        package struct Piece: Sendable {
            package let key: RecordKey
            /// Nil for the whole record, which is how it must be.
            package let field: FieldID?
            package let sequence: Int
        }

        package var pieces: ArraySlice<Piece>
        package let head: Int
        package let vector: VersionVector
        package let rows: [RecordKey: ModelServer.Row]
        package let truth: [RecordKey: Oracle]
    }

    package let author: PersonID
    package var chains: [Chain]
    /// Chains of others, carried by hand, by replica.
    package var foreign: [ReplicaID: Chain] = [:]
    package var pulled: [RecordKey: Record] = [:]
    /// The accepted deeds of which the pulled records were made, for the oracle.
    package var truth: [RecordKey: Oracle] = [:]
    /// The audit's vector at the last checkpoint.
    package var vector = VersionVector()
    /// The log's place at the last checkpoint, below which own work is not sent back.
    package var floor = 0
    /// The log's place from which the next pull goes on.
    package var position = 0
    package var pull: Pull?
    /// The life of the server's database that it has synced with.
    package var epoch = 0
    package var forms: [Form] = []
    private let rules: Rules
    /// The one record that a laptop with the fault `optimisticJoin` keeps.
    private var optimistic: [RecordKey: Record] = [:]

    package init(author: PersonID, replica: ReplicaID, rules: Rules) {
        self.author = author
        self.rules = rules
        chains = [Chain(replica: replica)]
    }

    /// Changes that no server has answered, older chains first.
    package var unanswered: [Change] { chains.flatMap { $0.changes[$0.acked...] } }

    /// Changes of others, carried by hand.
    package var carried: [Change] { foreign.sorted { $0.key < $1.key }.flatMap(\.value.changes) }

    // MARK: Base and shown

    /// The record as pulled with the own changes that the server took or knew.
    package func base(_ key: RecordKey) -> Record {
        if rules.fault == .optimisticJoin { return optimistic[key] ?? Record(key: key) }
        let record = pulled[key] ?? Record(key: key)
        return rules.fault == .ackFoldedIntoBase ? record : laid(answered(key), over: record)
    }

    /// The base with all that is under way laid over it.
    ///
    /// An own change that the server took may name a carried one that was not pulled yet, so both
    /// are laid over the pulled record in one causal order.
    package func shown(_ key: RecordKey) -> Record {
        if rules.fault == .optimisticJoin { return base(key) }
        if rules.fault == .overlayOutOfOrder || rules.fault == .ackFoldedIntoBase {
            return laid(pending(key), over: base(key))
        }
        let record = pulled[key] ?? Record(key: key)
        return laid(causallyOrdered(answered(key) + pending(key)), over: record)
    }

    /// Lays changes over a record, each as the server answered it.
    ///
    /// One that was answered `again` is laid on whole until the next checkpoint, where its edit is
    /// not live: what the server knew of it may not have been pulled yet.
    private func laid(_ changes: [Change], over record: Record) -> Record {
        let again = Set(
            chains.flatMap { chain in
                zip(chain.changes, chain.outcomes).filter { $1 == .again }.map(\.0.dot)
            })
        return changes.reduce(into: record) { record, change in
            guard !record.context.covers(change.dot) else { return }
            let isKnown =
                vector.covers(change.dot) || rules.fault == .againUnseen
                || record.changes.contains { $0.change.edit == change.edit }
            if again.contains(change.dot), isKnown {
                rules.applyAgain(change, to: &record)
            } else {
                rules.apply(change, to: &record)
            }
        }
    }

    /// Own changes of a record that the server took or knew.
    package func answered(_ key: RecordKey) -> [Change] {
        chains.flatMap { chain in
            zip(chain.changes, chain.outcomes)
                .filter { $0.key == key && ($1 == .applied || $1 == .again) }.map(\.0)
        }
    }

    /// Changes of a record that are shown but not known to be the server's, carried ones first.
    package func pending(_ key: RecordKey) -> [Change] {
        let base = base(key)
        let known = Set(base.changes.map(\.change.edit))
        let others = carried.filter {
            $0.key == key && !base.context.covers($0.dot) && !vector.covers($0.dot)
                && !known.contains($0.edit)
        }
        let own = chains.flatMap { $0.changes[$0.acked...] }
            .filter { $0.key == key && !base.context.covers($0.dot) }
        return rules.fault == .overlayOutOfOrder ? own + others : others + own
    }

    /// What no server has confirmed: what a save must close its names over.
    package func unconfirmed(_ key: RecordKey) -> [Change] {
        let own = chains.flatMap { chain in
            chain.changes.enumerated().filter { index, _ in
                index >= chain.acked || ![.applied, .again].contains(chain.outcomes[index])
            }.map(\.element)
        }
        let others = carried
        return (own + others).filter { $0.key == key }
    }

    // MARK: Local work

    /// Keeps a new own change.
    package mutating func record(_ change: Change) {
        chains[chains.count - 1].append(change)
        guard rules.fault == .optimisticJoin else { return }
        optimistic[change.key, default: Record(key: change.key)].apply(change)
    }

    /// Takes one record of a pull.
    package mutating func take(_ piece: Pull.Piece, of pull: Pull) {
        guard let row = pull.rows[piece.key] else { return }
        let before = pulled[piece.key] ?? Record(key: piece.key)
        pulled[piece.key] =
            piece.field.map { row.record.register($0, inPlaceOfThatOf: before) } ?? row.record
        truth[piece.key] = pull.truth[piece.key]
        guard rules.fault == .optimisticJoin else { return }
        let own = optimistic[piece.key] ?? Record(key: piece.key)
        optimistic[piece.key] = own.joined(with: row.record)
    }
}

/// Each change after those of its replica before it and after those that it names.
private func causallyOrdered(_ changes: [Change]) -> [Change] {
    var rest = changes
    var ordered: [Change] = []
    while !rest.isEmpty {
        let edits = Set(rest.map(\.edit))
        let next = rest.firstIndex { change in
            let names = Set(change.body.writes.flatMap(\.replaces)).subtracting([change.edit])
            return names.isDisjoint(with: edits)
                && !rest.contains { $0.dot.replica == change.dot.replica && $0.dot < change.dot }
        }
        ordered.append(rest.remove(at: next ?? 0))
    }
    return ordered
}

extension Record {
    /// One register of this record under its context, the other registers as they were before.
    fileprivate func register(_ field: FieldID, inPlaceOfThatOf before: Record) -> Record {
        func entries(_ record: Record, _ isWanted: (FieldID) -> Bool) -> [LiveChange] {
            record.changes.compactMap { entry in
                let live = entry.live.filter { isWanted(entry.change.body.writes[$0].field) }
                return live.isEmpty ? nil : LiveChange(change: entry.change, live: live)
            }
        }
        var united = entries(self) { $0 == field }
        for old in entries(before, { $0 != field }) {
            if let index = united.firstIndex(where: { $0.change == old.change }) {
                united[index].live = (united[index].live + old.live).sorted()
            } else {
                united.append(old)
            }
        }
        return Record(
            key: key, context: context, changes: united.sorted { $0.change.dot < $1.change.dot })
    }
}
