extension YAMLNode {
    /// - Parameter folder: Where the file lies, for messages; nil for nowhere.
    init(_ file: CatalogueFiles.File, in folder: String?) throws(CatalogueError) {
        let name = folder.map { "\($0)/\(file.path)" } ?? file.path
        guard !file.isUTF16 else {
            throw .file(
                .unreadable(file: name, line: 1, reason: "it is UTF-16: save it as UTF-8"))
        }
        guard let yaml = String(validating: file.content, as: UTF8.self) else {
            let lines = file.content.split(
                separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            let line = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0
            throw .file(
                .unreadable(
                    file: name, line: line + 1, reason: "it is no UTF-8 text: save it as UTF-8"))
        }
        do throws(YAMLError) { try self.init(file: name, yaml: yaml) } catch {
            throw .file(error)
        }
    }

    /// A text that commands and addresses can name.
    func identifier(_ key: String) throws(YAMLError) -> String {
        let id = try text(key)
        guard Self.isIdentifier(id) else {
            throw invalid(
                "`\(id)` is no id: small letters, digits and hyphens between them, such as "
                    + "half-screen", key: key)
        }
        return id
    }

    static func isIdentifier(_ text: String) -> Bool {
        text.split(separator: "-", omittingEmptySubsequences: false).allSatisfy { word in
            !word.isEmpty
                && word.utf8.allSatisfy {
                    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
                        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                }
        }
    }

    /// A text with what stands in braces for its platform (`FilledText.swift`).
    func filled(_ key: String, for reader: ScreenReader) throws(YAMLError) -> String {
        let filled = FilledText(try text(key), for: reader)
        // Any other is refused in a new catalogue only: one that is pinned may have it.
        if let misspelt = filled.strays.first(where: { $0.isWord }) {
            throw invalid(misspelt.reason, key: key)
        }
        return filled.text
    }

    func requireEachOnce(_ ids: [String]) throws(YAMLError) {
        var known: Set<String> = []
        for id in ids where !known.insert(id).inserted { throw invalid("`\(id)` is there twice") }
    }

    /// A name that has to be known.
    func name(
        _ key: String, among known: Set<String>, called kind: String
    ) throws(YAMLError)
        -> String
    {
        let name = try text(key)
        guard known.contains(name) else {
            throw invalid("`\(name)` is no \(kind); known are \(known.list)", key: key)
        }
        return name
    }

    func names(
        _ key: String, among known: Set<String>, called kind: String
    ) throws(YAMLError)
        -> [String]
    {
        try child(key).names(among: known, called: kind)
    }

    func names(among known: Set<String>, called kind: String) throws(YAMLError) -> [String] {
        let names = try texts()
        guard !names.isEmpty else { throw invalid("name one \(kind) at least") }
        if let unknown = names.first(where: { !known.contains($0) }) {
            throw invalid("`\(unknown)` is no \(kind); known are \(known.list)")
        }
        return names
    }
}

extension [YAMLNode] {
    /// What they say below a key, where they do, right or wrong.
    func names(_ key: String) -> [String] { compactMap { try? $0.text(key) } }
}

extension Set<String> {
    var list: String { sorted().joined(separator: ", ") }
}

extension CatalogueFiles.File {
    /// By the two bytes before its text, or the zeros beside Latin letters.
    fileprivate var isUTF16: Bool {
        content.starts(with: [0xFF, 0xFE]) || content.starts(with: [0xFE, 0xFF])
            || content.prefix(2).contains(0)
    }
}
