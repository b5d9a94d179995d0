extension EmbeddedFiles {
    private static let folder = "config/catalogue"

    /// The files of the catalogue that is built in.
    static let catalogue = files { _ in true }
    /// What its controls share; the other files stay as they are for them.
    static let shared = files(SharedEntries.files.contains)

    private static func files(_ isWanted: (String) -> Bool) -> [CatalogueFiles.File] {
        all.compactMap { file in
            guard file.path.hasPrefix("\(folder)/") else { return nil }
            let path = String(file.path.dropFirst(folder.count + 1))
            guard isWanted(path) else { return nil }
            return CatalogueFiles.File(
                path: path, content: file.content.withUTF8Buffer { Array($0) })
        }
    }
}
