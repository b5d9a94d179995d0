package import Reading
package import Shared

extension ClientRecording {
    /// Adds a comment, which is never changed.
    ///
    /// - Parameter name: What `commentName` gave a form; one that is sent twice adds one comment.
    package func comment(
        _ text: String, on criterion: String, of item: StateItem, in view: AuditView,
        name: EditID? = nil
    ) throws {
        try view.requireTester()
        guard text.contains(where: { !$0.isWhitespace }) else {
            throw AuditError.invalid("a comment needs words")
        }
        var field = FieldID(criterion: criterion, .comment, (name ?? commentName).hex)
        let value = Drafts.text(text)
        if let said = item.record.siblings(of: field).first?.value {
            guard said.typed != value else { return }
            // A form that was gone back to, and says something else now.
            field = FieldID(criterion: criterion, .comment, commentName.hex)
        }
        let edit = FieldEdit(field, value)
        try client.save([RecordDraft(key: item.record.key, edits: [edit])], in: view.audit)
    }

    /// A name that no other comment has; any 16 random bytes do.
    package var commentName: EditID {
        var generator = SystemRandomNumberGenerator()
        return EditID.random(using: &generator)
    }
}
