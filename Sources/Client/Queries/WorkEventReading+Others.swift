import Reading
import Shared

/// What others said beside her word, want of her, and what the server made of it.
extension WorkEventReading {
    /// A lead's word on what she had judged: against her, or for her where others differed.
    mutating func readDecision(on finding: Finding, of key: RecordKey) {
        guard let inEffect = finding.effective.decision,
            let decision = finding.decisions.first(where: { $0.value.decision == inEffect }),
            !view.ids.contains(decision.author),
            let own = finding.judgements.filter({ view.ids.contains($0.author) }).newest
        else { return }
        if case .challenged(_, let challenges) = finding.effective,
            challenges.contains(.late(own.edit))
        {
            tell(
                .challenged, key, decision.field, own.edit, by: decision.author,
                reason: inEffect.reason.string, at: decision.wallTime)
        }
        let isHers = own.value.judgement == inEffect.judgement
        let wasDisputed = Set(finding.judgements.map(\.value)).count > 1
        guard !isHers || wasDisputed else { return }
        tell(
            isHers ? .decided : .overruled, key, decision.field, decision.edit,
            by: decision.author, reason: inEffect.reason.string, at: decision.wallTime)
    }

    /// Others' verdicts that differ from hers, and that she did not know when she judged.
    mutating func readDisagreements(on finding: Finding, of key: RecordKey) {
        guard finding.effective.decision == nil,
            case .disagreed(let others, _) = Agreement(on: finding, of: view.ids),
            let own = finding.judgements.filter({ view.ids.contains($0.author) }).newest
        else { return }
        for other in others where !own.hasSeen(other) {
            tell(
                .disagreed, key, other.field, other.edit, by: other.author,
                reason: other.value.judgement?.words ?? "", at: other.wallTime)
        }
    }

    /// A later round, where somebody else began it.
    mutating func readRound(of plan: Record) {
        let number = view.plan.currentRound
        guard number > 1 else { return }
        let field = FieldID(.round, "\(number)")
        for one in plan.siblings(of: field) where !view.ids.contains(one.author) {
            let build = view.plan.rounds[number] ?? ""
            tell(
                .round, plan.key, field, one.edit, by: one.author,
                reason: build.isEmpty ? "\(number)" : "\(number), build \(build)", at: one.wallTime)
        }
    }

    /// Where somebody else names her in a comment, or gives her or her group something to test.
    mutating func readWishes(in key: RecordKey, _ mentions: Mentions) throws {
        guard let record = try client.store.record(key) else { return }
        if case .component(_, let id) = key, let component = view.components[id] {
            readNames(of: record, component)
        }
        for (field, siblings) in record.registers() {
            for one in siblings where view.ids.contains(one.author) {
                guard let origin = one.unplaced else { continue }
                tell(
                    .unplaced, key, FieldID(criterion: field.criterion, .judgement), one.edit,
                    by: origin.lead, reason: "", at: nil)
            }
            for one in siblings where !view.ids.contains(one.author) {
                switch field.name {
                case .assignee where one.value.text.map(view.isMine) == true:
                    tell(
                        .assigned, key, field, one.edit, by: one.author, reason: "",
                        at: one.wallTime)
                case .comment:
                    let text = one.value.text ?? ""
                    guard !mentions.people(in: text).isDisjoint(with: view.ids) else { continue }
                    tell(
                        .mentioned, key, field, one.edit, by: one.author,
                        reason: String(text.prefix(Self.excerptMax)), at: one.wallTime)
                default: break  // open set: all other registers
                }
            }
        }
    }

    /// The name by which she added a component, where somebody's renaming goes before it.
    ///
    /// Neither knew of the other, so what she recorded under that name may mean another one.
    private mutating func readNames(of record: Record, _ component: Component) {
        for entry in record.changes where view.ids.contains(entry.change.body.author) {
            let change = entry.change
            guard let parts = ComponentParts(change) else { continue }
            for name in FieldName.componentNames.reversed() {
                let held = component.names[name] ?? ""
                guard NaturalKey.folded(parts.names[name] ?? "") != NaturalKey.folded(held) else {
                    continue
                }
                let siblings = record.siblings(of: FieldID(name))
                let renaming = siblings.first {
                    !view.ids.contains($0.author) && $0.value.text == held
                }
                guard let renaming, siblings.contains(where: { $0.edit == change.edit })
                else { continue }
                return tell(
                    .renamed, record.key, FieldID(name), renaming.edit, by: renaming.author,
                    reason: "\(parts.screen)/\(parts.label)", at: renaming.wallTime)
            }
        }
    }

    private static let excerptMax = 300

    /// Words of hers that stand no more, where neither she nor anybody has brought them back.
    ///
    /// Who replaced them stands there. Who only took them away left nothing in the record: it is
    /// told where nobody else's work on it came at the same time.
    mutating func readTaken(_ taken: [TakenWords]) throws {
        guard !taken.isEmpty else { return }
        let people = try client.store.events.people(view.audit)
        var records: [RecordKey: Record] = [:]
        for one in taken {
            let record = try records[one.key] ?? client.store.record(one.key)
            guard let record else { continue }
            records[one.key] = record
            read(one, in: record, people)
        }
    }

    private mutating func read(
        _ one: TakenWords, in record: Record, _ people: [ReplicaID: PersonID]
    ) {
        let now = record.siblings(of: one.field)
        let isThere = now.contains { $0.edit == one.edit || record.quoted($0) == one.words }
        guard !isThere else { return }
        let instead = record.changes.first { entry in
            entry.live.map { entry.change.body.writes[$0] }.contains {
                $0.field == one.field && $0.replaces.contains(one.edit)
            }
        }
        let risen: Set<PersonID?> = Set(one.risen.map { people[$0] })
        let only: PersonID? = risen.count == 1 ? risen.first.flatMap(\.self) : nil
        let who = instead?.change.body.author ?? only
        guard who.map(view.ids.contains) != true else { return }
        let new = instead.flatMap { entry in now.first { $0.edit == entry.change.edit } }
        let words = new.flatMap(record.quoted).map { "\(one.words), now \($0)" } ?? one.words
        tell(
            .removed, one.key, one.field, one.edit, by: who, reason: words,
            at: instead?.change.body.wallTime)
    }

    /// What the server did not take, and what leads made of it: one piece of news a record.
    mutating func readOutcomes() throws {
        let waiting =
            try client.store.push.notAccepted(view.audit).filter {
                $0.outcome == .quarantined && $0.resolution == nil
            } + client.store.recovery.rejected(view.audit)
        for (key, changes) in Dictionary(grouping: waiting, by: \.change.key) {
            for kind in [Trail.Outcome.quarantined, .rejected] {
                let own = changes.filter { $0.outcome == kind }
                guard let last = own.last else { continue }
                tell(
                    kind == .quarantined ? .quarantined : .rejected, own, of: key, by: nil,
                    reason: last.reason ?? "")
            }
        }
        let settled = try client.store.pull.settledChanges(view.audit)
        for (key, changes) in Dictionary(grouping: settled, by: \.change.key) {
            for kind in Resolution.Kind.allCases {
                let own = changes.filter { $0.resolution?.kind == kind }
                guard let resolution = own.last?.resolution else { continue }
                tell(
                    kind == .adopted ? .adopted : .discarded, own, of: key, by: resolution.person,
                    reason: resolution.reason)
            }
        }
    }

    /// What waits for the leads; told again when something comes that was not listed before.
    mutating func readQuarantine() throws {
        guard view.role == .lead else { return }
        let arrivals = try client.store.quarantine.arrivals(view.audit)
        guard arrivals > 0 else { return }
        let count = try client.store.quarantine.overview(view.audit).count
        tell(
            .waiting, .plan(view.audit), FieldID(.title),
            Hash256(of: Array("\(arrivals)".utf8)).edit,
            by: nil, reason: "\(count)", at: nil)
    }

    private mutating func tell(
        _ kind: WorkEvent.Kind, _ changes: [LoggedChange], of key: RecordKey,
        by person: PersonID?, reason: String
    ) {
        guard let last = changes.last else { return }
        let fields = changes.flatMap(\.change.body.writes).map(\.field)
        let criteria = Set(fields.filter(\.hasCriterion).map(\.criterion))
        let only = criteria.count == 1 && fields.allSatisfy(\.hasCriterion) ? criteria.first : nil
        tell(
            kind, key, FieldID(criterion: only ?? "", .judgement), last.change.edit, by: person,
            reason: reason,
            at: last.resolution?.date.unixMilliseconds ?? last.recorded.unixMilliseconds,
            taken: WorkEvent.Amount(
                findings: criteria.count, entries: Set(fields.filter { !$0.hasCriterion }).count))
    }
}
