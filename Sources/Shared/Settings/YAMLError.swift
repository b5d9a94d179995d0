/// Why a YAML file cannot be used, with the place where a person has to look.
package enum YAMLError: Error, Hashable, Sendable, CustomStringConvertible {
    case unreadable(file: String, line: Int, reason: String)
    /// A key is missing, unknown, or has a value that it cannot have.
    case invalid(file: String, line: Int, key: String, reason: String)

    package var description: String {
        switch self {
        case .unreadable(let file, let line, let reason): "\(file):\(line): \(reason)"
        case .invalid(let file, let line, let key, let reason): "\(file):\(line): \(key): \(reason)"
        }
    }
}
