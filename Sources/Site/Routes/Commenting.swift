import Client
import Reading
import Shared

/// The comments that a form brings to one component state.
extension StateSaving {
    /// Adds the comment on the criterion that the form's button names; durable when this returns.
    func addComment(on criterion: String) throws {
        try place.requireRecording("what was said of round \(place.id.round) is kept as it is")
        let item = try place.view.item(place.id)
        guard let text = commentText(on: criterion),
            place.possible.contains(where: { $0.id == criterion })
                || item.findings.contains(where: { $0.criterion == criterion })
        else { throw PageError.badForm }
        try context.client.recording.comment(
            text, on: criterion, of: item, in: place.view,
            name: form.text("comment-name").flatMap(EditID.init(hex:)))
        try context.client.unsavedTexts.forget(
            FieldID(criterion: criterion, .comment), of: item.record.key)
    }

    /// Keeps the comments that the form's button did not add, as typed.
    func keepOtherComments() throws {
        guard place.canRecord else { return }
        for criterion in place.possible where criterion.id != form.text("comment") {
            guard let text = commentText(on: criterion.id), !text.isEmpty else { continue }
            let name = TypedField.formName(.comment, criterion.id)
            try TypedField(name, at: place).keep(text, in: context)
        }
    }

    /// What the form has in the field for a comment; nil where it has no such field.
    func commentText(on criterion: String) -> String? {
        form.text(TypedField.formName(.comment, criterion))
    }
}
