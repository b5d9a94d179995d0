import Foundation

/// One text file of the repository, split into what is code, what is comment and what is string.
struct SourceFile: Sendable {
    /// Path from the root of the repository, with forward slashes.
    let path: String
    let text: String
    /// The lines as they are.
    let lines: Lines
    /// The same lines with comments, string contents and quoted identifiers blanked.
    let code: Lines
    /// The same lines with everything but comments blanked.
    let comments: Lines
    /// The same lines with everything but string contents and their quotes blanked.
    let strings: Lines

    init(_ path: String, _ text: String) {
        self.path = path
        self.text = text
        lines = Lines(text)
        let masked = path.hasSuffix(".swift") ? SwiftMask.split(text) : nil
        code = masked.map { Lines($0.code) } ?? lines
        comments = masked.map { Lines($0.comments) } ?? lines
        strings = masked.map { Lines($0.strings) } ?? lines
    }

    var isSwift: Bool { path.hasSuffix(".swift") }
    var isSource: Bool { path.hasPrefix("Sources/") }
    var isTest: Bool { path.hasPrefix("Tests/") }

    var isGenerated: Bool {
        path.hasPrefix("Sources/Shared/Wire/Generated/")
            || path.hasPrefix("Sources/Shared/Capture/Generated/")
            || path == "Sources/Shared/CatalogueReading/EmbeddedFiles.swift"
            || path.hasPrefix("Sources/Shared/CatalogueReading/EmbeddedControls")
            || path == "Sources/Shared/Lenses/EmbeddedLensFiles.swift"
            || path == "Sources/Server/Schemas/EmbeddedMessages.swift"
            || path == "Sources/Workbench/Example/EmbeddedExampleFiles.swift"
            || path == "Sources/Publishing/Report/EmbeddedReportFiles.swift"
            || path == "Sources/Site/Markup/EmbeddedPageFiles.swift"
    }
}

/// The lines of a text, counted from 1 as editors do.
struct Lines: Sendable {
    private let content: [String]

    init(_ text: String) {
        var split = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if split.last == "" { split.removeLast() }
        content = split
    }

    var count: Int { content.count }

    /// The line of that number; an empty one before the first and after the last.
    subscript(number: Int) -> String {
        content.indices.contains(number - 1) ? content[number - 1] : ""
    }

    func numbers(where matches: (String) -> Bool) -> [Int] {
        content.indices.filter { matches(content[$0]) }.map { $0 + 1 }
    }
}

extension String {
    /// Whether the word stands in the text with no letter, digit or underscore grown onto it.
    func contains(word: String) -> Bool {
        var rest = self[...]
        while let found = rest.range(of: word) {
            let before = self[..<found.lowerBound].last
            let after = self[found.upperBound...].first
            let startsClean = !(word.first?.isIdentifierPart ?? false) || !before.isIdentifierPart
            let endsClean = !(word.last?.isIdentifierPart ?? false) || !after.isIdentifierPart
            if startsClean && endsClean { return true }
            rest = self[self.index(after: found.lowerBound)...]
        }
        return false
    }

    var trimmed: String { trimmingCharacters(in: .whitespaces) }

    var indentation: Int { prefix { $0 == " " }.count }
}

extension Character {
    var isIdentifierPart: Bool { isLetter || isNumber || self == "_" }
}

extension Character? {
    fileprivate var isIdentifierPart: Bool { self?.isIdentifierPart ?? false }
}
