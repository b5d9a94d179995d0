/// Why a program's settings cannot be used; nothing was opened or started.
package enum SettingsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file that was asked for is not there, or no UTF-8 text.
    case unreadable(path: String)
    case file(YAMLError)
    /// What an option or a variable of the environment says.
    case given(place: String, reason: String)
    case missing(reason: String)
    /// A certificate or key that is not there or not PEM.
    case tlsFile(path: String, reason: String)

    package var description: String {
        switch self {
        case .unreadable(let path):
            "\(path): the settings file cannot be read: name one that is there, in UTF-8"
        case .file(let error): error.description
        case .given(let place, let reason): "\(place): \(reason)"
        case .missing(let reason): reason
        case .tlsFile(let path, let reason): "\(path) cannot be used for TLS: \(reason)"
        }
    }
}
