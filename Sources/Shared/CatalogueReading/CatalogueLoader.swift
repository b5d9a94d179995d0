/// Reads catalogue files (docs/catalogue.md); knows no disk, only paths and bytes.
package enum CatalogueLoader {
    /// The catalogue built into the programs.
    package static func embedded() -> Catalogue {
        Catalogue(
            headings: EmbeddedControls.all.map(\.heading), pin: EmbeddedControl.pin,
            commons: EmbeddedControl.shared.commons, source: EmbeddedControl.Source())
    }

    package static func embeddedFiles() throws(CatalogueError) -> CatalogueFiles {
        try CatalogueFiles(EmbeddedFiles.catalogue)
    }

    /// With those built in for the shared files that are lacking.
    private static func completed(
        _ files: CatalogueFiles
    ) throws(CatalogueError) -> CatalogueFiles {
        let lacking = EmbeddedFiles.shared.filter { file in
            !files.files.contains { $0.path == file.path }
        }
        return try CatalogueFiles(files.files + lacking)
    }

    /// Reads files as they travel; throws for the first that is wrong.
    ///
    /// - Parameters:
    ///   - folder: Where they lie, for messages; nil for nowhere.
    ///   - isNew: Whether no audit has pinned them yet: then every example has to pass its check
    ///     and every rule holds, which a later version may sharpen without taking a running audit's
    ///     catalogue away.
    package static func load(
        _ files: CatalogueFiles, in folder: String? = nil, isNew: Bool = false
    ) throws(CatalogueError) -> Catalogue {
        try load(files, CatalogueReading(try completed(files), in: folder), isNew: isNew)
    }

    /// Reads a folder that no audit has pinned yet, as strictly as `check`.
    package static func load(_ folder: CatalogueFolder) throws(CatalogueError) -> Catalogue {
        try load(folder.files, reading(folder), isNew: true)
    }

    private static func reading(
        _ folder: CatalogueFolder
    ) throws(CatalogueError) -> CatalogueReading {
        try CatalogueReading(folder.files, in: folder.name, builtIn: folder.builtIn)
    }

    private static func load(
        _ files: CatalogueFiles, _ reading: CatalogueReading, isNew: Bool
    ) throws(CatalogueError) -> Catalogue {
        if let fault = reading.faults.first ?? (isNew ? reading.lapses.first : nil) {
            throw fault
        }
        return try reading.catalogue(of: files)
    }

    /// Everything that is wrong with files; empty for a catalogue that is sound.
    ///
    /// It is a fault of each entry that has one, and of files without any each rule for new
    /// catalogues that is broken and each example that its own announcement would fail.
    package static func check(
        _ files: CatalogueFiles, in folder: String? = nil
    ) -> [CatalogueError] {
        do throws(CatalogueError) {
            return check(files, try CatalogueReading(try completed(files), in: folder))
        } catch { return [error] }
    }

    package static func check(_ folder: CatalogueFolder) -> [CatalogueError] {
        do throws(CatalogueError) {
            return check(folder.files, try reading(folder))
        } catch { return [error] }
    }

    private static func check(
        _ files: CatalogueFiles, _ reading: CatalogueReading
    ) -> [CatalogueError] {
        let wrong = reading.faults + reading.lapses
        guard wrong.isEmpty else { return wrong }
        do throws(CatalogueError) {
            _ = try reading.catalogue(of: files)
            return []
        } catch { return [error] }
    }
}

extension Technology {
    /// Those that the programs know without any catalogue.
    package static let builtIn = CatalogueCommons.builtIn.technologies
}

extension CatalogueCommons {
    /// What the programs know without any catalogue.
    package static let builtIn = EmbeddedControl.shared.commons
}

extension Catalogue {
    /// With the texts of another language where its files have them, and English elsewhere.
    package func speaking(_ language: String?) -> Catalogue {
        guard let language, let loaded = source as? LoadedControls else { return self }
        let translated = loaded.translated.filter { $0.language == language }.map(\.control)
        let all = controls.map { control in translated.first { $0.id == control.id } ?? control }
        return Catalogue(
            headings: all.map(\.heading), pin: pin, commons: commons,
            source: LoadedControls(
                controls: all, translated: loaded.translated, captureRules: captureRules,
                files: files))
    }

    /// Those of which some texts are there, ascending; English is always.
    package var languages: [String] {
        Set((source as? LoadedControls)?.translated.map(\.language) ?? []).sorted()
    }
}

/// Controls that were all read from their files.
struct LoadedControls: ControlSource {
    let controls: [Control]
    let translated: [TranslatedControl]
    let captureRules: [CaptureRule]
    let files: CatalogueFiles

    func control(_ id: String) -> Control? { controls.first { $0.id == id } }
}
