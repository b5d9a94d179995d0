import Testing

/// Folders of one module stand above each other, and files nearly so.
///
/// Who uses whom is told by names that one file alone declares: of types, and of what extensions
/// add.
struct FolderTests {
    @Test func `no two folders of a module use each other`() {
        var arrows: [Arrow: Set<String>] = [:]
        for (file, names) in Self.uses {
            for (name, used) in names where used.folder != file.folder {
                arrows[Arrow(from: file.folder, to: used.folder), default: []].insert(name)
            }
        }
        for (arrow, names) in arrows where arrow.from < arrow.to {
            guard let back = arrows[Arrow(from: arrow.to, to: arrow.from)] else { continue }
            Issue.record(
                """
                \(arrow.from) and \(arrow.to) use each other: \(names.sorted().prefix(5)) \
                and \(back.sorted().prefix(5))
                """)
        }
    }

    @Test func `no more than four files use each other in a circle`() {
        var below: [String: Set<String>] = [:]
        for (file, names) in Self.uses { below[file.path] = Set(names.map(\.used.path)) }
        let reached = below.keys.map { ($0, Self.reached(from: $0, below)) }
        let all = Dictionary(uniqueKeysWithValues: reached)
        for (path, files) in all where files.contains(path) {
            let circle = files.filter { all[$0]?.contains(path) == true }.sorted()
            guard circle.count > 4, circle.first == path else { continue }
            Issue.record("\(circle.count) files use each other: \(circle)")
        }
    }

    /// Modules that are asked through another: pages over HTTP, by a browser that has come in.
    private static let askedThrough = ["Workbench": ["Workbench", "Site"]]

    /// Folders of tests that their module does not have.
    private static let ownTestFolders: Set<String> = [
        // What Reading answers of a laptop's records.
        "Client/Reading",
        // Servers, devices and teams of tests.
        "Server/Support",
    ]

    @Test func `tests lie in the folders of what they test`() {
        let folders = Set(Self.sources.map { $0.path.split(separator: "/").dropFirst().dropLast() })
        let modules = Set(folders.compactMap(\.first))
        for path in Repository.paths where path.hasPrefix("Tests/") && path.hasSuffix(".swift") {
            var folder = path.split(separator: "/").dropFirst().dropLast()
            guard folder.count > 1, let suites = folder.first, suites.hasSuffix("Tests"),
                modules.contains(suites.dropLast(5))
            else { continue }
            folder = [suites.dropLast(5)] + folder.dropFirst()
            let asked = Self.askedThrough[String(suites.dropLast(5))] ?? []
            let isThere = folders.contains { one in
                one.starts(with: folder)
                    || asked.contains { one.starts(with: [$0[...]] + folder.dropFirst()) }
            }
            #expect(
                isThere || Self.ownTestFolders.contains(folder.joined(separator: "/")), "\(path)")
        }
    }

    private static func reached(from path: String, _ below: [String: Set<String>]) -> Set<String> {
        var reached: Set<String> = []
        var next = [path]
        while let file = next.popLast() {
            for used in below[file] ?? [] where reached.insert(used).inserted { next.append(used) }
        }
        return reached
    }

    private struct Arrow: Hashable {
        let from: String
        let to: String
    }

    private static let sources = Repository.files.filter {
        $0.isSwift && $0.isSource && !$0.isGenerated
    }

    /// Each file with the names that it uses of its module, and where those are declared.
    private static let uses: [(file: SourceFile, names: [(name: String, used: SourceFile)])] = {
        let declared = types.merging(additions) { type, _ in type }
        return sources.map { file in
            let names = file.words.compactMap { word in declared[word].map { (word, $0) } }
            return (file, names.filter { $0.1.module == file.module && $0.1.path != file.path })
        }
    }()

    private static let types: [String: SourceFile] = {
        let all = sources.flatMap { file in file.types.map { ($0.name, $0.isTopLevel, file) } }
        return Dictionary(grouping: all, by: \.0).compactMapValues {
            let paths = Set($0.map(\.2.path))
            return paths.count == 1 && $0.contains(where: \.1) ? $0.first?.2 : nil
        }
    }()

    /// What extensions add to types of other files, where nothing else is called so.
    private static let additions: [String: SourceFile] = {
        let members = sources.map { (file: $0, all: $0.members) }
        let counts = members.reduce(into: [String: Int]()) { counts, entry in
            for name in Set(entry.all.map(\.name)) { counts[name, default: 0] += 1 }
        }
        let added = members.flatMap { entry in
            entry.all.filter { $0.isAdded && counts[$0.name] == 1 }.map { ($0.name, entry.file) }
        }
        return Dictionary(added) { first, _ in first }
    }()
}

extension SourceFile {
    /// Each capitalised word of its code, and each other one behind a point or before a bracket.
    fileprivate var words: Set<String> {
        var words: Set<String> = []
        for number in 1...max(1, code.count) {
            var word = ""
            var before: Character = " "
            for character in code[number] + " " {
                guard !character.isIdentifierPart else {
                    word.append(character)
                    continue
                }
                if word.first?.isUppercase == true || before == "." || character == "(" {
                    words.insert(word)
                }
                word = ""
                before = character
            }
        }
        return words
    }

    /// Everything that it declares with a small letter, and whether an extension adds it.
    fileprivate var members: [(name: String, isAdded: Bool)] {
        var isExtension = false
        return (1...max(1, code.count)).flatMap { number in
            let line = code[number]
            let words = line.split { !$0.isIdentifierPart }.map(String.init)
            if let first = line.first, first != " ", first != "}" {
                isExtension = words.contains("extension")
            }
            let isOwn = words.contains("private") || words.contains("fileprivate")
            return zip(words, words.dropFirst()).compactMap {
                pair -> (name: String, isAdded: Bool)? in
                let (keyword, name) = pair
                guard ["func", "var", "let", "case"].contains(keyword),
                    name.first?.isLowercase == true
                else { return nil }
                return (name, isExtension && !isOwn && line.indentation == 4 && keyword != "case")
            }
        }
    }
}
