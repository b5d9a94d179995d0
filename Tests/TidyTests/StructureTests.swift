import Testing

/// How the code hangs together only gets simpler.
///
/// Each list says how much of something there is today. More of it fails, and so does less, until
/// the list is shortened in the same commit.
struct StructureTests {
    /// Folders with more than 25 files, and how many they have.
    private static let crowded: [String: Int] = [:]

    /// Names that two types of different files have.
    private static let homonyms: Set<String> = []

    /// Words for which docs/glossary.md or the field has another, and how many types bear them.
    private static let privateWords: [String: Int] = [:]

    private static let sources = Repository.files.filter { $0.isSwift && $0.isSource }

    @Test func `no type is extended in more than six files of its module`() {
        let declared = Set(Self.sources.flatMap(\.types).map(\.name))
        var files: [String: Set<String>] = [:]
        for file in Self.sources {
            for name in file.extended where declared.contains(name) {
                files["\(file.module)/\(name)", default: []].insert(file.path)
            }
        }
        #expect(files.mapValues(\.count).filter { $0.value > 6 } == [:])
    }

    @Test func `no folder has more than 25 files`() {
        let folders = Dictionary(grouping: Self.sources, by: \.folder).mapValues(\.count)
        #expect(folders.filter { $0.value > 25 } == Self.crowded)
    }

    @Test func `a type's name has one meaning`() {
        // Programs and their routes have a command and a page each of the same name.
        let named = Self.sources.flatMap(\.types).filter {
            $0.isTopLevel && !$0.name.hasSuffix("Command") && !$0.name.hasSuffix("Routes")
        }
        let twice = Dictionary(grouping: named, by: \.name).filter { $0.value.count > 1 }
        #expect(Set(twice.keys) == Self.homonyms)
    }

    /// More stand in few files too, but for these; each list only gets shorter.
    private static let widelyNamed = ["assignee": 6, "environment": 6]

    @Test func `what is said of a component or in the plan is named in at most five files`() {
        let names = [
            "screen", "control", "label", "ordinal", "see", "order", "due", "assignee", "title",
            "catalogue", "announcements", "depth", "environment", "policy", "round", "criterion",
            "lens", "group", "member", "build",
        ]
        var found: [String: Int] = [:]
        for name in names {
            let uses = ["FieldID(.", "FieldName.", ".name == .", ".name != ."].map { $0 + name }
            let files = Self.sources.filter { file in
                (1...max(1, file.code.count)).contains { number in
                    uses.contains { file.code[number].contains(word: $0) }
                }
            }
            // It stands in the lists of names and of registers, too.
            if files.count + 2 > 5 { found[name] = files.count + 2 }
        }
        #expect(found == Self.widelyNamed)
    }

    /// Statements that assign several things at once; the number only falls.
    private static let joinedAssignments = 1

    @Test func `unrelated things are assigned in a statement each`() {
        let pattern = /^\s*(?:(?:let|var) )?\([\w.]+,[^()=]*\)(?:: \([^()]*\))? = (?:try )?\(/
        let count = Self.sources.map { file in
            file.code.numbers { $0.contains(pattern) }.count
        }
        #expect(count.reduce(0, +) <= Self.joinedAssignments)
    }

    @Test func `types are named by words of the field`() {
        let names = Self.sources.flatMap(\.types).map(\.name)
        var found: [String: Int] = [:]
        for word in Self.foreignWords {
            let count = names.count { $0.hasWord(word) }
            if count > 0 { found[word] = count }
        }
        #expect(found == Self.privateWords)
    }

    /// Words that were private to Accord once.
    private static let foreignWords = [
        "Bulletin", "Care", "Carried", "Courier", "Desk", "Fault", "Gate", "Heal", "Healing",
        "Hold", "Keep", "Kept", "Lane", "Mark", "News", "Overlay", "Pace", "Passage", "Poke",
        "Pokes", "Remark", "Room", "Seal", "Sealed", "Seals", "Settle", "Settlement", "Shelf",
        "Sighting", "Sister", "Sisters", "Standing", "Stranger", "Strangers", "Succession",
        "Survey",
        "Tally", "Tidings", "Trouble", "Verdict", "Verdicts", "Wish",
    ]
}

extension SourceFile {
    var folder: String {
        path.split(separator: "/").dropLast().joined(separator: "/")
    }

    var module: String {
        path.split(separator: "/").dropFirst().first.map(String.init) ?? ""
    }

    /// The types that it declares.
    var types: [(name: String, isTopLevel: Bool)] {
        let keywords: Set = ["struct", "class", "enum", "actor", "protocol", "typealias"]
        return declarations.compactMap { words, isTopLevel in
            guard let keyword = words.firstIndex(where: keywords.contains),
                words[..<keyword].allSatisfy(Self.modifiers.contains),
                let name = words.dropFirst(keyword + 1).first, name.first?.isUppercase == true
            else { return nil }
            // A private type is its file's own affair.
            let isPrivate = words[..<keyword].contains { $0 == "private" || $0 == "fileprivate" }
            return (name, isTopLevel && !isPrivate)
        }
    }

    /// The types that it extends at its top level, without nested ones.
    fileprivate var extended: [String] {
        declarations.compactMap { words, isTopLevel in
            guard isTopLevel, let keyword = words.firstIndex(of: "extension"),
                words[..<keyword].allSatisfy(Self.modifiers.contains)
            else { return nil }
            return words.dropFirst(keyword + 1).first
        }
    }

    private static let modifiers: Set = [
        "package", "private", "fileprivate", "final", "indirect", "nonisolated",
    ]

    /// The words of each line, and whether it is not indented.
    private var declarations: [(words: [String], isTopLevel: Bool)] {
        (1...max(1, code.count)).map { number in
            let line = code[number]
            let words = line.split { !$0.isIdentifierPart && $0 != "." }.map(String.init)
            return (words, line.first != " ")
        }
    }
}

extension String {
    /// Whether a camel-case name has the word: `Mark` in `MarkRow`, but not in `Marker`.
    fileprivate func hasWord(_ word: String) -> Bool {
        var rest = self[...]
        while let found = rest.firstRange(of: word) {
            rest = rest[found.upperBound...]
            if rest.first.map({ !$0.isLowercase }) ?? true { return true }
        }
        return false
    }
}
