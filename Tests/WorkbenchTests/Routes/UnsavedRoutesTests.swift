import Client
import Foundation
import HTTPTypes
import NIOCore
import Shared
import Testing

@testable import Site
@testable import Workbench

/// Texts that were typed and not saved, over loopback, in a real home.
struct UnsavedRoutesTests {
    private static let criterion = "menu.android.state-open"
    private static let note = "note.\(criterion)"
    private static let says = "and not saved yet."

    /// What the script does when typing rests.
    private static func type(
        _ text: String, into field: String = note, on page: String, in browser: TestBrowser
    ) async throws -> TestPage {
        try await browser.send(
            "\(page)/unsaved?field=\(field)", .put, [.accept: "application/json"],
            ByteBuffer(string: text))
    }

    @Test func `what was typed is there again after the program was killed`() async throws {
        let fixture = try WorkbenchFixture()
        let page = try fixture.statePage()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let kept = try await Self.type("Says <menu>\r\ntwice", on: page, in: browser)
            #expect(kept.status == .ok)
            // It is nobody's record, and "saved" was not said.
            #expect(try kept.answer().isSaved == nil)
            #expect(try fixture.findings().isEmpty)
        }
        try await fixture.serve { browser in
            let html = try await browser.entered().get(page).text
            #expect(html.contains("Says &lt;menu&gt;\ntwice</textarea>"))
            #expect(html.contains(Self.says))
            #expect(html.contains(#"name="discard" value="\#(Self.note)""#))
        }
    }

    @Test func `hints, and what is not saved, are read with their fields`() async throws {
        let fixture = try WorkbenchFixture()
        let page = try fixture.statePage()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            for field in [Self.note, "tag.\(Self.criterion)", "comment.\(Self.criterion)"] {
                _ = try await Self.type("typed", into: field, on: page, in: browser)
            }
            let html = try await browser.get(page).text
            func ids(_ beginning: String, until end: Character) -> Set<Substring> {
                Set(
                    html.components(separatedBy: beginning).dropFirst().flatMap {
                        $0[...].prefix { $0 != end }.split(separator: " ")
                    })
            }
            let described = ids(#"aria-describedby=""#, until: "\"")
            let all = ids(#" id=""#, until: "\"")
            #expect(described.subtracting(all) == [])
            let told = all.filter { $0.hasPrefix("hint-") || $0.hasPrefix("unsaved-") }
            #expect(told.subtracting(described) == [])
            #expect(told.count { $0.hasPrefix("unsaved-") } == 3)
        }
    }

    @Test func `a save that contains it ends it, and another save does not`() async throws {
        let fixture = try WorkbenchFixture()
        let page = try fixture.statePage()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            _ = try await Self.type("typed", on: page, in: browser)
            let context = try await browser.context(of: page)
            // Of a window that was opened before, with the field as it was.
            _ = try await browser.post(
                page,
                ["context": context, "outcome.\(Self.criterion)": "failed", Self.note: ""])
            #expect(try await browser.get(page).text.contains(Self.says))
            _ = try await browser.post(
                page, ["context": try await browser.context(of: page), Self.note: "typed"])
            #expect(try await !browser.get(page).text.contains(Self.says))
            #expect(try fixture.findings()["state-open"]?.text(.note) == "typed")
            #expect(try Self.files(of: fixture).isEmpty)
        }
    }

    @Test func `a save of what was typed after it ends it too`() async throws {
        let fixture = try WorkbenchFixture()
        let page = try fixture.statePage()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            _ = try await Self.type("typ", on: page, in: browser)
            _ = try await browser.post(
                page, ["context": try await browser.context(of: page), Self.note: "typed"])
            #expect(try Self.files(of: fixture).isEmpty)
        }
    }

    @Test func `what is saved stands beside what was typed over it`() async throws {
        let fixture = try WorkbenchFixture()
        let page = try fixture.statePage()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            _ = try await browser.post(
                page, ["context": try await browser.context(of: page), Self.note: "first"])
            _ = try await Self.type("", on: page, in: browser)
            let html = try await browser.get(page).text
            #expect(html.contains("Note as it is saved:</span> <bdi>first</bdi>"))
            // Typing back what is saved leaves nothing to be saved.
            _ = try await Self.type("first", on: page, in: browser)
            #expect(try Self.files(of: fixture).isEmpty)
        }
    }

    @Test(arguments: [true, false])
    func `discarding shows again what is saved`(isScript: Bool) async throws {
        let fixture = try WorkbenchFixture()
        let page = try fixture.statePage()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            _ = try await browser.post(
                page, ["context": try await browser.context(of: page), Self.note: "first"])
            _ = try await Self.type("second", on: page, in: browser)
            if isScript {
                let answer = try await browser.send(
                    "\(page)/unsaved?field=\(Self.note)", .delete,
                    [.accept: "application/json"], nil
                ).answer()
                #expect(answer.fields == [Self.note: "first"])
            } else {
                let response = try await browser.post(
                    page,
                    [
                        "context": try await browser.context(of: page), "discard": Self.note,
                        Self.note: "second",
                    ])
                #expect(response.headers[.location] == "\(page)#c-state-open")
            }
            #expect(try await !browser.get(page).text.contains(Self.says))
            #expect(try fixture.findings()["state-open"]?.text(.note) == "first")
        }
    }

    @Test func `a comment that was typed waits for its own button`() async throws {
        let fixture = try WorkbenchFixture()
        let page = try fixture.statePage()
        let field = "comment.\(Self.criterion)"
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            _ = try await Self.type("Same on", into: field, on: page, in: browser)
            // A save of the form adds no comment, and keeps it as far as it was typed.
            _ = try await browser.post(
                page,
                [
                    "context": try await browser.context(of: page), field: "Same on the tablet.",
                    "outcome.\(Self.criterion)": "failed",
                ])
            var html = try await browser.get(page).text
            #expect(html.contains("Same on the tablet.</textarea>"))
            #expect(html.contains(Self.says))
            #expect(html.contains(#"name="discard" value="\#(field)""#))
            #expect(try fixture.findings()["state-open"]?.comments.isEmpty == true)
            _ = try await browser.post(
                page,
                [
                    "context": try await browser.context(of: page), "comment": Self.criterion,
                    field: "Same on the tablet.",
                ])
            // What rested in the field comes after the form that added it.
            _ = try await Self.type("Same on the tablet.", into: field, on: page, in: browser)
            html = try await browser.get(page).text
            #expect(!html.contains(Self.says))
            #expect(try Self.files(of: fixture).isEmpty)
        }
    }

    @Test(arguments: ["", "note", "outcome.\(criterion)", "note.menu.android.nothing", "../x.y"])
    func `a text for no field is refused`(field: String) async throws {
        let fixture = try WorkbenchFixture()
        let page = try fixture.statePage()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let response = try await Self.type("x", into: field, on: page, in: browser)
            #expect(response.status == .unprocessableContent)
            #expect(try Self.files(of: fixture).isEmpty)
        }
    }

    @Test func `a file that cannot be read is none`() async throws {
        let fixture = try WorkbenchFixture()
        let page = try fixture.statePage()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            _ = try await Self.type("typed", on: page, in: browser)
            let folder = fixture.client.home.folder.appending(path: "unsaved")
            for name in try Self.files(of: fixture) {
                try Data("{".utf8).write(to: folder.appending(path: name))
            }
            let response = try await browser.get(page)
            #expect(response.status == .ok)
            #expect(!response.text.contains(Self.says))
        }
    }

    private static func files(of fixture: WorkbenchFixture) throws -> [String] {
        let folder = fixture.client.home.folder.appending(path: "unsaved").path
        guard FileManager.default.fileExists(atPath: folder) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: folder)
    }
}
