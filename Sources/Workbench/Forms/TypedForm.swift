import Shared

/// A form of findings that could not be saved, to be shown again as it was typed.
struct TypedForm: Sendable {
    let form: SubmittedForm
    let refused: ReportedError

    var notice: Notice {
        Notice(
            .error, "Not saved",
            "\(refused.message) What you typed is below, on this page alone: save it again before "
                + "you leave the page.", isAlert: true)
    }
}
