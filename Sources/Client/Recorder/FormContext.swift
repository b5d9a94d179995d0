package import Shared
package import struct Shared.Record

/// What a form had in view when it opened: what its saves may replace.
package struct FormContext: Sendable {
    /// The record's context then, and the form's own saves since.
    package var sees: VersionVector
    /// The siblings it showed, by field.
    package var shown: [FieldID: [Sibling]]

    init(sees: VersionVector, shown: [FieldID: [Sibling]]) {
        self.sees = sees
        self.shown = shown
    }

    /// Opens a form on a record as it stands.
    package init(showing record: Record) {
        sees = record.context
        shown = Dictionary(uniqueKeysWithValues: record.registers().map { ($0.field, $0.siblings) })
    }

    /// What a save from this form says that it saw: its own replica's number, then those of what
    /// the form shows, as far as there is room.
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

    /// Takes note of what else was shown: others' verdicts on some criteria, and the decisions.
    ///
    /// A save replaces none of them; it says that its writer knew them.
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
}

extension FormContext {
    /// Whether a field showed this value, alone or beside others.
    package func showed(_ value: FieldValue, in field: FieldID) -> Bool {
        let token = FormToken.Value(value)
        return shown[field]?.contains { FormToken.Value($0.value) == token } ?? false
    }
}
