package import HTTPClient
package import Shared

/// Why something that waits for a lead was not settled.
package enum QuarantineError: Error, Sendable {
    /// This laptop has joined no server, and only a server keeps anything for leads.
    case notJoined
    /// No answer; whether the server settled it is not known.
    case unreached(TransportError)
    case refused(Problem)

    init?(_ error: any Error) {
        switch InvitingError(error) {
        case .notJoined: self = .notJoined
        case .unreached(let error): self = .unreached(error)
        case .refused(let problem): self = .refused(problem)
        case nil: return nil
        }
    }
}

extension ReportedError {
    /// Why nothing was settled, what is as it was, and what works instead.
    init(_ error: QuarantineError) {
        switch error {
        case .notJoined:
            self.init(
                .settings,
                "Only a server keeps work for leads, and this laptop has joined none. Nothing was "
                    + "changed.")
        case .unreached(let error):
            self.init(
                ReportedError(error).kind,
                "Adopting and discarding need the server. \(ReportedError(error).message) What "
                    + "waits is kept there; do it again with a network.")
        case .refused(let problem):
            switch problem.code {
            case .notAllowed:
                let why = problem.detail ?? "you lead this audit no more"
                self.init(.notAllowed, "The server did not do it: \(why). It is kept as it was.")
            case .notFound:
                self.init(
                    .notFound, "The server keeps nothing with this id. Sync, and look again.")
            case .malformed:
                self.init(
                    .badInput,
                    "The server does not take this reason: \(problem.expected ?? ""). Nothing was "
                        + "changed.")
            default: self.init(problem)  // open set: problems that say nothing of quarantine
            }
        }
    }
}
