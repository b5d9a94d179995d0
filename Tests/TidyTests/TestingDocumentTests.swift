import Foundation
import Testing

/// docs/testing.md names no test that is not there.
struct TestingDocumentTests {
    private static let tests = Repository.paths.filter {
        $0.hasPrefix("Tests/") && $0.hasSuffix("Tests.swift")
    }

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: Repository.root.appending(path: path), encoding: .utf8)
    }

    @Test func `every test that the page names exists`() throws {
        let page = try Self.text("docs/testing.md")
        let citations = page.matches(of: /\[(\w+Tests): ([^\]]+)\]/)
        #expect(citations.count > 40)
        for citation in citations {
            let suite = citation.output.1
            let name = citation.output.2
            let file = Self.tests.first { $0.hasSuffix("/\(suite).swift") }
            let isThere = try file.map { try Self.text($0).contains("func `\(name)`(") } ?? false
            #expect(isThere, "\(suite): \(name)")
        }
    }

    @Test func `every test in Python that the page names exists`() throws {
        let page = try Self.text("docs/testing.md")
        let citations = page.matches(of: /\[(test_\w+): ([^\]]+)\]/)
        #expect(citations.count > 15)
        for citation in citations {
            let name = citation.output.2.replacing(" ", with: "_")
            let isThere = ["Web", "Protocol", "Schemas"].contains { folder in
                let source = try? Self.text("Tests/\(folder)/\(citation.output.1).py")
                return source?.contains("def test_\(name)(") ?? false
            }
            #expect(isThere, "\(citation.output.1): \(name)")
        }
    }

    @Test func `every planted fault is on the page`() throws {
        let page = try Self.text("docs/testing.md")
        let source = try Self.text("Tests/TestSupport/Laws/Fault.swift")
        let cases = source.matches(of: /\n    case (\w+)/).map(\.output.1)
        #expect(cases.count >= 17)
        for name in cases { #expect(page.contains("`\(name)`"), "\(name)") }
    }
}
