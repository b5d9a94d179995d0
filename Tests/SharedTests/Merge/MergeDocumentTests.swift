import Foundation
import Testing

/// docs/merge.md claims nothing that no test proves.
struct MergeDocumentTests {
    private static let tests = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent()
    private static let document = tests.appending(path: "../../docs/merge.md")

    @Test func `every test that the page names exists`() throws {
        let page = try String(contentsOf: Self.document, encoding: .utf8)
        let citations = page.matches(of: /\[(\w+Tests): ([^\]]+)\]/)
        #expect(citations.count > 120)
        let sources = try Self.sources()
        for citation in citations {
            let suite = String(citation.output.1)
            let name = citation.output.2.split(whereSeparator: \.isWhitespace)
                .joined(separator: " ")
            let source = try sources[suite].map { try String(contentsOf: $0, encoding: .utf8) }
            let isThere = source?.contains("func `\(name)`(") == true
            #expect(isThere, "\(suite): \(name)")
        }
    }

    /// The suites of all modules by name: what merges is proved here, what people are told there.
    private static func sources() throws -> [String: URL] {
        let files = FileManager.default.enumerator(
            at: tests.deletingLastPathComponent(), includingPropertiesForKeys: nil)
        var sources: [String: URL] = [:]
        while let file = files?.nextObject() as? URL {
            let name = file.deletingPathExtension().lastPathComponent
            if file.pathExtension == "swift", name.hasSuffix("Tests") { sources[name] = file }
        }
        return sources
    }
}
