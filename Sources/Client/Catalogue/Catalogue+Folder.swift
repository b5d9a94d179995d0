import Foundation
package import Reading
package import Shared

extension Catalogue {
    /// The hash of the files that are built in.
    static let builtIn = EmbeddedControl.pin.files

    /// Reads the `*.yaml` of a folder; nil for the catalogue that is built in.
    package static func read(folder: String?) throws(AuditError) -> Catalogue {
        do throws(CatalogueError) {
            guard let folder else { return CatalogueLoader.embedded() }
            return try CatalogueLoader.load(try files(in: folder))
        } catch {
            throw .catalogue(error)
        }
    }

    /// With what the folder has from the catalogue that is built in, because what an audit pins has
    /// to be all that it is judged by.
    fileprivate static func files(
        in folder: String
    ) throws(CatalogueError) -> CatalogueFolder {
        let url = URL(fileURLWithPath: folder, isDirectory: true)
        guard
            let found = try? FileManager.default.contentsOfDirectory(
                at: url, includingPropertiesForKeys: nil)
        else { throw .noFolder(folder) }
        if let other = found.first(where: { $0.pathExtension == "yml" }) {
            throw .wrongExtension(file: "\(folder)/\(other.lastPathComponent)")
        }
        let files = found.filter { $0.pathExtension == "yaml" }
        guard !files.isEmpty else { throw .empty(folder: folder) }
        let contents = try files.map { file throws(CatalogueError) in
            let name = file.lastPathComponent
            if let content = try? Data(contentsOf: file) {
                return CatalogueFiles.File(path: name, content: [UInt8](content))
            }
            throw .file(
                .unreadable(file: "\(folder)/\(name)", line: 1, reason: "it cannot be read"))
        }
        return try CatalogueFolder(contents, in: folder)
    }
}

/// What `accord catalogue check` finds.
package enum CatalogueCheck: Sendable {
    /// One at least.
    case wrong([CatalogueError])
    /// - Parameter builtIn: How many of its controls are those that are built in.
    case sound(Catalogue, builtIn: Int)

    /// - Parameter folder: Nil for the catalogue that is built in.
    package init(folder: String?) throws(AuditError) {
        do throws(CatalogueError) {
            guard let folder else {
                let wrong = CatalogueLoader.check(try CatalogueLoader.embeddedFiles())
                let catalogue = CatalogueLoader.embedded()
                let count = catalogue.headings.count
                self = wrong.isEmpty ? .sound(catalogue, builtIn: count) : .wrong(wrong)
                return
            }
            let read = try Catalogue.files(in: folder)
            let wrong = CatalogueLoader.check(read)
            self =
                wrong.isEmpty
                ? .sound(try CatalogueLoader.load(read.files), builtIn: read.controlsBuiltIn)
                : .wrong(wrong)
        } catch {
            throw .catalogue(error)
        }
    }
}
