import Testing

/// Folders of one module stand above each other: none uses one that uses it back.
///
/// Who uses whom is told by the names of types that one file alone declares.
struct FolderTests {
    @Test func `no two folders of a module use each other`() {
        var arrows: [Arrow: Set<String>] = [:]
        for file in Self.sources {
            for (name, declaring) in file.words.compactMap({ word in
                Self.declared[word].map { (word, $0) }
            }) where declaring.module == file.module && declaring.folder != file.folder {
                arrows[Arrow(from: file.folder, to: declaring.folder), default: []].insert(name)
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

    private struct Arrow: Hashable {
        let from: String
        let to: String
    }

    private static let sources = Repository.files.filter {
        $0.isSwift && $0.isSource && !$0.isGenerated
    }

    /// The files of types that one file alone declares, and at its top level.
    private static let declared: [String: SourceFile] = {
        let all = sources.flatMap { file in file.types.map { ($0.name, $0.isTopLevel, file) } }
        return Dictionary(grouping: all, by: \.0).compactMapValues { places in
            let paths = Set(places.map(\.2.path))
            return paths.count == 1 && places.contains(where: \.1) ? places.first?.2 : nil
        }
    }()
}

extension SourceFile {
    /// Each capitalised word of its code, once.
    fileprivate var words: Set<String> {
        var words: Set<String> = []
        for number in 1...max(1, code.count) {
            for word in code[number].split(whereSeparator: { !$0.isIdentifierPart })
            where word.first?.isUppercase == true { words.insert(String(word)) }
        }
        return words
    }
}
