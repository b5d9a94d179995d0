package import Shared

extension CatalogueLoader {
    /// Reads texts as if they were files.
    package static func load(
        _ files: [(name: String, yaml: String)]
    ) throws(CatalogueError) -> Catalogue {
        try load(
            try CatalogueFiles(
                files.map { CatalogueFiles.File(path: $0.name, content: Array($0.yaml.utf8)) }))
    }
}
