/// Why a catalogue cannot be used; nothing was taken over from any of its files.
package enum CatalogueError: Error, Hashable, Sendable, CustomStringConvertible {
    case file(YAMLError)
    /// Two files, or two entries, claim the same id.
    case duplicate(file: String, id: String)
    case empty(folder: String)
    case noFolder(String)
    /// A file that would be passed over: `.yml` where `.yaml` is read.
    case wrongExtension(file: String)
    /// There are more files or bytes than travel with an audit.
    case tooLarge(String)

    package var description: String {
        switch self {
        case .file(let fault): fault.description
        case .duplicate(let file, let id): "\(file): the id \(id) is used twice"
        case .empty(let folder): "\(folder) holds no catalogue file (*.yaml)"
        case .noFolder(let folder): "there is no folder \(folder), or it cannot be read"
        case .wrongExtension(let file):
            "\(file) would not be read: rename it, so that it ends in .yaml"
        case .tooLarge(let reason): "the catalogue is too large: \(reason) with an audit"
        }
    }
}
