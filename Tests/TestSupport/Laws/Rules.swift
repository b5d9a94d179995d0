package import Shared

/// The rules of applying, uniting and reading, or what a fault makes of them.
package struct Rules: Sendable {
    package let fault: Fault?

    package init(fault: Fault? = nil) {
        self.fault = fault
    }

    // MARK: Apply

    package func apply(_ change: Change, to record: inout Record) {
        guard !record.context.covers(change.dot) else { return }
        let body = change.body
        switch fault {
        case .vectorInsteadOfNames:
            let fields = body.writes.map(\.field)
            record = record.without { fields.contains($1.field) && body.sees.covers($0.dot) }
            record.apply(change)
        case .seesIntoContext:
            record.apply(change)
            record = record.with(context: record.context.joined(with: body.sees))
        case .prunedContexts:
            record.apply(change)
            record = record.with(context: VersionVector(record.context.entries.suffix(3)))
        case .unsortedSiblings: applyUnsorted(change, to: &record)
        case .judgementTakenAway:
            for write in body.writes where write.field.name == .judgement {
                record = record.without {
                    $1.field == write.field && write.replaces.contains($0.edit)
                }
            }
            record.apply(change)
        case .unplacedTakesAway:
            for write in body.writes where change.unplacedOrigin != nil {
                record = record.without {
                    $1.field == write.field && write.replaces.contains($0.edit)
                        && (write.field != Sample.judgement || $0.body.author == body.author)
                }
            }
            record.apply(change)
        case .takenBackByAdopter:
            for write in body.writes where write.field.name == .judgement && write.value == nil {
                record = record.without {
                    $1.field == write.field && write.replaces.contains($0.edit)
                        && $0.by == body.author
                }
            }
            record.apply(change)
        case .withdrawalNeverLifted:
            let before = record
            record.apply(change)
            record = record.keeping(from: before) {
                $1.field.name == .withdrawn && $0.body.author != body.author
            }
        default: record.apply(change)  // open set: faults of other places
        }
    }

    /// Applies a change whose edit is known.
    package func applyAgain(_ change: Change, to record: inout Record) {
        if fault != .againWithoutDot { record.applyAgain(change) }
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

    // MARK: Join, and what an edit is known by

    package func join(_ one: Record, _ two: Record) -> Record {
        let joined = one.joined(with: two)
        guard fault == .joinReadsNames else { return joined }
        return joined.without { change, write in
            !joined.siblings(of: write.field).contains { $0.edit == change.edit }
        }
    }

    /// What a server remembers of an edit that it has applied.
    package enum Identity: Hashable, Sendable {
        case computed(EditID)
        case claimed(Dot)
    }

    package func identity(of change: Change) -> Identity {
        fault == .editBelieved ? .claimed(change.firstDot) : .computed(change.edit)
    }

    // MARK: Reading

    package func siblings(of field: FieldID, in record: Record) -> [Sibling] {
        guard fault == .namedWritesShown else { return record.siblings(of: field) }
        var seen: Set<EditID> = []
        return record.changes.flatMap { entry in
            // A record of one change has no other that could name its writes.
            let alone = Record(key: record.key, context: record.context, changes: [entry])
            return alone.siblings(of: field).filter { seen.insert($0.edit).inserted }
        }
    }

    package func effective(judgements: [Sibling], decisions: [Sibling]) -> Effective {
        let holding = Shared.effective(
            judgements: judgements, decisions: decisions, policy: .one(.standard),
            subject: PolicySubject(control: "", state: "", environment: "", criterion: ""))
        switch (fault, holding) {
        case (.agreementChallenges, .decided(let decision)):
            let settled = Set(decisions.flatMap { $0.value.decision?.settled ?? [] })
            let otherProcesses = judgements.filter { !settled.contains($0.edit) }
            return otherProcesses.isEmpty
                ? holding : .challenged(decision, by: otherProcesses.map { .late($0.edit) })
        case (.groundlessDecided, .challenged(let decision, [.groundless])):
            return .decided(decision)
        default: return holding  // open set: faults of other places
        }
    }

    /// A component state's findings under its component, as a reader with the fault takes them.
    package func findings(of state: Record, under component: Record) -> [Finding] {
        let all = [state, component]
        return misread(state, all).findings(
            policy: .one(.standard), control: "", environment: "",
            withdrawals: fault == .componentUnread ? [] : misread(component, all).withdrawals)
    }

    /// The record with its withdrawals as a reader with the fault takes them.
    private func misread(_ record: Record, _ all: [Record]) -> Record {
        guard fault == .withdrawalByVector || fault == .withdrawalOfOthers else { return record }
        let changes = record.changes.map { entry in
            guard let withdrawal = entry.change.withdrawal else { return entry }
            let covers =
                fault == .withdrawalOfOthers
                ? withdrawal.covers : all.edits(coveredBy: entry.change.body.sees)
            return LiveChange(
                change: entry.change.withdrawing(
                    Withdrawal(reason: withdrawal.reason, covers: covers)),
                live: entry.live)
        }
        return Record(key: record.key, context: record.context, changes: changes)
    }
}

extension [Record] {
    fileprivate func edits(coveredBy sees: VersionVector) -> [EditID] {
        flatMap(\.changes).map(\.change).filter { sees.covers($0.dot) }.map(\.edit)
    }
}

extension Change {
    fileprivate var withdrawal: Withdrawal? {
        body.writes.lazy.compactMap { $0.value?.withdrawal }.first
    }

    /// The change as if a lead had withdrawn so much by it.
    fileprivate func withdrawing(_ withdrawal: Withdrawal) -> Change {
        let writes = body.writes.map { write in
            Write(
                field: write.field,
                value: write.value?.withdrawal == nil ? write.value : .withdrawal(withdrawal),
                replaces: write.replaces)
        }
        return Change(
            key: key, dot: dot,
            body: ChangeBody(
                author: body.author, act: .decision, writes: writes, sees: body.sees,
                wallTime: body.wallTime))
    }
}

extension Record {
    /// The same live writes under another context.
    package func with(context: VersionVector) -> Record {
        Record(key: key, context: context, changes: changes)
    }

    fileprivate func without(_ isGone: (Change, Write) -> Bool) -> Record {
        var kept = changes
        for index in kept.indices {
            let change = kept[index].change
            kept[index].live.removeAll { isGone(change, change.body.writes[$0]) }
        }
        return Record(key: key, context: context, changes: kept.filter { !$0.live.isEmpty })
    }

    /// The record with what lived before and should not have gone.
    fileprivate func keeping(
        from before: Record, _ stays: (Change, Write) -> Bool
    ) -> Record {
        var kept = changes
        for old in before.without({ !stays($0, $1) }).changes
        where !kept.contains(where: { $0.change == old.change }) {
            kept.append(old)
        }
        return Record(
            key: key, context: context, changes: kept.sorted { $0.change.dot < $1.change.dot })
    }
}
