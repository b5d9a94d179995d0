import Client
import Shared

extension Desk {
    /// Adds the comment that a form has for one criterion; durable when this returns.
    ///
    /// - Parameter criterion: The full id that the form's button names.
    /// - Throws: `PageError.badForm`, `ClientError`; then nothing was added.
    func comment(on criterion: String, _ form: SubmittedForm, at place: StatePlace) throws {
        try place.view.requireTester()
        guard place.canRecord else {
            throw ClientError.invalid(
                "the audit is in round \(place.view.plan.currentRound); what was said of round "
                    + "\(place.id.round) is kept as it is")
        }
        let item = try client.state(place.id, of: place.view)
        guard let text = form.comment(on: criterion),
            place.criteria.contains(where: { $0.id == criterion })
                || item.findings.contains(where: { $0.criterion == criterion })
        else { throw PageError.badForm }
        try client.comment(
            text, on: criterion, of: item, in: place.view,
            name: form.text("comment-name").flatMap(EditID.init(hex:)))
        try client.unsavedTexts.forget(
            FieldID(criterion: criterion, .comment), of: item.record.key)
    }

    /// Keeps the comments that a form brings and that its button did not add, as typed.
    func keepComments(of form: SubmittedForm, at place: StatePlace) throws {
        guard place.canRecord else { return }
        for criterion in place.criteria where criterion.id != form.text("comment") {
            guard let text = form.comment(on: criterion.id), !text.isEmpty else { continue }
            let name = TypedField.formName(.comment, criterion.id)
            try keep(text, typedInto: TypedField(name, at: place), at: place)
        }
    }
}

extension SubmittedForm {
    /// What a form has in the field for a comment; nil where it has no such field.
    func comment(on criterion: String) -> String? {
        text(TypedField.formName(.comment, criterion))
    }
}
