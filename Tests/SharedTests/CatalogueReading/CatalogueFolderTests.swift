import Shared
import Testing

/// A folder that adds to the catalogue that is built in.
struct CatalogueFolderTests {
    private static let extending = "format: accord-catalogue-folder/1\nextends: built-in\n"

    private func folder(_ texts: [String: String]) throws -> CatalogueFolder {
        try CatalogueFolder(
            texts.map { CatalogueFiles.File(path: $0.key, content: Array($0.value.utf8)) },
            in: "own")
    }

    private var builtIn: Catalogue { CatalogueLoader.embedded() }

    @Test func `its controls are added to those that are built in`() throws {
        let folder = try folder([
            "knob.yaml": KnobFiles.knob(), "catalogue.yaml": Self.extending,
        ])
        let count = builtIn.headings.count
        #expect(folder.controlsBuiltIn == count)
        let catalogue = try CatalogueLoader.load(folder)
        #expect(catalogue.headings.count == count + 1)
        #expect(catalogue.control("knob") != nil)
        #expect(catalogue.control("button") == builtIn.control("button"))
        #expect(catalogue.captureRules == builtIn.captureRules)
    }

    @Test func `what travels is whole, and is read without what is built in`() throws {
        let folder = try folder([
            "knob.yaml": KnobFiles.knob(), "catalogue.yaml": Self.extending,
        ])
        let paths = folder.files.files.map(\.path)
        #expect(paths == (builtIn.files.files.map(\.path) + ["knob.yaml"]).sorted())
        let pinned = try CatalogueLoader.load(try CatalogueFiles(decoding: folder.files.bytes))
        let read = try CatalogueLoader.load(folder)
        #expect(pinned.pin == read.pin && pinned.headings == read.headings)
        // An audit that pinned fewer controls never gets newer ones.
        let fewer = folder.files.files.filter { !["button.yaml"].contains($0.path) }
        let older = try CatalogueLoader.load(try CatalogueFiles(fewer))
        #expect(older.control("button") == nil && older.headings.count == read.headings.count - 1)
    }

    @Test(arguments: ["button.yaml", "ours.yaml"])
    func `a control of the same id takes the place of the one built in`(path: String) throws {
        let folder = try folder([
            path: KnobFiles.knob("button"), "catalogue.yaml": Self.extending,
        ])
        #expect(folder.controlsBuiltIn == builtIn.headings.count - 1)
        let catalogue = try CatalogueLoader.load(folder)
        #expect(catalogue.headings.count == builtIn.headings.count)
        #expect(catalogue.control("button")?.title == "Knob")
    }

    @Test func `a file of the same name takes its place, too`() throws {
        let folder = try folder([
            "pagination.yaml": KnobFiles.knob(), "catalogue.yaml": Self.extending,
        ])
        let catalogue = try CatalogueLoader.load(folder)
        #expect(catalogue.control("pagination") == nil && catalogue.control("knob") != nil)
    }

    @Test func `texts in another language are added to what is built in`() throws {
        let folder = try folder([
            "catalogue.yaml": Self.extending,
            "button.de.yaml":
                "format: accord-texts/1\ncontrol: button\nlanguage: de\ntitle: Schaltfläche\n",
        ])
        #expect(folder.controlsBuiltIn == builtIn.headings.count)
        let catalogue = try CatalogueLoader.load(folder)
        #expect(catalogue.speaking("de").control("button")?.title == "Schaltfläche")
    }

    @Test func `an alias that is built in is told at the folder's control`() throws {
        let knob = KnobFiles.knob(aliases: ["drawer"])
        let told = CatalogueLoader.check(
            try folder(["a.yaml": knob, "catalogue.yaml": Self.extending])
        ).map(\.description)
        #expect(told.count == 1, "\(told)")
        #expect(
            told[0].hasPrefix(
                "own/a.yaml:6: aliases: the alias `drawer` is an alias of `sheet` in "
                    + "built-in/sheet.yaml:"), "\(told)")
    }

    @Test func `what the folder's shared files lack is told in what is built in`() throws {
        let severity =
            "format: accord-severity/1\nimpacts:\n"
            + "  - {id: misled, severity: serious, sentence: They guess.}\n"
        let told = CatalogueLoader.check(
            try folder([
                "a.yaml": KnobFiles.knob(), "catalogue.yaml": Self.extending,
                "severity.yaml": severity,
            ])
        ).map(\.description)
        #expect(!told.isEmpty && told.allSatisfy { $0.hasPrefix("built-in/") }, "\(told)")
    }

    @Test func `without the file a folder takes the place of what is built in`() throws {
        let folder = try folder(["knob.yaml": KnobFiles.knob()])
        #expect(folder.controlsBuiltIn == 0)
        #expect(try CatalogueLoader.load(folder).headings.map(\.id) == ["knob"])
    }

    @Test(arguments: [
        ("format: accord-catalogue-folder/1\n", "catalogue.yaml:1: extends: `extends` is missing"),
        (extending + "controls: []\n", "catalogue.yaml:3: controls: unknown key"),
        (
            extending.replacing("built-in", with: "builtin"),
            "extends: `builtin` cannot be added to: `built-in` can"
        ),
        (
            KnobFiles.knob(),
            "format: this file says what the folder is, in the format accord-catalogue-folder/1; a "
                + "control stands in a file of another name"
        ),
        ("", "catalogue.yaml:1: the file is empty"),
        ("- extends\n", "catalogue.yaml:1: (top): this file says what the folder is"),
    ])
    func `a file that says nothing of the folder is refused`(yaml: String, reason: String) {
        let error = #expect(throws: CatalogueError.self) {
            try folder(["knob.yaml": KnobFiles.knob(), "catalogue.yaml": yaml])
        }
        #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
    }
}
