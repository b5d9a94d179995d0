import Client
import Foundation
import HTTPTypes
import Reading
import Shared
import Testing

@testable import Site
@testable import Workbench

/// What was typed into a form that is refused as a whole.
struct TypedTextsTests {
    private static let lines = "Cards / Menu / One\nCards / Menu / <Two>"
    private static let given = "id=\"typed\""

    @Test func `a reader gets back the lines that she pasted, in words of the page`() async throws {
        let fixture = try WorkbenchFixture()
        try fixture.team(role: .reader)
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let form = ["do": "add", "lines": Self.lines]
            let page = try await browser.post(Address.planAdding(fixture.audit), form)
            #expect(page.status == .forbidden)
            #expect(page.text.contains(">\nCards / Menu / One\nCards / Menu / &lt;Two&gt;</text"))
            #expect(!page.text.contains("add\n\n"), "the button was not typed")
            // The script's page is still there, with all that it shows.
            let told = try await browser.post(
                Address.planAdding(fixture.audit), form, isScript: true)
            #expect(told.status == .forbidden)
            #expect(!told.text.contains("Cards"))
        }
    }

    @Test func `a comment and a note of a reader come back together`() async throws {
        let fixture = try WorkbenchFixture()
        try fixture.team(role: .reader)
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let path = try fixture.statePage()
            let page = try await browser.post(
                path,
                [
                    "context": try await browser.context(of: path), "act": "save",
                    "note.\(WorkbenchFixture.opened)": "A note",
                    "comment.\(WorkbenchFixture.opened)": "A comment",
                    "outcome.\(WorkbenchFixture.opened)": "failed",
                ])
            #expect(page.status == .forbidden)
            #expect(page.text.contains(">\nA comment\n\nA note</textarea>"))
        }
    }

    @Test(arguments: [Role.reader, .tester])
    func `whoever may not send a form has what she typed`(role: Role) async throws {
        let fixture = try WorkbenchFixture()
        try fixture.record(.failed)
        try fixture.team(role: role)
        let view = try fixture.client.view(fixture.audit)
        let state = try view.state(named: WorkbenchFixture.menuOpen)
        let component = try view.component(named: "Accounts/Account options").id
        let forms: [(String, [String: String])] = [
            (Address.plan(fixture.audit), ["do": "group", "group": "Typed <here>"]),
            (
                Address.conflict(state, in: view),
                [
                    "criterion": WorkbenchFixture.opened, "holds": "failed/serious/app",
                    "reason": "Typed <here>", "act": "decide",
                ]
            ),
            (
                Address.plan(screen: "Accounts", of: fixture.audit),
                ["do": "name", "name": "Typed <here>"]
            ),
            (
                Address.plan(component, of: fixture.audit),
                ["do": "withdraw", "reason": "Typed <here>"]
            ),
        ]
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            for (path, form) in forms {
                let page = try await browser.post(path, form)
                let isTold = page.text.contains("Typed &lt;here&gt;")
                #expect(page.status.code < 400 || isTold, "\(path) \(page.status)")
                if role == .reader { #expect(page.status == .forbidden, "\(path)") }
            }
        }
    }

    @Test func `where nothing was typed nothing is given back`() async throws {
        let fixture = try WorkbenchFixture()
        try fixture.team(role: .reader)
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let page = try await browser.post(
                Address.planAdding(fixture.audit), ["do": "add", "lines": " "])
            #expect(page.status == .forbidden)
            #expect(!page.text.contains(Self.given))
            #expect(try await !browser.get("/nowhere").text.contains(Self.given))
        }
    }

    @Test func `every field of a page that people type into is known as that`() throws {
        let filled = [
            "{{part}}": "shows", "{{platform}}": "ios", "{{id}}": "x", "{{about}}": "x",
            "{{criterion}}": "x",
        ]
        var found: Set<String> = []
        for file in EmbeddedPageFiles.all where file.path.hasSuffix(".mustache") {
            // A search changes nothing, and stands in the address.
            let fields = "\(file.content)".matches(
                of: /<(textarea|input class="input")[^>]*? name="([^"]+)"[^>]*>/)
            for field in fields where !field.0.contains("type=\"search\"") {
                var name = String(field.2)
                if name == "{{part}}.{{id}}" { name = "note.{{id}}" }
                for (part, text) in filled { name.replace(part, with: text) }
                if !TypedTexts.isTyped(name), !Self.isPicked(field.0) { found.insert(name) }
            }
        }
        #expect(found.isEmpty)
        #expect(TypedTexts.isTyped("lines") && !TypedTexts.isTyped("context"))
    }

    /// Whether a browser helps to choose a value, such as a day.
    private static func isPicked(_ field: Substring) -> Bool {
        ["date", "number", "file"].contains { field.contains("type=\"\($0)\"") }
    }
}
