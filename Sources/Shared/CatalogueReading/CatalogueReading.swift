/// The files of a catalogue, read as far as they can be.
struct CatalogueReading {
    private(set) var faults: [CatalogueError] = []
    private let folder: String?
    private(set) var controls: [(reader: ControlReader, control: Control)] = []
    private var translated: [TranslatedControl] = []
    /// Files of texts in another language.
    private(set) var translations: [YAMLNode] = []
    private let commons: CatalogueCommons
    private let captureRules: [CaptureRule]
    /// Ids of controls in whose file something is wrong: what names them is right nonetheless.
    private var unread: Set<String> = []
    /// The rules for captures that came with the files; nil for those built in.
    private(set) var captures: YAMLNode?

    /// Throws where a shared file is wrong, because no control can be read without it.
    ///
    /// - Parameter builtIn: Paths of files that are none of the folder's.
    init(
        _ files: CatalogueFiles, in folder: String?, builtIn: Set<String> = []
    ) throws(CatalogueError) {
        self.folder = folder
        let shared = try Self.sharedEntries(of: files.files, in: folder)
        commons = shared.commons
        captureRules = shared.captureRules
        let given = files.files.first { $0.path == "captures.yaml" }
        if let given, !EmbeddedFiles.shared.contains(given) {
            captures = try YAMLNode(given, in: folder)
        }
        var texts: [(node: YAMLNode, file: CatalogueFiles.File)] = []
        let isTexts = { (file: CatalogueFiles.File) in TranslatedControl.isNamed(file.path) }
        let rest = files.files.filter { !SharedEntries.files.contains($0.path) }
        // What is built in comes first: where two claim a name, the folder's is the one to change.
        let ordered =
            rest.filter { builtIn.contains($0.path) } + rest.filter { !builtIn.contains($0.path) }
        for file in ordered {
            let place = builtIn.contains(file.path) ? "built-in" : folder
            do throws(CatalogueError) {
                let node = try YAMLNode(file, in: place)
                if isTexts(file) { texts.append((node, file)) } else { add(node, shared) }
            } catch { faults.append(error) }
        }
        for (node, file) in texts where unread.isDisjoint(with: [node].names("control")) {
            do throws(CatalogueError) { try add(texts: node, file) } catch { faults.append(error) }
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

    private mutating func add(_ node: YAMLNode, _ shared: SharedEntries) {
        let reader = ControlReader(node, shared)
        let (control, wrong) = reader.read()
        faults += wrong.map(CatalogueError.file)
        guard let control else {
            unread.formUnion([node].names("control"))
            return
        }
        faults += takenNames(of: control, in: node).map(CatalogueError.file)
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

    static func sharedEntries(
        of files: [CatalogueFiles.File], in folder: String?
    ) throws(CatalogueError) -> SharedEntries {
        func node(_ path: String) throws(CatalogueError) -> YAMLNode {
            guard let file = files.first(where: { $0.path == path }) else {
                throw .empty(folder: path)
            }
            return try YAMLNode(file, in: folder)
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

    /// Compares `year.month.n` by number.
    private func precedes(_ left: String, _ right: String) -> Bool {
        let parts = [left, right].map { $0.split(separator: ".").map { Int($0) ?? 0 } }
        return parts[0].lexicographicallyPrecedes(parts[1])
    }
}
