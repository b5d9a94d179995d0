import Foundation
import Testing

/// docs/glossary.md stays a page that is read at one sitting, and has one meaning a word.
struct GlossaryTests {
    /// A row of the page's tables: the words of its first cell, and what they mean.
    private struct Entry {
        let words: [String]
        let meaning: String

        /// Nil for a line that is no row, and for a table's heading.
        init?(_ line: Substring) {
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            let isHeading = cells.first == "word" || cells.first?.hasPrefix("---") == true
            guard line.hasPrefix("|"), cells.count == 2, !isHeading else { return nil }
            words = cells[0].split(separator: ",").map {
                $0.trimmingCharacters(in: .whitespaces).lowercased()
            }
            meaning = cells[1]
        }
    }

    private static func entries() throws -> [Entry] {
        let page = Repository.root.appending(path: "docs/glossary.md")
        let lines = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
        let entries = lines.compactMap(Entry.init)
        // Each table has two lines beside its rows; a row that is read as none would count nowhere.
        let headings = lines.filter { $0.hasPrefix("| word |") }.count
        #expect(lines.filter { $0.hasPrefix("|") }.count == entries.count + 2 * headings)
        return entries
    }

    @Test func `the glossary has at most 40 rows`() throws {
        let count = try Self.entries().count
        #expect((1...40).contains(count), "\(count): a new word takes the place of another")
    }

    @Test func `the glossary has each word once`() throws {
        let words = try Self.entries().flatMap(\.words)
        let twice = Dictionary(grouping: words, by: { $0 }).filter { $0.value.count > 1 }.keys
        #expect(twice.sorted() == [])
    }

    @Test func `the glossary gives each word a meaning of one or two sentences`() throws {
        for entry in try Self.entries() {
            let sentences = entry.meaning.matches(of: /[.](?: |$)/).count
            #expect((1...2).contains(sentences), "\(entry.words)")
            #expect(entry.meaning.hasSuffix("."), "\(entry.words)")
        }
    }
}
