import Client
import Reading
import Shared

/// A form as somebody filled it in, with why it came back; empty where nobody has sent it.
///
/// A page takes one, shows what was typed in place of what is saved, and why nothing of it was.
struct Form: Sendable {
    let values: SubmittedForm
    /// Nil for a form that nobody has sent.
    let refusal: Notice?
    /// What kind of error refused it; nil for none.
    let kind: ReportedError.Kind?

    init() {
        values = SubmittedForm()
        refusal = nil
        kind = nil
    }

    /// One that was sent and is not refused.
    init(_ values: SubmittedForm) {
        self.values = values
        refusal = nil
        kind = nil
    }

    /// - Parameter heading: Says what was not done, such as `Nothing was added`.
    init(_ values: SubmittedForm, _ heading: String, _ error: any Error) {
        self.values = values
        let trouble = ReportedError(error)
        kind = error is Refusal ? .badInput : trouble.kind
        refusal =
            switch error {
            case let error as Refusal:
                Notice(.error, error.heading, error.reason.asSentence, isAlert: true)
            case AuditError.invalid(let reason):
                Notice(.error, heading, reason.asSentence, isAlert: true)
            default:  // open set: whatever else can go wrong
                Notice(.error, heading, trouble.message, isAlert: true)
            }
    }

    /// What was typed, if it was the form of its page that this field tells; nil for another one.
    func values(where field: String, is value: String) -> SubmittedForm? {
        values.text(field) == value ? values : nil
    }
}

/// Why a form is refused under a heading of its own; a clause.
struct Refusal: Error {
    let heading: String
    let reason: String
}
