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

    /// After a save the form shows its own edit in the saved fields, and nothing else.
    package mutating func note(_ change: Change) {
        let own = Record(key: change.key).applying(change)
        for write in change.body.writes { shown[write.field] = own.siblings(of: write.field) }
        sees.raise(to: change.dot)
    }
}

extension FormContext {
    /// Whether a field showed this value, alone or beside others.
    package func showed(_ value: FieldValue, in field: FieldID) -> Bool {
        let token = FormToken.Value(value)
        return shown[field]?.contains { FormToken.Value($0.value) == token } ?? false
    }
}
