extension YAMLNode {
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

    /// A text with the names of its platform and screen reader.
    func filled(_ key: String, for reader: ScreenReader) throws(YAMLError) -> String {
        let platform = reader == .voiceOver ? "iOS" : "Android"
        let given = try text(key)
        guard given.utf8.contains(UInt8(ascii: "{")) else { return given }
        let text = given.replacing("{reader}", with: reader.title)
            .replacing("{platform}", with: platform)
        if let unknown = text.firstMatch(of: /\{[a-z]+\}/) {
            throw invalid(
                "`\(unknown.output)` stands for nothing; {reader} and {platform} do", key: key)
        }
        return text
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

extension Set<String> {
    var list: String { sorted().joined(separator: ", ") }
}
