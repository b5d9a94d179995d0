import Reading

/// Why a page is not shown, when it is not the work itself that is in trouble.
package enum PageError: Error, Equatable {
    case notFound
    /// The audit's plan has not come from the server yet; in words, how much of it has.
    case arriving(String)
    /// Whoever asks was not let in, in the words of whoever lets people in.
    case outside(heading: String, message: String, next: [String])
    /// The form is not one of ours; nothing was saved.
    case badForm
    /// The form has more than this workbench reads of one; nothing was saved.
    case tooLarge

    /// What its page tells, from the heading to what is safe and what to do next.
    package var words: (heading: String, message: String, sentences: [String]) {
        switch self {
        case .notFound:
            (
                "Page not found", "There is nothing at this address",
                [
                    "It may be a component that was merged into another. Search for its name, or "
                        + "go back to your work."
                ]
            )
        case .arriving(let words):
            (
                "Not here yet", "This audit is \(words)",
                [
                    "Its plan is not among them yet, without which nothing of it can be shown. "
                        + "What came is kept, and it goes on by itself. Your other audits are here."
                ]
            )
        case .outside(let heading, let message, let next): (heading, message, next)
        case .badForm:
            (
                "Not saved", "The form was sent incomplete",
                ["Nothing was changed. Go back, reload the page, and save again."]
            )
        case .tooLarge:
            (
                "Not saved", "The form is larger than what is read at once",
                [
                    "Nothing was changed, and your browser still has what you typed: go back, and "
                        + "save fewer texts at once."
                ]
            )
        }
    }
}

extension Error {
    /// Whether the page that has the form can tell why that is refused, beside what was typed.
    ///
    /// Whose role forbids it has no such form on hers any more, and would lose what she typed.
    package var isToldInItsForm: Bool {
        if case .notAllowed? = self as? AuditError { return false }
        return !(self is PageError)
    }
}
