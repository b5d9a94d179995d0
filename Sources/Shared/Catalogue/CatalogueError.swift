/// Why a catalogue cannot be used; nothing was taken over from any of its files.
package enum CatalogueError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file is no YAML.
    case unreadable(file: String, line: Int, reason: String)
    /// A key is missing, unknown, or has a value that it cannot have.
    case invalid(file: String, line: Int, key: String, reason: String)
    /// Two files, or two entries, claim the same id.
    case duplicate(file: String, id: String)
    /// There is no catalogue file at all.
    case empty(folder: String)
    /// There are more files or bytes than travel with an audit.
    case tooLarge(String)

    init(_ fault: YAMLFault) {
        switch fault {
        case .unreadable(let file, let line, let reason):
            self = .unreadable(file: file, line: line, reason: reason)
        case .invalid(let file, let line, let key, let reason):
            self = .invalid(file: file, line: line, key: key, reason: reason)
        }
    }

    package var description: String {
        switch self {
        case .unreadable(let file, let line, let reason):
            YAMLFault.unreadable(file: file, line: line, reason: reason).description
        case .invalid(let file, let line, let key, let reason):
            YAMLFault.invalid(file: file, line: line, key: key, reason: reason).description
        case .duplicate(let file, let id): "\(file): the id \(id) is used twice"
        case .empty(let folder): "\(folder) holds no catalogue file (*.yaml)"
        case .tooLarge(let reason): "the catalogue is too large: \(reason) with an audit"
        }
    }
}
