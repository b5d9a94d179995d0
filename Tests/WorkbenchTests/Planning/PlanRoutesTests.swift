import Client
import Foundation
import HTTPTypes
import Reading
import Shared
import Testing

@testable import Site
@testable import Workbench

/// The plan on pages: components added by lines, and what is still missing.
struct PlanRoutesTests {
    private static let bad = "Cards / Slidr / Card limit"

    private func components(_ fixture: WorkbenchFixture) throws -> [String] {
        try fixture.client.view(fixture.audit).components.map(\.name)
    }

    private func add(
        _ browser: TestBrowser, _ fixture: WorkbenchFixture, _ act: String, _ lines: String
    ) async throws -> TestPage {
        try await browser.post(
            Address.planAdding(fixture.audit), ["do": act, "lines": lines])
    }

    @Test func `the plan lists screens, components, states and who does them`() async throws {
        let fixture = try WorkbenchFixture()
        try await fixture.serve { browser in
            let text = try await browser.entered().get(Address.plan(fixture.audit)).text
            #expect(text.contains("1 screen, 1 component, "))
            #expect(text.contains("<bdi>Account options</bdi>"))
            #expect(text.contains(#"<span class="tag">expanded</span>"#))
            #expect(text.contains("Android 15 with TalkBack, phone, build 8.4.0"))
            #expect(text.contains("Open: 1 component assigned to nobody"))
            #expect(text.contains("Open: no tester"))
            #expect(text.contains("Done: every component has a control and its states"))
            #expect(!text.contains("{{"))
        }
    }

    @Test func `one good line is added at once, and leads to its first state`() async throws {
        let fixture = try WorkbenchFixture()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let answer = try await add(browser, fixture, "add", "Cards / Menu / Card options")
            #expect(answer.status == .seeOther)
            #expect(try components(fixture).contains("Cards/Card options"))
            let page = try await browser.get(answer.headers[.location] ?? "").text
            #expect(page.contains("1 component added"))
            #expect(page.contains("Start testing: Card options: "))
        }
    }

    @Test func `a screen in two spellings is one section, on the plan and on the audit`()
        async throws
    {
        let fixture = try WorkbenchFixture()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            _ = try await add(browser, fixture, "add", "cards / Menu / A\nCards / Menu / B")
            for page in [Address.plan(fixture.audit), Address.audit(fixture.audit)] {
                let text = try await browser.get(page).text
                let ids = text.matches(of: /\sid="([^"]+)"/).map { String($0.1) }
                #expect(ids.count == Set(ids).count)
                #expect(text.components(separatedBy: "<bdi>Cards</bdi></h").count == 2)
                #expect(!text.contains("<bdi>cards</bdi></h"))
            }
        }
    }

    @Test func `a line that is wrong adds none, and the others wait for a button`() async throws {
        let fixture = try WorkbenchFixture()
        let lines = "Cards / Menu / One\r\n\(Self.bad)\r\nCards / Menu / <Two>"
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let refused = try await add(browser, fixture, "add", lines)
            #expect(refused.status == .unprocessableContent)
            #expect(refused.text.contains("Preview: 2 to add, 0 there already, 1 left out"))
            #expect(refused.text.contains("no control “Slidr”. Near it: Slider"))
            #expect(refused.text.contains("Add 2 components"))
            #expect(refused.text.contains("<bdi>&lt;Two&gt;</bdi>"))
            #expect(try components(fixture).count == 1)
            let preview = try await add(browser, fixture, "preview", lines)
            #expect(preview.status == .ok)
            #expect(try components(fixture).count == 1)
            let added = try await add(browser, fixture, "add-good", lines)
            #expect(added.status == .ok)
            #expect(try components(fixture).count == 3)
            // What was left out is in the field again.
            #expect(added.text.contains("Cards\tSlidr\tCard limit"))
            #expect(!added.text.contains("Cards\tMenu"))
            let again = try await add(browser, fixture, "add-good", lines)
            #expect(again.text.contains("Preview: 0 to add, 2 there already, 1 left out"))
            #expect(try components(fixture).count == 3)
        }
    }

    @Test func `500 pasted rows with 12 bad ones are previewed, then added once`() async throws {
        let fixture = try WorkbenchFixture()
        let lines = (1...500).map { row in
            "Screen \(row % 9)\t\(row % 41 == 0 ? "Slidr" : "Menu")\tRow \(row)"
        }.joined(separator: "\r\n")
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let refused = try await add(browser, fixture, "add", lines)
            #expect(refused.status == .unprocessableContent)
            #expect(refused.text.components(separatedBy: "is-bad").count == 13)
            #expect(try components(fixture).count == 1)
            let added = try await add(browser, fixture, "add-good", lines)
            #expect(added.text.contains("488 components added"))
            #expect(try components(fixture).count == 489)
            let again = try await add(browser, fixture, "add-good", lines)
            #expect(again.text.contains("0 to add, 488 there already, 12 left out"))
            #expect(try components(fixture).count == 489)
        }
    }

    @Test func `too many lines are refused with what was typed`() async throws {
        let fixture = try WorkbenchFixture()
        let lines = (1...5_000).map { "Cards / Menu / Row \($0)" }.joined(separator: "\n")
        try await fixture.serve { browser in
            let answer = try await add(browser.entered(), fixture, "add", lines)
            #expect(answer.status == .unprocessableContent)
            #expect(answer.text.contains("There are 5000 lines, and at most 2000"))
            #expect(answer.text.contains("Cards / Menu / Row 5000"))
            #expect(try components(fixture).count == 1)
        }
    }

    @Test func `a reader sees the plan, and adds nothing`() async throws {
        let fixture = try WorkbenchFixture()
        try fixture.team(role: .reader)
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let plan = try await browser.get(Address.plan(fixture.audit)).text
            #expect(plan.contains("Account options") && !plan.contains("Add components"))
            let page = try await browser.get(Address.planAdding(fixture.audit)).text
            #expect(page.contains("You read this audit") && !page.contains("<textarea"))
            let answer = try await add(browser, fixture, "add", "Cards / Menu / One")
            #expect(answer.status == .forbidden)
            let environments = try await browser.post(
                Address.plan(fixture.audit),
                [
                    "do": "environments", "with.ios.keyboard": "on", "major.ios": "18",
                    "device": "phone",
                ])
            #expect(environments.status == .forbidden)
            #expect(try components(fixture).count == 1)
        }
    }

    @Test func `environments are ticked, and a pair that cannot be is refused`() async throws {
        let fixture = try WorkbenchFixture()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let page = Address.plan(fixture.audit)
            let added = try await browser.post(
                page,
                [
                    "do": "environments", "with.ios.keyboard": "on", "with.ios.voiceover": "on",
                    "major.ios": "26", "device": "tablet",
                ])
            #expect(added.status == .seeOther)
            let names = try fixture.client.view(fixture.audit).plan.environments.values
                .map(\.plain)
            #expect(
                Set(names).isSuperset(of: ["ios-keyboard-tablet-26", "ios-voiceover-tablet-26"]))
            for form in [
                ["with.ios.talkback": "on", "major.ios": "26", "device": "phone"],
                ["with.ios.voiceover": "on", "major.ios": "new", "device": "phone"],
                ["with.ios.voiceover": "on", "major.ios": "26", "device": "fridge"],
                ["device": "phone"],
            ] {
                let refused = try await browser.post(
                    page, form.merging(["do": "environments"]) { $1 })
                #expect(refused.status == .unprocessableContent)
                #expect(refused.text.contains("Nothing was changed"))
            }
            #expect(try fixture.client.view(fixture.audit).plan.environments.count == 4)
        }
    }
}
