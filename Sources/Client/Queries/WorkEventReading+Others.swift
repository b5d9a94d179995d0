import Reading
import Shared

/// What others said beside her word, want of her, and what the server made of it.
extension WorkEventReading {
    /// A lead's word on what she had judged: against her, or for her where others differed.
    mutating func readDecision(on finding: Finding, of key: RecordKey) {
        let sides = Sides(finding, in: view)
        guard let decision = sides.decision, let inEffect = decision.value.decision,
            !view.ids.contains(decision.author), let own = sides.word
        else { return }
        func tell(_ kind: WorkEvent.Kind, _ edit: EditID) {
            self.tell(
                kind, key, decision.field, edit, by: decision.author,
                reason: inEffect.reason.string, at: decision.wallTime)
        }
        if case .challenged(_, let challenges) = finding.effective,
            challenges.contains(.late(own.edit))
        {
            tell(.challenged, own.edit)
        }
        if sides.isOverruled {
            tell(.overruled, decision.edit)
        } else if Set(finding.judgements.map(\.value)).count > 1 {
            tell(.decided, decision.edit)
        }
    }

    /// Others' verdicts that differ from hers, and that she did not know when she judged.
    mutating func readDisagreements(on finding: Finding, of key: RecordKey) {
        let sides = Sides(finding, in: view)
        guard finding.effective.decision == nil, let own = sides.word else { return }
        for other in sides.differing where !own.hasSeen(other) {
            tell(.disagreed, key, other, reason: other.value.judgement?.words ?? "")
        }
    }

    /// What somebody else wants of her, or does to what all work by.
    mutating func readDeeds(in record: Record, _ mentions: Mentions) {
        if case .component(_, let id) = record.key, let component = view.components[id] {
            readNames(of: record, component)
        }
        for event in AuditEvent.all(to: record) {
            guard let one = event.stands else { continue }
            if view.ids.contains(one.author) {
                readUnplaced(one, of: record.key)
                continue
            }
            let text = one.value.text ?? ""
            switch one.field.name {
            case .assignee where view.isMine(text):
                tell(.assigned, record.key, one, reason: "")
            case .comment where !mentions.people(in: text).isDisjoint(with: view.ids):
                tell(.mentioned, record.key, one, reason: String(text.prefix(Self.excerptMax)))
            case .catalogue where isAtWork && !event.replaces.isEmpty:
                tell(
                    .repinned, record.key, one,
                    reason: CataloguePin(text)?.description ?? "")
            case .round where isAtWork: readRound(one, of: record.key)
            default: continue  // open set: all other registers
            }
        }
    }

    /// A later round, where it is the one that is under way.
    private mutating func readRound(_ one: Sibling, of key: RecordKey) {
        let number = view.plan.currentRound
        guard number > 1, one.field == .round(number) else { return }
        let build = view.plan.rounds[number] ?? ""
        tell(
            .round, key, one, reason: build.isEmpty ? "\(number)" : "\(number), build \(build)")
    }

    /// What stands in her name and came by no device known to be hers.
    private mutating func readUnplaced(_ one: Sibling, of key: RecordKey) {
        guard let origin = one.unplaced else { return }
        tell(
            .unplaced, key, FieldID(criterion: one.field.criterion, .judgement), one.edit,
            by: origin.lead, reason: "", at: nil)
    }

    private mutating func tell(
        _ kind: WorkEvent.Kind, _ key: RecordKey, _ one: Sibling, reason: String
    ) {
        tell(kind, key, one.field, one.edit, by: one.author, reason: reason, at: one.wallTime)
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
        let taker = record.takers(of: [(one.field, one.edit, view.person)])[0]
        let risen: Set<PersonID?> = Set(one.risen.map { people[$0] })
        let only: PersonID? = risen.count == 1 ? risen.first.flatMap(\.self) : nil
        let who = taker?.body.author ?? only
        guard who.map(view.ids.contains) != true else { return }
        let new = now.first { $0.edit == taker?.edit }
        let words = new.flatMap(record.quoted).map { "\(one.words), now \($0)" } ?? one.words
        tell(
            .removed, one.key, one.field, one.edit, by: who, reason: words,
            at: taker?.body.wallTime)
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

    /// A colleague's signature; to leads, too, what makes of any that it is not what was signed.
    mutating func readSignatures() throws {
        let signOffs = view.plan.signOffs
        let plan = RecordKey.plan(view.audit)
        for one in signOffs where !view.isOwn(one) {
            guard let signOff = one.value.signOff else { continue }
            let statement = String(signOff.statement.string.onOneLine.prefix(Self.excerptMax))
            tell(.signed, plan, one, reason: "\(signOff.round): “\(statement)”")
        }
        // It takes a look at all that stands in a round, so only where something else does.
        let rounds = Set(signOffs.compactMap(\.value.signOff?.round))
        guard view.role == .lead, !rounds.isEmpty, changed.mayChange(rounds) else { return }
        let whole = try client.view(view.audit)
        for round in try SignedRound.all(in: whole)
        where round.state == .resultChanged || round.state == .writtenSince {
            let people = round.written.compactMap(\.person)
            let said = "\(round.state.rawValue) " + people.map(\.hex).sorted().joined()
            let edit = Hash256(of: round.signature.edit.bytes + Array(said.utf8)).edit
            tell(
                .signedSince, plan, round.signature.field, edit, by: round.signature.author,
                reason: "\(round.signOff.round). \(round.words(in: whole.plan))", at: nil)
        }
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
