/// A folder of catalogue files as an audit pins it: with all that it has from what is built in.
///
/// It is put together when the folder is read. What travels is complete, so that a program whose
/// own catalogue is newer judges a running audit by the same text.
package struct CatalogueFolder: Sendable {
    /// The file that says what the folder is; it does not travel.
    private static let settings = "catalogue.yaml"

    package let files: CatalogueFiles
    let name: String
    /// Paths of the files that are none of its own.
    let builtIn: Set<String>

    package init(_ own: [CatalogueFiles.File], in name: String) throws(CatalogueError) {
        self.name = name
        let settings = own.first { $0.path == Self.settings }
        let controls = own.filter { $0.path != Self.settings }
        var taken = Set(controls.map(\.path))
        var lacking = EmbeddedFiles.shared
        if let settings {
            try Self.requireExtending(try YAMLNode(settings, in: name))
            // A control of the same id takes the place of the one that is built in, in any file.
            let files = controls.filter { !TranslatedControl.isNamed($0.path) }
            let nodes = files.compactMap { try? YAMLNode($0, in: name) }
            taken.formUnion(nodes.names("control").map { "\($0).yaml" })
            lacking = EmbeddedFiles.catalogue
        }
        lacking.removeAll { file in
            // Texts in another language go with their control: `menu.de.yaml` with `menu.yaml`.
            let control = file.path.prefix { $0 != "." } + ".yaml"
            let isOfControl = !SharedEntries.files.contains(file.path)
            return taken.contains(file.path) || (isOfControl && taken.contains(String(control)))
        }
        files = try CatalogueFiles(controls + lacking)
        builtIn = Set(lacking.map(\.path))
    }

    /// How many of its controls are built in.
    package var controlsBuiltIn: Int {
        builtIn.count { !SharedEntries.files.contains($0) && !TranslatedControl.isNamed($0) }
    }

    private static func requireExtending(_ node: YAMLNode) throws(CatalogueError) {
        let format = "accord-catalogue-folder/1"
        do throws(YAMLError) {
            guard node.isMapping, try node.text("format") == format else {
                throw node.invalid(
                    "this file says what the folder is, in the format \(format); a control stands "
                        + "in a file of another name", key: node.isMapping ? "format" : nil)
            }
            try node.allow(["format", "extends"])
            let base = try node.text("extends")
            guard base == "built-in" else {
                throw node.invalid(
                    "`\(base)` cannot be added to: `built-in` can; a folder without this file "
                        + "takes the place of what is built in", key: "extends")
            }
        } catch { throw .file(error) }
    }
}
