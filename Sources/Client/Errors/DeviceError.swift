package import HTTPClient
package import Shared

/// Why a device was not ended.
package enum DeviceError: Error, Sendable {
    /// This laptop has joined no server, and only a server knows devices.
    case notJoined
    /// No answer; whether the server ended it is not known.
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
    /// Why no device ended, what is as it was, and what works instead.
    init(_ error: DeviceError) {
        switch error {
        case .notJoined:
            self.init(
                .settings,
                "Only a server ends devices, and this laptop has joined none. Nothing was changed.")
        case .unreached(let error):
            self.init(
                ReportedError(error).kind,
                "Ending a device needs the server. \(ReportedError(error).message) Do it again "
                    + "with a network: a device that has ended already stays so.")
        case .refused(let problem):
            switch problem.code {
            case .notAllowed:
                let why = problem.detail ?? "you may not"
                self.init(.notAllowed, "The server did not do it: \(why). Nothing was changed.")
            case .notFound:
                self.init(
                    .notFound,
                    "No device with this id has enrolled at this server. Nothing was changed.")
            default: self.init(problem)  // open set: problems that say nothing of devices
            }
        }
    }
}
