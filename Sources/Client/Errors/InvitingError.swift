package import HTTPClient
package import Shared

/// Why nobody was invited.
package enum InvitingError: Error, Sendable {
    /// This laptop has joined no server, so there is nothing to invite to.
    case notJoined
    /// No answer; whether the server wrote an invite is not known.
    case unreached(TransportError)
    case refused(Problem)

    init?(_ error: any Error) {
        switch error {
        case ServerCallError.transport(let error): self = .unreached(error)
        case ServerCallError.problem(let problem): self = .refused(problem)
        case let error as TransportError: self = .unreached(error)
        case ClientError.notJoined: self = .notJoined
        case ClientError.transport(let error): self = .unreached(error)
        case ClientError.problem(let problem): self = .refused(problem)
        default: return nil  // open set: errors that have nothing to do with a server
        }
    }
}
