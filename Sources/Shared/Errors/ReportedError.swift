/// An error as people are told it: what happened, what is still safe, and what to do next.
///
/// Both programs put the errors of every floor below them into one, and end with its kind's code.
package struct ReportedError: Error, Hashable, Sendable {
    package let kind: Kind
    /// Whole sentences, without a line break at the end.
    package let message: String

    /// What sort of trouble it is, as far as a script cares.
    package enum Kind: String, CaseIterable, Sendable {
        case usage
        /// What was given breaks a rule; nothing was saved.
        case badInput
        case notFound, unreachable
        /// Accord itself is wrong.
        case bug
        case disk
        /// Something else is at work; the same call may succeed in a moment.
        case busy
        /// What answered is no Accord server, or not the one that was known.
        case notOurServer
        /// The token, the role or the identity does not allow it.
        case notAllowed
        /// Settings or the catalogue do not fit.
        case settings
        /// The database or the server is newer than this program.
        case newer

        /// What scripts rely on, after sysexits(3); docs/cli.md lists them.
        package var exitCode: Int32 {
            switch self {
            case .usage: 64
            case .badInput: 65
            case .notFound: 66
            case .unreachable: 69
            case .bug: 70
            case .disk: 74
            case .busy: 75
            case .notOurServer: 76
            case .notAllowed: 77
            case .settings: 78
            case .newer: 79
            }
        }
    }

    package init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }
}
