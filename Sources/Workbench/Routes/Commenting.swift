import Client
import Shared

/// The comments that a form brings to one component state.
struct Commenting {
    let context: PageContext
    let place: StatePlace
    let form: SubmittedForm

    /// Adds the comment on one criterion; durable when this returns.
    ///
    /// - Parameter criterion: The full id that the form's button names.
    /// - Throws: `PageError.badForm`, `ClientError`; then nothing was added.
    func add(on criterion: String) throws {
        try place.view.requireTester()
        guard place.canRecord else {
            throw ClientError.invalid(
                "the audit is in round \(place.view.plan.currentRound); what was said of round "
                    + "\(place.id.round) is kept as it is")
        }
        let item = try context.client.queries.state(place.id, of: place.view)
        guard let text = text(on: criterion),
            place.criteria.contains(where: { $0.id == criterion })
                || item.findings.contains(where: { $0.criterion == criterion })
        else { throw PageError.badForm }
        try context.client.recording.comment(
            text, on: criterion, of: item, in: place.view,
            name: form.text("comment-name").flatMap(EditID.init(hex:)))
        try context.client.unsavedTexts.forget(
            FieldID(criterion: criterion, .comment), of: item.record.key)
    }

    /// Keeps the comments that the form's button did not add, as typed.
    func keepOthers() throws {
        guard place.canRecord else { return }
        for criterion in place.criteria where criterion.id != form.text("comment") {
            guard let text = text(on: criterion.id), !text.isEmpty else { continue }
            let name = TypedField.formName(.comment, criterion.id)
            try TypedField(name, at: place).keep(text, in: context)
        }
    }

    /// What the form has in the field for a comment; nil where it has no such field.
    func text(on criterion: String) -> String? {
        form.text(TypedField.formName(.comment, criterion))
    }
}
