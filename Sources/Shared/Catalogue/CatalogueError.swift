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

    package var description: String {
        switch self {
        case .unreadable(let file, let line, let reason): "\(file):\(line): \(reason)"
        case .invalid(let file, let line, let key, let reason): "\(file):\(line): \(key): \(reason)"
        case .duplicate(let file, let id): "\(file): the id \(id) is used twice"
        case .empty(let folder): "\(folder) holds no catalogue file (*.yaml)"
        }
    }
}
