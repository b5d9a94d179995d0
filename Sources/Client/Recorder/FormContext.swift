package import Shared

/// What a form had in view when it opened: what its saves may replace.
package struct FormContext: Sendable {
    /// The record's context then, and the form's own saves since.
    package var sees: VersionVector
    /// What it showed, by field.
    package var shown: [FieldID: [Sibling]]
}

extension FormContext {
    package init(showing record: Record) {
        sees = record.context
        shown = Dictionary(uniqueKeysWithValues: record.registers().map { ($0.field, $0.siblings) })
    }

    /// What the details of one criterion show: its texts and lists, and no verdict.
    package init(showing record: Record, detailsOf criterion: String) {
        sees = VersionVector()
        shown = FormContext(showing: record).shown.filter { $0.key.isDetail(of: criterion) }
    }

    /// Takes over what the details of a criterion showed that were opened after the form.
    package mutating func open(_ details: FormContext, of criterion: String) {
        shown = shown.filter { !$0.key.isDetail(of: criterion) }
        shown.merge(details.shown.filter { $0.key.isDetail(of: criterion) }) { $1 }
    }

    /// What a save saw: its own replica, then those of what is shown, as far as there is room.
    func seen(by replica: ReplicaID, atMost countMax: Int) -> VersionVector {
        guard sees.entries.count > countMax else { return sees }
        var seen = VersionVector([Dot(replica: replica, n: sees[replica])])
        for sibling in shown.values.joined().sorted(by: { $0.dot < $1.dot }) {
            let dot = Dot(replica: sibling.dot.replica, n: sees[sibling.dot.replica])
            guard seen.entries.count < countMax || seen[dot.replica] > 0 else { continue }
            seen.raise(to: dot)
        }
        return seen
    }

    /// What a judgement saved from this form knew: others' judgements, and the decisions.
    func known(at field: FieldID, by author: PersonID) -> [EditID] {
        // Most forms of a bulk save showed nothing, and need no name made for the decision.
        guard !shown.isEmpty else { return [] }
        let decision = FieldID(criterion: field.criterion, .decision)
        return Replacement.known(
            judgements: shown[field] ?? [], decisions: shown[decision] ?? [], by: author)
    }

    /// After a save the form shows its own edit in the saved fields, beside what it cannot replace.
    package mutating func note(_ change: Change) {
        let own = Record(key: change.key).applying(change)
        for write in change.body.writes {
            let before = shown[write.field] ?? []
            let replaced = Replacement.named(
                of: before, field: write.field, by: change.body.author, act: change.body.act)
            shown[write.field] =
                before.filter { !replaced.contains($0.edit) } + own.siblings(of: write.field)
        }
        sees.raise(to: change.dot)
    }

    /// Notes what else was shown, others' verdicts and the decisions: known, and not replaced.
    package mutating func learn(
        _ record: Record, on criteria: Set<String>, besides person: PersonID
    ) {
        for (field, siblings) in record.registers() where criteria.contains(field.criterion) {
            guard field.name == .judgement || field.name == .decision else { continue }
            let known = Set((shown[field] ?? []).map(\.edit))
            shown[field, default: []] += siblings.filter {
                !known.contains($0.edit) && (field.name == .decision || $0.author != person)
            }
        }
    }

    /// Whether a field showed this value, alone or beside others.
    package func showed(_ value: FieldValue, in field: FieldID) -> Bool {
        let token = FormToken.Value(value)
        return shown[field]?.contains { FormToken.Value($0.value) == token } ?? false
    }

    /// What puts one criterion back: the own verdict, and every text, empty where none was shown.
    package func entry(of criterion: String, by person: PersonID) -> FindingEntry {
        var entry = FindingEntry()
        entry.criterion = criterion
        func siblings(_ name: FieldName) -> [Sibling] {
            shown[FieldID(criterion: criterion, name)] ?? []
        }
        let own = siblings(.judgement).filter { $0.author == person }.newest?.value.judgement
        entry.outcome = own?.outcome ?? .untested
        entry.severity = own?.severity
        entry.attribution = own?.attribution
        for name in FieldName.typedTexts {
            entry.texts[name] = siblings(name).shown(to: person)?.value.text ?? ""
        }
        return entry
    }
}

extension FieldID {
    /// Whether the details of a criterion show it.
    fileprivate func isDetail(of criterion: String) -> Bool {
        self.criterion == criterion && name.map(FieldName.findingFields.contains) ?? false
    }
}

extension [Sibling] {
    /// What a form shows of several versions: one's own, else the newest.
    package func shown(to person: PersonID) -> Sibling? {
        filter { $0.author == person }.newest ?? newest
    }
}
