/// Reads catalogue files (docs/catalogue.md); knows no disk, only paths and bytes.
package enum CatalogueLoader {
    private static let folder = "config/catalogue"

    /// The catalogue built into the programs.
    package static func embedded() -> Catalogue {
        Catalogue(
            headings: EmbeddedControls.all.map(\.heading), pin: EmbeddedControl.pin,
            commons: EmbeddedControl.shared.commons, source: EmbeddedControl.Source())
    }

    package static func embeddedFiles() throws(CatalogueError) -> CatalogueFiles {
        try CatalogueFiles(allEmbedded)
    }

    private static let allEmbedded = embedded { _ in true }
    /// What the controls that are built in share; the other files stay as they are for them.
    static let sharedFiles = embedded(SharedEntries.files.contains)

    private static func embedded(_ isWanted: (String) -> Bool) -> [CatalogueFiles.File] {
        EmbeddedFiles.all.compactMap { file in
            guard file.path.hasPrefix("\(folder)/") else { return nil }
            let path = String(file.path.dropFirst(folder.count + 1))
            guard isWanted(path) else { return nil }
            return CatalogueFiles.File(
                path: path, content: file.content.withUTF8Buffer { Array($0) })
        }
    }

    /// The files of a folder, with those built in for the shared ones that it lacks.
    package static func completed(
        _ files: [CatalogueFiles.File]
    ) throws(CatalogueError) -> CatalogueFiles {
        let lacking = sharedFiles.filter { file in !files.contains { $0.path == file.path } }
        return try CatalogueFiles(files + lacking)
    }

    /// Reads one file a control; throws for the first that is wrong.
    ///
    /// - Parameters:
    ///   - folder: Where they lie, for messages; nil for nowhere.
    ///   - isNew: Whether no audit has pinned them yet: then every example has to pass its check
    ///     and every rule holds, which a later version may sharpen without taking a running audit's
    ///     catalogue away.
    package static func load(
        _ files: CatalogueFiles, in folder: String? = nil, isNew: Bool = false
    ) throws(CatalogueError) -> Catalogue {
        let reading = try CatalogueReading(try completed(files.files), in: folder)
        if let fault = reading.faults.first ?? (isNew ? reading.lapses.first : nil) {
            throw fault
        }
        return try reading.catalogue(of: files)
    }

    /// Everything that is wrong with files; empty for a catalogue that is sound.
    ///
    /// It is the first fault of each file, and of files without one each rule for new catalogues
    /// that is broken and each example that its own announcement would fail.
    package static func check(
        _ files: CatalogueFiles, in folder: String? = nil
    ) -> [CatalogueError] {
        do throws(CatalogueError) {
            let reading = try CatalogueReading(try completed(files.files), in: folder)
            if reading.faults.isEmpty { _ = try reading.catalogue(of: files) }
            return reading.faults + reading.lapses
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
private struct LoadedControls: ControlSource {
    let controls: [Control]
    let translated: [TranslatedControl]
    let captureRules: [CaptureRule]
    let files: CatalogueFiles

    func control(_ id: String) -> Control? { controls.first { $0.id == id } }
}

/// The files of a catalogue, read as far as they can be.
struct CatalogueReading {
    private(set) var faults: [CatalogueError] = []
    private let folder: String?
    private var controls: [(reader: ControlReader, control: Control)] = []
    private var translated: [TranslatedControl] = []
    /// Files of texts in another language.
    private var translations: [YAMLNode] = []
    private let commons: CatalogueCommons
    private let captureRules: [CaptureRule]
    /// The rules for captures that came with the files; nil for those built in.
    private var captures: YAMLNode?

    /// Throws where a shared file is wrong, because no control can be read without it.
    init(_ files: CatalogueFiles, in folder: String?) throws(CatalogueError) {
        self.folder = folder
        let shared = try Self.sharedEntries(of: files.files, in: folder)
        commons = shared.commons
        captureRules = shared.captureRules
        let given = files.files.first { $0.path == "captures.yaml" }
        if let given, !CatalogueLoader.sharedFiles.contains(given) {
            captures = try Self.node(of: given, in: folder)
        }
        let isTexts = { (file: CatalogueFiles.File) in TranslatedControl.isNamed(file.path) }
        let rest = files.files.filter { !SharedEntries.files.contains($0.path) }
        for file in rest where !isTexts(file) {
            do throws(CatalogueError) {
                try add(ControlReader(try Self.node(of: file, in: folder), shared), file)
            } catch { faults.append(error) }
        }
        for file in rest where isTexts(file) {
            do throws(CatalogueError) {
                try add(texts: try Self.node(of: file, in: folder), file)
            } catch { faults.append(error) }
        }
    }

    private mutating func add(
        texts node: YAMLNode, _ file: CatalogueFiles.File
    ) throws(CatalogueError) {
        do throws(YAMLError) {
            let control = try TranslatedControl(node, of: controls.map(\.control))
            guard file.path == "\(control.control.id).\(control.language).yaml" else {
                throw node.invalid(
                    "texts of \(control.control.id) stand in "
                        + "\(control.control.id).\(control.language).yaml", key: "control")
            }
            translated.append(control)
            translations.append(node)
        } catch { throw .file(error) }
    }

    private mutating func add(
        _ reader: ControlReader, _ file: CatalogueFiles.File
    ) throws(CatalogueError) {
        let control: Control
        do throws(YAMLError) { control = try reader.control() } catch { throw .file(error) }
        let taken = Set(controls.flatMap { [$0.control.id] + $0.control.aliases })
        for name in [control.id] + control.aliases where taken.contains(name) {
            throw .duplicate(file: Self.name(of: file, in: folder), id: name)
        }
        controls.append((reader, control))
    }

    func catalogue(of files: CatalogueFiles) throws(CatalogueError) -> Catalogue {
        guard !controls.isEmpty else { throw .empty(folder: folder ?? "the catalogue") }
        let newest = controls.map(\.control.version).max(by: precedes) ?? ""
        let read = controls.map(\.control).sorted { $0.id < $1.id }
        return Catalogue(
            headings: read.map(\.heading), pin: CataloguePin(version: newest, files: files.hash),
            commons: commons,
            source: LoadedControls(
                controls: read, translated: translated, captureRules: captureRules, files: files))
    }

    /// What a new catalogue is refused for, and one that an audit has pinned is not.
    var lapses: [CatalogueError] {
        let ofControls = controls.flatMap { reader, control in
            reader.node.textLapses() + reader.lapses(of: control)
                + reader.unheardExamples(of: control)
        }
        let ofTexts = translations.flatMap { $0.textLapses() }
        return (ofControls + ofTexts + strayRules).map(CatalogueError.file)
    }

    /// Rules for captures of a control that there is not: none of them would ever be seen to fail.
    private var strayRules: [YAMLError] {
        let known = Set(controls.flatMap { [$0.control.id] + $0.control.aliases })
        let rules = ScreenReader.allCases.flatMap { reader -> [YAMLNode] in
            (try? captures?.items(reader.rawValue, unless: [])) ?? []
        }
        return rules.compactMap { rule -> YAMLError? in
            guard let name = try? rule.text("control"), !known.contains(name) else { return nil }
            return rule.invalid("`\(name)` is no control of the catalogue", key: "control")
        }
    }

    static func sharedEntries(
        of files: [CatalogueFiles.File], in folder: String?
    ) throws(CatalogueError) -> SharedEntries {
        func node(_ path: String) throws(CatalogueError) -> YAMLNode {
            guard let file = files.first(where: { $0.path == path }) else {
                throw .empty(folder: path)
            }
            return try self.node(of: file, in: folder)
        }
        let words = try node("words.en.yaml")
        let technologies = try node("technologies.yaml")
        let severity = try node("severity.yaml")
        let captures = try node("captures.yaml")
        do throws(YAMLError) {
            return try SharedEntries(
                words: words, technologies: technologies, severity: severity, captures: captures)
        } catch { throw .file(error) }
    }

    private static func node(
        of file: CatalogueFiles.File, in folder: String?
    ) throws(CatalogueError) -> YAMLNode {
        let name = name(of: file, in: folder)
        guard let yaml = String(validating: file.content, as: UTF8.self) else {
            let lines = file.content.split(
                separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            let line = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0
            throw .file(
                .unreadable(
                    file: name, line: line + 1, reason: "it is no UTF-8 text: save it as UTF-8"))
        }
        do throws(YAMLError) { return try YAMLNode(file: name, yaml: yaml) } catch {
            throw .file(error)
        }
    }

    private static func name(of file: CatalogueFiles.File, in folder: String?) -> String {
        folder.map { "\($0)/\(file.path)" } ?? file.path
    }

    /// Compares `year.month.n` by number.
    private func precedes(_ left: String, _ right: String) -> Bool {
        let parts = [left, right].map { $0.split(separator: ".").map { Int($0) ?? 0 } }
        return parts[0].lexicographicallyPrecedes(parts[1])
    }
}
