package import Foundation
package import Reading
package import Shared

extension ClientQueries {
    /// Looks for what others did with this person's work, where anything came since the last look.
    ///
    /// What is found is kept until she has seen it; called again after a crash it finds the same.
    ///
    /// - Returns: The audit as it was looked through, with the names of what may wait; nil where
    ///   nothing was.
    @discardableResult
    package func noteNews(_ audit: AuditID) throws -> AuditView? {
        guard let due = try store.events.newsDue(audit), try store.plan(audit) != nil else {
            return nil
        }
        let view = try client.view(audit, naming: .waiting)
        let reading = try WorkEventReading(
            of: view, lookingThrough: store.events.changed(audit, since: due), by: client)
        try store.events.keep(
            news: reading.news, own: reading.own, lookedThrough: reading.changed, of: audit,
            due: due)
        return view
    }

    /// How much she has not seen yet, and when she looked last; nil for never.
    package func unseenNews(of audit: AuditID) throws -> (count: Int, looked: Date?) {
        try noteNews(audit)
        return try store.events.unseen(audit)
    }

    /// The newest of what she has seen, or has not.
    package func latestNews(
        of audit: AuditID, seen: Bool, countMax: Int
    ) throws -> [WorkEvent] {
        try store.events.latestNews(audit, seen: seen, countMax: countMax)
    }

    package func markSeen(_ news: [WorkEvent], in audit: AuditID, at now: Date) throws {
        try store.events.markSeen(news, in: audit, at: now)
    }

    /// What she has not seen yet, in order; `untoldOnly` leaves out what a sync has told.
    package func news(_ audit: AuditID, untoldOnly: Bool = false) throws -> [WorkEvent] {
        try noteNews(audit)
        return try store.events.news(audit, untoldOnly: untoldOnly)
    }
}

struct WorkEventReading {
    private typealias PlacedWrite = (key: RecordKey, write: Sibling)

    private(set) var news: [WorkEvent] = []
    /// Her withdrawals that stand.
    private(set) var own: [OwnWithdrawal] = []
    let view: AuditView
    let client: AuditClient
    let changed: ChangedRecords
    /// Whether she has recorded anything here.
    let isAtWork: Bool

    init(
        of view: AuditView, lookingThrough changed: ChangedRecords, by client: AuditClient
    ) throws {
        self.view = view
        self.client = client
        self.changed = changed
        isAtWork = try client.store.events.hasOwnChanges(in: view.audit)
        for component in view.components where !component.withdrawals.isEmpty {
            let records = try client.store.records(of: component.id, in: view.audit)
            note(
                component.withdrawals, at: FieldID(.withdrawn),
                of: .component(view.audit, component.id), over: records.flatMap(Self.writes))
        }
        for (key, authors) in changed.contested where !authors.isDisjoint(with: view.ids) {
            if let record = try client.store.record(key) { read(record) }
        }
        let plan = RecordKey.plan(view.audit)
        let mentions = Mentions(of: view.plan)
        for key in (isAtWork ? [plan] : []) + changed.concerning.filter({ $0 != plan || !isAtWork })
        {
            if let record = try client.store.record(key) { readDeeds(in: record, mentions) }
        }
        try readOutcomes()
        try readTaken(try client.store.events.takenWords(view.audit))
        try readQuarantine()
        try readSignatures()
        try readLifted(try client.store.events.ownWithdrawals(view.audit))
    }

    private mutating func read(_ record: Record) {
        let writes = Self.writes(of: record)
        for (field, siblings) in record.registers() where field.name == .withdrawn {
            let within = writes.filter {
                !field.hasCriterion || $0.write.field.criterion == field.criterion
            }
            note(siblings, at: field, of: record.key, over: within)
        }
        for finding in view.item(record).findings where !finding.isWithdrawn {
            readDecision(on: finding, of: record.key)
            readDisagreements(on: finding, of: record.key)
        }
    }

    private static func writes(of record: Record) -> [PlacedWrite] {
        record.registers().filter { $0.field.name != .withdrawn }.flatMap(\.siblings)
            .map { (record.key, $0) }
    }

    /// One piece of news for each other author whose withdrawals stand in a register.
    private mutating func note(
        _ withdrawals: [Sibling], at field: FieldID, of key: RecordKey, over writes: [PlacedWrite]
    ) {
        own += withdrawals.filter { view.ids.contains($0.author) }.map {
            OwnWithdrawal(key: key, field: field, edit: $0.edit)
        }
        let hers = writes.filter { view.ids.contains($0.write.author) }
        let others = Dictionary(
            grouping: withdrawals.filter { !view.ids.contains($0.author) }, by: \.author)
        for (person, withdrawals) in others.sorted(by: { $0.key < $1.key }) where !hers.isEmpty {
            let byLead = withdrawals.filter { $0.act == .decision }
            let covered = Set(byLead.compactMap(\.value.withdrawal).flatMap(\.covers))
            let isTaken = { (one: PlacedWrite) in covered.contains(one.write.edit) }
            tell(
                .withdrawn, key, field, withdrawals.map(\.edit).min(), by: person,
                reason: withdrawals.reasons.joined(separator: " / "),
                at: withdrawals.map(\.wallTime).max(),
                taken: Self.amount(of: hers.filter(isTaken)),
                standing: Self.amount(of: hers.filter { !isTaken($0) }))
        }
    }

    /// What became of withdrawals of hers that stood when this was looked for last.
    private mutating func readLifted(_ before: [OwnWithdrawal]) throws {
        let standing = Set(own)
        for one in before where !standing.contains(one) && changed.isLookedThrough(one.key) {
            guard let record = try client.store.record(one.key) else { continue }
            let changes = try client.store.events.ownChanges(of: one.key)
            let isHers = changes.contains { change, _ in
                change.body.writes.contains {
                    $0.field == one.field && $0.replaces.contains(one.edit)
                }
            }
            // What was set aside or refused is told as that, and what is not there yet may come.
            let isElsewhere = changes.contains { change, outcome in
                change.edit == one.edit && (outcome == .rejected || outcome == .quarantined)
            }
            if !isHers, !isElsewhere { note(one, gone: record) }
        }
    }

    private mutating func note(_ one: OwnWithdrawal, gone record: Record) {
        let taker = record.takers(of: [(one.field, one.edit, view.person)])[0]
        let instead = record.siblings(of: one.field).first { $0.edit == taker?.edit }
        guard let instead, !view.ids.contains(instead.author) else {
            return tell(.lifted, one.key, one.field, one.edit, by: nil, reason: "", at: nil)
        }
        tell(
            .replaced, one.key, one.field, one.edit, by: instead.author,
            reason: instead.value.withdrawal?.reason.string ?? "", at: instead.wallTime)
    }

    /// - Parameter time: Unix milliseconds; nil where nobody tells.
    mutating func tell(
        _ kind: WorkEvent.Kind, _ key: RecordKey, _ field: FieldID, _ edit: EditID?,
        by person: PersonID?, reason: String, at time: Int64?,
        taken: WorkEvent.Amount = WorkEvent.Amount(),
        standing: WorkEvent.Amount = WorkEvent.Amount()
    ) {
        let place = key.bytes + Array(field.path.utf8)
        let bytes = Array(kind.rawValue.utf8) + place + (edit?.bytes ?? [])
        news.append(
            WorkEvent(
                kind: kind, fact: Array(Hash256(of: bytes).bytes.prefix(16)), key: key,
                criterion: field.criterion, person: person, reason: reason,
                happened: time.map(Date.init(unixMilliseconds:)), taken: taken,
                standing: standing))
    }

    private static func amount(of writes: [PlacedWrite]) -> WorkEvent.Amount {
        let ofFindings = writes.filter(\.write.field.hasCriterion)
        let findings = Set(ofFindings.map { $0.key.bytes + Array($0.write.field.criterion.utf8) })
        return WorkEvent.Amount(findings: findings.count, entries: writes.count - ofFindings.count)
    }
}
