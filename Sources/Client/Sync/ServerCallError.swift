package import HTTPClient
package import Shared

/// Why a call of the server gave no answer.
package enum ServerCallError: Error, Equatable {
    /// No Accord server answered; the request may or may not have had an effect.
    case transport(TransportError)
    case problem(Problem)

    /// For how long the server asked to be left alone; nil where it said nothing.
    var secondsTold: Int? { if case .problem(let reason) = self { reason.retryAfter } else { nil } }
}
