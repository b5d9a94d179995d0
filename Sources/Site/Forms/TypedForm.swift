import Client
import Shared

/// A form of findings that could not be saved, to be shown again as it was typed.
struct TypedForm: Sendable {
    let form: SubmittedForm
    let refused: ReportedError
    /// What she is asked before it can be saved.
    var asked: [OwnQuestion] = []

    var notice: Notice {
        Notice(
            .error, "Not saved",
            asked.isEmpty
                ? "\(refused.message) What you typed is below, on this page alone: save it again "
                    + "before you leave the page."
                : refused.message, isAlert: true)
    }

    /// A form of which all is saved but what she is asked.
    ///
    /// - Parameter context: What it has in view now.
    init(_ form: SubmittedForm, asking asked: [OwnQuestion], context: String?) {
        let count = asked.count == 1 ? "One verdict" : "\(asked.count) verdicts"
        self.init(
            form: form.with("context", context),
            refused: ReportedError(
                .badInput,
                "\(count) of this form would stand beside one that you gave in another form, "
                    + "which this one had not shown. Say below which of the two it is; everything "
                    + "else is saved."),
            asked: asked)
    }

    init(form: SubmittedForm, refused: ReportedError, asked: [OwnQuestion] = []) {
        self.form = form
        self.refused = refused
        self.asked = asked
    }
}
