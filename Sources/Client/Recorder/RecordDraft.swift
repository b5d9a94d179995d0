package import Shared
package import struct Shared.Record

/// What a form had in view when it opened: what its saves may replace.
package struct FormContext: Sendable {
    /// The record's context then, and the form's own saves since.
    package var sees: VersionVector
    /// The siblings it showed, by field.
    package var shown: [FieldID: [Sibling]]

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

/// What somebody wants one record to say; what it replaces is worked out when it is saved.
package struct RecordDraft: Sendable {
    /// The record; it need not exist yet.
    package let key: RecordKey
    package var act: Act
    /// At most one edit a field.
    package var edits: [FieldEdit]
    /// What the form showed; nil to take the record as it stands when it is saved.
    package var form: FormContext?

    package init(
        key: RecordKey, act: Act = .edit, edits: [FieldEdit], form: FormContext? = nil
    ) {
        self.key = key
        self.act = act
        self.edits = edits
        self.form = form
    }
}

/// One register's new value, or its removal.
package struct FieldEdit: Sendable {
    package let field: FieldID
    /// Nil takes away what the form showed; of judgements only one's own.
    package let value: FieldValue?

    package init(_ field: FieldID, _ value: FieldValue?) {
        self.field = field
        self.value = value
    }
}
