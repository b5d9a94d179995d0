package import Shared

/// What somebody wants one record to say; what it replaces is worked out when it is saved.
package struct RecordDraft: Sendable {
    /// The record; it need not exist yet.
    package let key: RecordKey
    package var act: Act
    /// At most one edit a field.
    package var edits: [FieldEdit]
    /// What the form showed; nil to take the record as it stands when it is saved.
    package var form: FormContext?
    /// Whether its author is asked before a verdict stands beside another of hers that the form
    /// had not shown; then nothing is written, and `UnseenJudgement` is thrown.
    var asksAuthor = false

    package init(key: RecordKey, act: Act = .edit, edits: [FieldEdit], form: FormContext? = nil) {
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

    /// A text has one kind of line end, through whichever door it came.
    package init(_ field: FieldID, _ value: FieldValue?) {
        self.field = field
        self.value = value?.typed
    }
}

extension RecordDraft {
    /// The draft as drafts of one change each: what is never replaced lies apart from what is.
    ///
    /// A change is kept as long as anything of it lives. A tag beside a note would keep the note's
    /// text in its author's share long after she wrote a better one.
    var pieces: [RecordDraft] {
        // Nearly every draft is one.
        if edits.count == 1 { return [self] }
        var replaceable: [FieldEdit] = []
        var elements: [FieldEdit] = []
        // What is written once and taken away alone.
        var single: [[FieldEdit]] = []
        for edit in edits {
            switch edit.field.name {
            case .evidence, .evidenceName: elements.append(edit)
            case .some(let name) where FieldName.findingLists.contains(name): elements.append(edit)
            case .comment, .evidenceArea: single.append([edit])
            default: replaceable.append(edit)  // open set: every register that has one value
            }
        }
        return ([replaceable, elements] + single).filter { !$0.isEmpty }.map {
            var piece = self
            piece.edits = $0
            return piece
        }
    }
}
