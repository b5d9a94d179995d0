package import Shared

/// A mistake in the rules that somebody could make; the checks must notice each (docs/merge.md).
package enum Fault: String, CaseIterable, Sendable {
    /// A save replaces all that its vector covers, named or not.
    case vectorInsteadOfNames
    /// What a change has seen enters the record's context.
    case seesIntoContext
    /// A laptop keeps one record, edits it, and joins what it pulls.
    case optimisticJoin
    /// Registers travel one by one, each under the whole record's context.
    case fieldDeltas
    /// A context keeps three entries.
    case prunedContexts
    /// Live writes stay in the order of their arrival.
    case unsortedSiblings
    /// A laptop believes an acknowledged number without comparing the content.
    case ackWithoutHash
    /// A re-issued change keeps what the first writing had seen, under the old replica's numbers.
    case reissueWithOriginalSees
    /// A repeated change is answered "applied", whatever it was the first time.
    case repeatWithoutOutcome
    /// A lead's decision is an ordinary write of the judgement register.
    case decisionAmongJudgements
    /// An acknowledged change is folded into the pulled record, which the next pull replaces.
    case ackFoldedIntoBase
    /// Own work is left out of a pull up to the point of resumption, not up to a checkpoint.
    case echoByResumePoint
    /// The index of known edits has refused ones too.
    case editIndexOverRefused
    /// A name that is no longer live counts as a side of a conflict.
    case settlesOverDeadNames
    /// Chains of others are pushed after the own ones.
    case foreignAfterOwn
    /// A save names what its form showed and nothing that this had replaced.
    case namesWithoutClosure
    /// A laptop lays others' chains over its own changes, whatever these had replaced.
    case overlayOutOfOrder
}

/// The rules of applying and uniting, or what a fault makes of them.
package struct Rules: Sendable {
    package let fault: Fault?

    package init(fault: Fault? = nil) {
        self.fault = fault
    }

    package func apply(_ change: Change, to record: inout Record) {
        switch fault {
        case .vectorInsteadOfNames:
            guard !record.context.covers(change.dot) else { return }
            record = record.without(change.body.writes.map(\.field), coveredBy: change.body.sees)
            record.apply(change)
        case .seesIntoContext:
            guard !record.context.covers(change.dot) else { return }
            record.apply(change)
            record = record.with(context: record.context.joined(with: change.body.sees))
        case .prunedContexts:
            record.apply(change)
            record = record.with(context: VersionVector(record.context.entries.suffix(3)))
        case .unsortedSiblings: applyUnsorted(change, to: &record)
        default: record.apply(change)  // open set: faults of other places
        }
    }

    private func applyUnsorted(_ change: Change, to record: inout Record) {
        var sorted = record
        sorted.apply(change)
        var rest = sorted.changes
        var kept: [LiveChange] = []
        for old in record.changes {
            guard let index = rest.firstIndex(where: { $0.change == old.change }) else { continue }
            kept.append(rest.remove(at: index))
        }
        record = Record(key: record.key, context: sorted.context, changes: kept + rest)
    }
}

extension Record {
    /// The same live writes under another context.
    package func with(context: VersionVector) -> Record {
        Record(key: key, context: context, changes: changes)
    }

    fileprivate func without(_ fields: [FieldID], coveredBy sees: VersionVector) -> Record {
        var kept = changes
        for index in kept.indices where sees.covers(kept[index].change.dot) {
            let writes = kept[index].change.body.writes
            kept[index].live.removeAll { fields.contains(writes[$0].field) }
        }
        return Record(key: key, context: context, changes: kept.filter { !$0.live.isEmpty })
    }
}
