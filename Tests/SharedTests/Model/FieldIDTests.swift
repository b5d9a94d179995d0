import TestSupport
import Testing

@testable import Shared

struct FieldIDTests {
    @Test func `a path is criterion, name and element`() {
        #expect(FieldID(criterion: "menu.ios.name", .judgement).path == "menu.ios.name/judgement")
        #expect(FieldID(.title).path == "/title")
        #expect(FieldID(.person, "00ff", "role").path == "/person/00ff/role")
    }

    @Test func `parts come back`() {
        let field = FieldID(criterion: "menu.ios.name", .tag, "a/b~c")
        #expect(field.path == "menu.ios.name/tag/a~1b~0c")
        #expect(field.criterion == "menu.ios.name")
        #expect(field.name == .tag)
        #expect(field.element == ["a/b~c"])
        #expect(FieldID(path: field.path) == field)
        #expect(FieldID(.title).element.isEmpty)
    }

    @Test(arguments: [
        "", "~", "/", "~1", "~0", "~01", "~~", "//", "a/~b", "~\u{301}", "/\u{301}", "\u{301}/",
        "~1\u{338}", "\u{1F469}\u{200D}/\u{1F469}",
    ])
    func `any text can be an element and comes back byte for byte`(text: String) throws {
        let field = FieldID(criterion: "c", .tag, text)
        #expect(field.segments.count == 3)
        #expect(Array(field.element[0].utf8) == Array(text.utf8))
        #expect(try #require(FieldID(path: field.path)) == field)
    }

    @Test(arguments: [("a~", "a~"), ("~", "~"), ("a~1~", "a/~"), ("a", "a"), ("", "")])
    func `a tilde that nothing follows stays, so that no two paths read as one`(
        segment: String, text: String
    ) {
        #expect(FieldID.unescaped(segment.utf8) == text)
    }

    @Test func `different elements are different registers`() {
        let texts = ["a/b", "a~1b", "a~01b", "a", "b", "/", "~"]
        #expect(Set(texts.map { FieldID(.tag, $0) }).count == texts.count)
    }

    @Test(arguments: [
        "", "judgement", "c", "c/", "/", "c//x", "c/tag/~", "c/tag/~2", "~/judgement",
        "c/tag/e\u{301}",
    ])
    func `a path without a name, or in a second spelling, is refused`(path: String) {
        #expect(FieldID(path: path) == nil)
    }

    @Test func `a path has at most 65535 bytes`() {
        let longest = "c/" + String(repeating: "x", count: FieldID.pathBytesMax - 2)
        #expect(FieldID(path: longest) != nil)
        #expect(FieldID(path: longest + "x") == nil)
    }

    @Test func `a name of a later version is kept without being understood`() {
        let field = FieldID(path: "menu.ios.name/sentiment/x")
        #expect(field?.name == nil)
        #expect(field?.criterion == "menu.ios.name")
        #expect(field?.element == ["x"])
    }

    @Test func `the order is that of the bytes`() {
        let paths = [
            "/title", "A/note", "a/note", "a/note/x", "ab/note", "é/note", "\u{1F600}/note",
        ]
        let fields = paths.compactMap(FieldID.init(path:))
        #expect(fields.count == paths.count)
        #expect(fields.shuffled().sorted().map(\.path) == paths)
        for one in fields {
            for two in fields {
                #expect((one < two) == one.path.utf8.lexicographicallyPrecedes(two.path.utf8))
                #expect((one == two) == one.path.utf8.elementsEqual(two.path.utf8))
            }
        }
    }

    @Test func `canonically equivalent texts are not one register`() {
        let composed = FieldID(.tag, "\u{E9}")
        let decomposed = FieldID(.tag, "e\u{301}")
        #expect(composed != decomposed)
        #expect(Set([composed, decomposed]).count == 2)
    }
}
