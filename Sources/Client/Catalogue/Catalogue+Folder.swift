import Foundation
package import Reading
package import Shared

extension Catalogue {
    /// The hash of the files that are built in; zero only where Accord's own are wrong.
    static let builtIn = (try? CatalogueLoader.embeddedFiles())?.hash ?? .zero

    /// Reads the `*.yaml` of a folder; nil for the catalogue that is built in.
    package static func read(folder: String?) throws(AuditError) -> Catalogue {
        do throws(CatalogueError) {
            guard let folder else { return try CatalogueLoader.embedded() }
            return try CatalogueLoader.load(try files(in: folder), in: folder)
        } catch {
            throw .catalogue(error)
        }
    }

    private static func files(in folder: String) throws(CatalogueError) -> CatalogueFiles {
        let url = URL(fileURLWithPath: folder, isDirectory: true)
        let found = try? FileManager.default.contentsOfDirectory(
            at: url, includingPropertiesForKeys: nil)
        let files = (found ?? []).filter { $0.pathExtension == "yaml" }
        guard !files.isEmpty else { throw .empty(folder: folder) }
        let contents = try files.map { file throws(CatalogueError) in
            let name = file.lastPathComponent
            if let content = try? Data(contentsOf: file) {
                return CatalogueFiles.File(path: name, content: [UInt8](content))
            }
            throw .file(
                .unreadable(file: "\(folder)/\(name)", line: 1, reason: "it cannot be read"))
        }
        return try CatalogueFiles(contents)
    }
}
