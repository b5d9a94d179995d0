import HTTPTypes
import NIOCore
import Presentation
import Reading
import Shared
import TestSupport
import Testing

@testable import Site
@testable import Workbench

/// Lists of a finding, typed into one field each: tags and links.
struct TypedListTests {
    private static let criterion = WorkbenchFixture.opened
    private static let tags = "tag.\(criterion)"
    private static let links = "link.\(criterion)"

    @Test(arguments: [
        ("focus, order", ["focus", "order"]),
        ("focus,order,\r\n \r\n,focus", ["focus", "order"]),
        (
            "https://a.example/1,2, https://b.example",
            ["https://a.example/1,2", "https://b.example"]
        ),
        (#""a, b", "say ""it""""#, ["a, b", #"say "it""#]),
        (#"an "open" one, "half"#, [#""half"#, #"an "open" one"#]),
        (" ,\n", []),
    ])
    func `a list is read as people type it`(text: String, elements: [String]) {
        #expect(TypedList.elements(of: text) == elements)
    }

    @Test func `a field that is not edited says what it showed`() {
        var generator = SeededGenerator(seed: 14)
        let pieces = ["a", ",", "\n", "\r\n", "\"", " ", "://", "e\u{301}", "\t", "\u{0}", "b"]
        for _ in 0..<2_000 {
            let elements = (0..<generator.below(4)).map { _ in
                (0..<generator.below(6)).map { _ in pieces[generator.below(pieces.count)] }.joined()
            }
            let stored = Set(elements.map { Text(normalizing: $0) }).sorted().map(\.string)
            let text = TypedList.text(of: stored)
            // A browser sends a form's lines so.
            let sent = text.replacing("\r\n", with: "\n").replacing("\n", with: "\r\n")
            #expect(FieldName.tag.isSame(sent, as: text))
            guard !text.unicodeScalars.contains("\r") else { continue }
            #expect(TypedList.elements(of: sent) == stored, "\(text.debugDescription)")
        }
    }

    @Test func `what is typed is saved and shown in the folded part`() async throws {
        let fixture = try WorkbenchFixture()
        let page = try fixture.statePage()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            _ = try await browser.post(
                page,
                [
                    "context": try await browser.context(of: page), Self.tags: "order, focus",
                    Self.links: "https://tickets.example/1,2",
                ])
            #expect(
                try fixture.finding().lists
                    == [.tag: ["focus", "order"], .link: ["https://tickets.example/1,2"]])
            let html = try await browser.opened(page)
            #expect(html.contains("focus\norder</textarea>"))
            #expect(html.contains("https://tickets.example/1,2</textarea>"))
            #expect(html.contains("<p class=\"criterion-has\">Tags, links</p>"))
            let context = try await browser.context(of: page)
            let again = try await browser.post(
                page, ["context": context, Self.tags: "focus\r\norder"], isScript: true
            ).answer()
            #expect(again.isSaved == false)
            _ = try await browser.post(page, ["context": context, Self.tags: "order, speech"])
            #expect(try fixture.finding().lists[.tag] == ["order", "speech"])
        }
    }

    @Test func `what a colleague added stays, and what she took away does not come back`()
        async throws
    {
        let fixture = try WorkbenchFixture()
        try fixture.team()
        let page = try fixture.statePage()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            _ = try await browser.post(
                page,
                ["context": try await browser.context(of: page), Self.tags: "focus, order"])
            let context = try await browser.context(of: page)
            let own = FieldID(criterion: Self.criterion, .tag, "order")
            let edits = try fixture.item().record.siblings(of: own).map(\.edit)
            try fixture.hear([
                Write(field: own, value: nil, replaces: edits),
                Write(
                    field: FieldID(criterion: Self.criterion, .tag, "speech"), value: .present,
                    replaces: []),
            ])
            // Her form still shows two tags, and says a third one.
            _ = try await browser.post(
                page, ["context": context, Self.tags: "focus, order, words"])
            #expect(try fixture.finding().lists[.tag] == ["focus", "speech", "words"])
            // Emptied, it takes away what it showed.
            _ = try await browser.post(page, ["context": context, Self.tags: ""])
            #expect(try fixture.finding().lists[.tag] == ["speech", "words"])
        }
    }

    @Test func `undo takes back what a save did to a list, and no more`() async throws {
        let fixture = try WorkbenchFixture()
        try fixture.team()
        let page = try fixture.statePage()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            for tags in ["focus", "order"] {
                _ = try await browser.post(
                    page, ["context": try await browser.context(of: page), Self.tags: tags])
            }
            let speech = FieldID(criterion: Self.criterion, .tag, "speech")
            try fixture.hear([Write(field: speech, value: .present, replaces: [])])
            let context = try await browser.context(of: page)
            let answer = try await browser.post(
                page, ["context": context, "act": "undo"], isScript: true
            ).answer()
            #expect(try fixture.finding().lists[.tag] == ["focus", "speech"])
            #expect(answer.fields?[Self.tags] == "focus\nspeech")
            #expect(answer.says?.hasPrefix("Undone: Tags on “") == true)
        }
    }

    @Test func `what was typed and not saved is there again, until a save says it`() async throws {
        let fixture = try WorkbenchFixture()
        let page = try fixture.statePage()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            _ = try await browser.send(
                "\(page)/unsaved?field=\(Self.tags)", .put, [.accept: "application/json"],
                ByteBuffer(string: "focus, ord"))
            let html = try await browser.get(page).text
            #expect(html.contains("focus, ord</textarea>"))
            #expect(html.contains(#"name="discard" value="\#(Self.tags)""#))
            _ = try await browser.post(
                page,
                ["context": try await browser.context(of: page), Self.tags: "focus, order"])
            #expect(try await !browser.get(page).text.contains("and not saved yet."))
        }
    }

    @Test func `an element that no record holds comes back as it was typed`() async throws {
        let fixture = try WorkbenchFixture()
        let page = try fixture.statePage()
        let long = String(repeating: "x", count: 5_000)
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let answer = try await browser.post(
                page,
                [
                    "context": try await browser.context(of: page), "act": "save",
                    Self.tags: "focus, \(long)",
                ])
            #expect(answer.status == .unprocessableContent)
            #expect(answer.text.contains("focus, \(long)</textarea>"))
            #expect(try fixture.findings().isEmpty)
        }
    }
}
