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
            return try CatalogueLoader.load(try files(in: folder), in: folder, isNew: true)
        } catch {
            throw .catalogue(error)
        }
    }

    /// What is wrong with a folder, or with the catalogue that is built in; empty when nothing is.
    package static func faults(folder: String?) throws(AuditError) -> [CatalogueError] {
        do throws(CatalogueError) {
            guard let folder else {
                return CatalogueLoader.check(try CatalogueLoader.embeddedFiles())
            }
            return CatalogueLoader.check(try files(in: folder), in: folder)
        } catch {
            throw .catalogue(error)
        }
    }

    /// With the shared files that are built in where the folder lacks them, because what an audit
    /// pins has to be all that it is judged by.
    private static func files(in folder: String) throws(CatalogueError) -> CatalogueFiles {
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
        return try CatalogueLoader.completed(contents)
    }
}
