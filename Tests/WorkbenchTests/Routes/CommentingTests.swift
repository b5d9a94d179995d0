import Client
import Foundation
import HTTPTypes
import Reading
import Shared
import Testing

@testable import Site
@testable import Workbench

/// Comments on the pages of a component state and of its conflict.
struct CommentingTests {
    private static let criterion = WorkbenchFixture.opened
    private static let field = "comment.\(criterion)"

    /// A form with a comment, as the page that is open now would send it.
    private static func form(
        _ text: String, on page: String, in browser: TestBrowser
    ) async throws -> [String: String] {
        let html = try await browser.get(page).text
        let name = html.components(separatedBy: #"name="comment-name" value=""#)
        return [
            "context": try await browser.context(of: page), "comment": criterion, field: text,
            "comment-name": name.count > 1 ? String(name[1].prefix { $0 != "\"" }) : "",
        ]
    }

    private static func comments(_ fixture: WorkbenchFixture) throws -> [String?] {
        try fixture.findings()["state-open"]?.comments.map(\.value.text) ?? []
    }

    @Test func `a comment stands under its criterion, with who said it, and once`() async throws {
        let fixture = try WorkbenchFixture()
        let page = try fixture.statePage()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            var form = try await Self.form("Same <here>.", on: page, in: browser)
            form["note.\(Self.criterion)"] = "Typed beside it."
            for _ in 0..<2 {
                let response = try await browser.post(page, form)
                #expect(response.headers[.location] == "\(page)#c-state-open")
                form["note.\(Self.criterion)"] = nil
            }
            #expect(try Self.comments(fixture) == ["Same <here>."])
            // Without a script the form has everything else that was typed, too.
            #expect(try fixture.findings()["state-open"]?.text(.note) == "Typed beside it.")
            let html = try await browser.opened(page)
            #expect(html.contains(#"<span class="said" dir="auto">Same &lt;here&gt;.</span>"#))
            #expect(html.contains(#"<li><span class="muted"><bdi>Maya Lindqvist</bdi>, "#))
            #expect(html.contains("Note, 1 comment"))
        }
    }

    @Test func `a script gets the comments, an empty field and another name`() async throws {
        let fixture = try WorkbenchFixture()
        let page = try fixture.statePage()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            var form = try await Self.form("First.", on: page, in: browser)
            let first = try await browser.post(page, form, isScript: true).answer()
            #expect(first.says == "Comment added")
            #expect(first.isSaved == true)
            #expect(first.fields?[Self.field] == "")
            #expect(first.state?.hasPrefix("Saved on this laptop at ") == true)
            let name = try #require(first.fields?["comment-name"])
            #expect(name != form["comment-name"])
            form["comment-name"] = name
            form[Self.field] = "Second."
            let second = try await browser.post(page, form, isScript: true).answer()
            #expect(second.remarks?.components(separatedBy: "<li>").count == 3)
            form[Self.field] = " \n"
            let none = try await browser.post(page, form, isScript: true).answer()
            #expect(none.isSaved == false)
            #expect(none.says == "Write the comment, then add it.")
            #expect(try Set(Self.comments(fixture)) == ["First.", "Second."])
        }
    }

    @Test func `a conflict is commented on where it is shown, by testers too`() async throws {
        let fixture = try WorkbenchFixture()
        try fixture.team(role: .tester)
        try fixture.record(.failed)
        try fixture.hear(.passed)
        let page = Address.conflict(
            try fixture.item().id, in: try fixture.client.view(fixture.audit))
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let form = try await Self.form("Heard it twice.", on: page, in: browser)
            let response = try await browser.post(page, form)
            #expect(response.headers[.location] == "\(page)#c-state-open")
            let html = try await browser.get(page).text
            #expect(html.contains(#"<span class="said" dir="auto">Heard it twice.</span>"#))
            let empty = try await Self.form("", on: page, in: browser)
            #expect(try await browser.post(page, empty).status == .unprocessableContent)
            #expect(try Self.comments(fixture) == ["Heard it twice."])
            // What cannot be saved comes back as it was typed.
            let words = String(repeating: "Heard it again. ", count: 2_000)
            let long = try await browser.post(page, Self.form(words, on: page, in: browser))
            #expect(long.status == .unprocessableContent)
            #expect(long.text.contains("Not saved") && long.text.contains(words.dropLast()))
        }
    }

    @Test func `readers read comments and have no form for one`() async throws {
        let fixture = try WorkbenchFixture()
        let page = try fixture.statePage()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            _ = try await browser.post(
                page, try await Self.form("Same here.", on: page, in: browser))
            try fixture.team(role: .reader)
            let html = try await browser.opened(page)
            #expect(html.contains("Same here."))
            #expect(!html.contains("Add comment"))
            let response = try await browser.post(
                page, try await Self.form("Mine.", on: page, in: browser))
            #expect(response.status == .forbidden)
            #expect(try Self.comments(fixture) == ["Same here."])
        }
    }

    @Test func `an earlier round keeps its comments and takes no more`() async throws {
        let fixture = try WorkbenchFixture()
        let page = try fixture.statePage()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            _ = try await browser.post(
                page, try await Self.form("Same here.", on: page, in: browser))
            try fixture.openRound()
            let earlier = "\(page)?round=1"
            let html = try await browser.opened(earlier)
            #expect(html.contains("Same here."))
            #expect(!html.contains("Add comment"))
            let form = try await Self.form("Mine.", on: earlier, in: browser)
            #expect(try await browser.post(earlier, form).status == .unprocessableContent)
        }
    }
}

extension WorkbenchFixture {
    /// Opens the second round.
    fileprivate func openRound() throws {
        let edit = FieldEdit(
            FieldID(.round, "2"), .round(number: 2, build: Text(normalizing: "8.5.0")))
        try client.save([RecordDraft(key: .plan(audit), act: .plan, edits: [edit])], in: audit)
    }
}
