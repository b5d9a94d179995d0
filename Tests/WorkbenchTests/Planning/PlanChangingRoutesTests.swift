import Client
import Foundation
import HTTPTypes
import Reading
import Shared
import Testing

@testable import Site
@testable import Workbench

/// The plan changed on pages: order, names, withdrawals, whose things are; and what is refused.
struct PlanChangingRoutesTests {
    /// An audit with three components on a screen “Cards”, and a browser that has come in.
    private func serve(
        role: Role = .lead,
        _ body: @Sendable @escaping (WorkbenchFixture, TestBrowser) async throws -> Void
    ) async throws {
        let fixture = try WorkbenchFixture()
        if role != .lead { try fixture.team(role: role) }
        if role != .reader {
            let view = try fixture.client.view(fixture.audit)
            let lines = "Cards, Menu, A\nCards, Menu, B\nCards, Menu, C"
            try fixture.client.planning.add(
                fixture.client.planning.preview(lines, in: view, fixture.catalogue), in: view)
        }
        try await fixture.serve { try await body(fixture, $0.entered()) }
    }

    private func labels(_ fixture: WorkbenchFixture) throws -> [String] {
        try fixture.client.view(fixture.audit).components(onScreen: "Cards").map(\.label)
    }

    private func id(_ label: String, _ fixture: WorkbenchFixture) throws -> String {
        try fixture.client.view(fixture.audit).component(named: "Cards/\(label)").id.hex
    }

    private func plan(
        _ fixture: WorkbenchFixture, _ browser: TestBrowser, _ form: [String: String]
    ) async throws -> TestPage {
        try await browser.post(Address.plan(fixture.audit), form)
    }

    @Test func `a button moves a component past its neighbour, and sent twice moves it once`()
        async throws
    {
        try await serve { fixture, browser in
            let b = try id("B", fixture)
            let c = try id("C", fixture)
            let page = try await browser.get(Address.plan(fixture.audit)).text
            let button = "move \(c) before:\(b)"
            #expect(page.contains(#"value="\#(button)""#))
            #expect(page.contains("Move up: C, 3 of 3"))
            for _ in 1...2 {
                let answer = try await plan(fixture, browser, ["do": button])
                #expect(answer.status == .seeOther)
                #expect(answer.headers[.location]?.hasSuffix("#up-\(c)") == true)
                #expect(try labels(fixture) == ["A", "C", "B"])
            }
            #expect(try await plan(fixture, browser, ["do": "move \(c) up"]).status == .seeOther)
            #expect(try labels(fixture) == ["C", "A", "B"])
            let end = try await plan(fixture, browser, ["do": "move \(c) up"])
            #expect(
                try await browser.get(end.headers[.location] ?? "").text
                    .contains("It stands there already"))
        }
    }

    @Test func `a screen is moved by a lead`() async throws {
        try await serve { fixture, browser in
            let cards = try id("A", fixture)
            let view = try fixture.client.view(fixture.audit)
            let accounts = try #require(view.components.first { $0.screen == "Accounts" }).id.hex
            let answer = try await plan(
                fixture, browser, ["do": "move-screen \(cards) before:\(accounts)"])
            #expect(answer.status == .seeOther)
            #expect(try fixture.client.view(fixture.audit).screens == ["Cards", "Accounts"])
        }
    }

    @Test func `ticked components and whole screens get a person and a day`() async throws {
        try await serve { fixture, browser in
            let me = try fixture.client.whoami().person.hex
            let answer = try await plan(
                fixture, browser,
                [
                    "do": "ticked", "pick-screen.\(try id("A", fixture))": "on",
                    "assignee": me, "due": "2026-12-04",
                ])
            #expect(answer.status == .seeOther)
            let page = try await browser.get(answer.headers[.location] ?? "").text
            #expect(page.contains("3 components changed"))
            #expect(page.components(separatedBy: "Due 4 December 2026").count == 4)
            let audit = try await browser.get(Address.audit(fixture.audit)).text
            #expect(audit.contains("due 4 December 2026"))
            let taken = try await plan(
                fixture, browser,
                [
                    "do": "ticked", "pick.\(try id("A", fixture))": "on", "no-day": "on",
                    "assignee": "nobody",
                ])
            #expect(taken.status == .seeOther)
            let after = try await browser.get(Address.plan(fixture.audit)).text
            #expect(after.components(separatedBy: "Due 4 December 2026").count == 3)
        }
    }

    @Test func `a group is made, given work, and taken away`() async throws {
        try await serve { fixture, browser in
            let me = try fixture.client.whoami().person.hex
            let made = try await plan(
                fixture, browser, ["do": "group", "group": "Payments", "member.\(me)": "on"])
            #expect(made.status == .seeOther)
            let group = NaturalKey.group(named: "payments").hex
            let given = try await plan(
                fixture, browser,
                [
                    "do": "ticked", "pick.\(try id("A", fixture))": "on",
                    "assignee": "group:\(group)",
                ])
            #expect(given.status == .seeOther)
            let page = try await browser.get(Address.plan(fixture.audit)).text
            #expect(page.contains("<bdi>Group: Payments</bdi>") && page.contains("tag--mine"))
            _ = try await plan(fixture, browser, ["do": "group-remove \(group)"])
            let after = try await browser.get(Address.plan(fixture.audit)).text
            #expect(!after.contains("Payments"))
        }
    }

    @Test func `what is withdrawn is shown with its reason, and restored`() async throws {
        try await serve { fixture, browser in
            let a = try id("A", fixture)
            let b = try id("B", fixture)
            let gone = try await plan(
                fixture, browser,
                ["do": "ticked", "pick.\(a)": "on", "pick.\(b)": "on", "reason": "No <such> thing"])
            let page = try await browser.get(gone.headers[.location] ?? "").text
            #expect(page.contains("2 components withdrawn"))
            #expect(page.contains("No &lt;such&gt; thing"))
            #expect(try labels(fixture) == ["C"])
            for _ in 1...2 {
                _ = try await plan(fixture, browser, ["do": "restore \(a)"])
                #expect(try labels(fixture) == ["A", "C"])
            }
            let component = try await browser.get(
                "\(Address.plan(fixture.audit))/components/\(b)"
            ).text
            #expect(component.contains("Restore") && !component.contains("Save the name"))
        }
    }

    @Test func `what cannot be is refused with what was typed, and changes nothing`() async throws {
        try await serve { fixture, browser in
            let a = try id("A", fixture)
            let count = try fixture.client.store.push.queue(fixture.audit).count
            let refused: [[String: String]] = [
                ["do": "ticked", "assignee": "nobody"],
                ["do": "ticked", "pick.\(a)": "on"],
                ["do": "ticked", "pick.\(a)": "on", "due": "2026-02-30"],
                ["do": "ticked", "pick.\(a)": "on", "due": "2026-12-04", "no-day": "on"],
                ["do": "ticked", "pick.\(a)": "on", "reason": "Gone.", "assignee": "nobody"],
                ["do": "ticked", "pick.\(a)": "on", "assignee": PersonID(high: 7, low: 7).hex],
                ["do": "group", "group": String(repeating: "g", count: 10_000)],
                ["do": "group", "group": " "],
                ["do": "due", "audit-due": "never"],
                ["do": "restore \(a)"],
            ]
            for form in refused {
                let answer = try await plan(fixture, browser, form)
                #expect(answer.status == .unprocessableContent, "\(form.keys)")
                #expect(answer.text.contains("Nothing was changed"))
                for typed in ["due", "reason", "group", "audit-due"] {
                    guard let text = form[typed], text != " " else { continue }
                    #expect(answer.text.contains(#"value="\#(text)""#))
                }
                if form["pick.\(a)"] != nil {
                    #expect(
                        answer.text.contains(#"name="pick.\#(a)" value="on" form="bulk" checked"#))
                }
            }
            let elsewhere = ComponentID(high: 5, low: 5).hex
            for act in [
                "move \(elsewhere) up", "move \(a) sideways", "move \(a)", "restore \(elsewhere)",
                "restore", "", "move-screen \(a) before:\(elsewhere)", "group-remove x", "zebra",
            ] {
                let answer = try await plan(fixture, browser, ["do": act])
                #expect(answer.status == .unprocessableContent)
                #expect(answer.text.contains("The form was sent incomplete"), "\(act)")
            }
            let foreign = try await plan(
                fixture, browser, ["do": "ticked", "pick.\(elsewhere)": "on", "assignee": "nobody"])
            #expect(foreign.text.contains("The form was sent incomplete"))
            #expect(
                try await browser.get("\(Address.plan(fixture.audit))/components/\(elsewhere)")
                    .status == .notFound)
            #expect(try fixture.client.store.push.queue(fixture.audit).count == count)
        }
    }

    @Test func `a reader changes nothing, and a tester no groups, screens’ order or day`()
        async throws
    {
        try await serve(role: .reader) { fixture, browser in
            let view = try fixture.client.view(fixture.audit)
            let menu = try #require(view.components.first).id.hex
            let page = try await browser.get(Address.plan(fixture.audit)).text
            #expect(!page.contains("Move up") && !page.contains("ticked"))
            for form in [
                ["do": "move \(menu) top"], ["do": "ticked", "pick.\(menu)": "on", "reason": "x"],
                ["do": "ticked", "pick.\(menu)": "on", "assignee": "nobody"],
            ] {
                #expect(try await plan(fixture, browser, form).status == .forbidden)
            }
            let component = "\(Address.plan(fixture.audit))/components/\(menu)"
            #expect(try await browser.get(component).status == .forbidden)
            #expect(
                try await browser.post(component, ["do": "same", "same": ""]).status == .forbidden)
        }
        try await serve(role: .tester) { fixture, browser in
            let page = try await browser.get(Address.plan(fixture.audit)).text
            #expect(page.contains("Move up: B") && !page.contains("Move the screen up"))
            let a = try id("A", fixture)
            for form in [
                ["do": "move-screen \(a) up"], ["do": "group", "group": "Payments"],
                ["do": "due", "audit-due": "2026-12-04"],
            ] {
                #expect(try await plan(fixture, browser, form).status == .forbidden)
            }
        }
    }
}
