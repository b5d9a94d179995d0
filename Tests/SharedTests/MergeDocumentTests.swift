import Foundation
import Testing

/// docs/merge.md claims nothing that no test proves.
struct MergeDocumentTests {
    private static let tests = URL(filePath: #filePath).deletingLastPathComponent()
    private static let document = tests.appending(path: "../../docs/merge.md")

    @Test func `every test that the page names exists`() throws {
        let page = try String(contentsOf: Self.document, encoding: .utf8)
        let citations = page.matches(of: /\[(\w+Tests): ([^\]]+)\]/)
        #expect(citations.count > 120)
        for citation in citations {
            let suite = String(citation.output.1)
            let name = citation.output.2.split(whereSeparator: \.isWhitespace)
                .joined(separator: " ")
            let source = try String(
                contentsOf: Self.tests.appending(path: "\(suite).swift"), encoding: .utf8)
            let isThere = source.contains("func `\(name)`(")
            #expect(isThere, "\(suite): \(name)")
        }
    }
}
