import Mustache
import Testing

@testable import Site
@testable import Workbench

/// Values are drawn as the library draws them by reflection.
struct DrawnValueTests {
    private struct Sheet {
        let title: String
        let note: String?
        let missing: String?
        let rows: [Row]
        let none: [Row]
        let words: [String]
        let isOpen: Bool
        let isKnown: Bool?
        let count: Int
        let kind: Kind
        let inner: Inner
        let pair: (left: String, right: String)
        var computed: String { "seen by nobody" }
    }

    private struct Row {
        let name: String
        let inner: Inner?
    }

    private struct Inner: CustomStringConvertible {
        let word: String
        var description: String { "<\(word)>" }
    }

    private enum Kind {
        case plain
        case named(name: String)
    }

    private static let sheet = Sheet(
        title: "Accounts & cards", note: "Heard twice.", missing: nil,
        rows: [Row(name: "first", inner: Inner(word: "in")), Row(name: "second", inner: nil)],
        none: [], words: ["one", "two"], isOpen: true, isKnown: false, count: 3, kind: .plain,
        inner: Inner(word: "deep"), pair: (left: "a", right: "b"))

    @Test(
        arguments: [
            "{{title}}|{{note}}|{{missing}}|{{computed}}|{{count}}|{{kind}}",
            "{{#note}}{{.}}, {{title}}{{/note}}{{^missing}}none{{/missing}}",
            "{{#rows}}{{name}}{{#inner}} {{word}} {{title}}{{/inner}};{{/rows}}",
            "{{^empty(rows)}}some{{/empty(rows)}}{{^empty(none)}}some{{/empty(none)}}",
            "{{#none}}x{{/none}}{{^none}}nothing{{/none}}",
            "{{#words}}{{.}}{{^last()}}, {{/last()}}{{/words}}, {{count(words)}}",
            "{{#isOpen}}open{{/isOpen}}{{^isKnown}}unknown{{/isKnown}}",
            "{{inner}} {{inner.word}} {{#pair}}{{left}}{{right}}{{/pair}}",
        ])
    func `a template says the same of a value, whoever looks into it`(text: String) throws {
        let template = try MustacheTemplate(string: text)
        let drawn = try #require(DrawnValue.drawn(Self.sheet))
        #expect(template.render(drawn) == template.render(Self.sheet))
    }

    @Test func `a choice with a value is told by its name`() throws {
        let template = try MustacheTemplate(
            string: "{{#named}}{{name}}{{/named}}{{^plain}}-{{/plain}}")
        let value = Kind.named(name: "menu")
        #expect(template.render(try #require(DrawnValue.drawn(value))) == template.render(value))
    }
}
