import Foundation
import Testing

/// Words that were private to Accord, or mean several things here, get fewer.
///
/// docs/glossary.md or the field has another one for each: a receipt and not a seal, to reconcile
/// and not to heal, quarantined and not set aside. Each number says how often a word stands
/// somewhere today; more of it fails. Whoever takes some away lowers the number in the same commit.
struct WordTests {
    private struct Count: Equatable {
        /// Different names in the code of Sources.
        var names = 0
        /// Tables and columns of databases.
        var tables = 0
        /// How often it stands in the pages that say how things are.
        var pages = 0
    }

    private static let allowed: [String: Count] = [
        "carried": Count(names: 1, tables: 0, pages: 28),
        "heal": Count(names: 8, tables: 3, pages: 19),
        "kept": Count(names: 9, tables: 0, pages: 87),
        "life": Count(names: 1, tables: 0, pages: 13),
        "mark": Count(names: 18, tables: 4, pages: 37),
        "seal": Count(names: 6, tables: 1, pages: 28),
        "set aside": Count(names: 3, tables: 1, pages: 29),
        "settle": Count(names: 14, tables: 4, pages: 59),
        "standing": Count(names: 2, tables: 3, pages: 3),
        "told": Count(names: 14, tables: 4, pages: 137),
        "trouble": Count(names: 4, tables: 2, pages: 8),
    ]

    /// The forms in which a word counts, in small letters.
    private static let words: [String: [String]] = [
        "heal": ["heal", "heals", "healed", "healing"],
        "seal": ["seal", "seals", "sealed", "sealing"],
        "settle": ["settle", "settles", "settled", "settling", "settlement"],
        "standing": ["standing"],
        "trouble": ["trouble", "troubles"],
        "told": ["told"],
        "carried": ["carried"],
        "life": ["life"],
        "set aside": ["set aside"],
        "mark": ["mark", "marks", "marked"],
        "kept": ["kept"],
    ]

    @Test(arguments: words.keys.sorted())
    func `a word that has a better one does not spread`(word: String) {
        let allowed = Self.allowed[word] ?? Count()
        let found = Self.count(Self.words[word] ?? [])
        #expect(found.names <= allowed.names, "names in Sources with “\(word)”")
        #expect(found.tables <= allowed.tables, "tables and columns with “\(word)”")
        #expect(found.pages <= allowed.pages, "“\(word)” in pages")
    }

    private static func count(_ forms: [String]) -> Count {
        func bears(_ words: String) -> Bool { forms.contains { " \(words) ".contains(" \($0) ") } }
        func times(_ words: String) -> Int {
            forms.map { " \(words) ".components(separatedBy: " \($0) ").count - 1 }.reduce(0, +)
        }
        return Count(
            names: names.count(where: bears), tables: tables.count(where: bears),
            pages: pages.map(times).reduce(0, +))
    }

    private static let sources = Repository.files.filter { $0.isSwift && $0.isSource }

    /// Every different name in the code, as small words: `setAside` is `set aside`.
    private static let names: [String] = {
        let all = sources.flatMap { file in
            (1...max(1, file.code.count)).flatMap { number in
                file.code[number].split { !$0.isIdentifierPart }.map(String.init)
            }
        }
        return Set(all).map(\.asWords)
    }()

    private static let tables: [String] = {
        let all = sources.flatMap { file in
            (1...max(1, file.strings.count)).compactMap { number -> String? in
                let line = file.strings[number]
                let name =
                    line.firstMatch(of: /create table (?:if not exists )?(\w+)/)?.output.1
                    ?? line.firstMatch(of: /^\s*(\w+) (?:integer|text|blob)\b/)?.output.1
                return name.map { "\(file.module)_\($0)" }
            }
        }
        return Set(all).map(\.asWords)
    }()

    /// Each page as one line of small words.
    private static let pages: [String] = Repository.files
        .filter { file in
            file.path.hasSuffix(".md") && file.path != "CHANGELOG.md"
                && !file.path.hasPrefix("docs/decisions/")
        }
        .map { file in
            file.text.lowercased().split { !$0.isLetter }.joined(separator: " ")
        }
}

extension String {
    /// The words of a name of camel or snake case, in small letters.
    fileprivate var asWords: String {
        var words = ""
        for character in self {
            if character.isUppercase { words.append(" ") }
            words.append(character == "_" ? " " : character)
        }
        return words.lowercased()
    }
}
