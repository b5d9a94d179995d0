import Client
import Foundation
import HTTPClient
import HTTPTypes
import Reading
import Shared
import TestSupport
import Testing

@testable import Site
@testable import Workbench

/// Who is in the team, looked at and changed from the browser.
@Suite(.timeLimit(.usual))
struct PeopleRoutesTests {
    private static let lee = WorkbenchFixture.lee

    @Test func `the team is listed with what each has judged`() async throws {
        let fixture = try WorkbenchFixture()
        try fixture.team()
        try fixture.record(.passed)
        try fixture.hear(.passed)
        try await fixture.serve { browser in
            let page = try await browser.entered().get(Address.people(fixture.audit)).text
            #expect(page.contains("<bdi>Lee Okafor</bdi>"))
            #expect(page.contains("<bdi>Maya Lindqvist</bdi> <span class=\"muted\">(you)"))
            #expect(page.components(separatedBy: "1 verdict on 1 state").count == 3)
            #expect(page.contains("New role of Lee Okafor"))
        }
    }

    @Test func `testers and readers see the list, no forms, and whom to ask`() async throws {
        for role in [Role.tester, .reader] {
            let fixture = try WorkbenchFixture()
            try fixture.team(role: role)
            try await fixture.serve { browser in
                let browser = try await browser.entered()
                let page = try await browser.get(Address.people(fixture.audit)).text
                #expect(page.contains("<bdi>Lee Okafor</bdi>"))
                #expect(!page.contains("<form class=\"row"))
                #expect(page.contains("can invite people and change roles."))
                let answer = try await browser.post(
                    Address.people(fixture.audit),
                    Self.form("tester", "lead", person: Self.lee))
                #expect(answer.status == .forbidden)
                #expect(answer.text.contains("only a lead of the audit may change its team"))
                #expect(try fixture.client.store.plan(fixture.audit)?.role(of: Self.lee) == .tester)
            }
        }
    }

    @Test func `a lead changes a role, and takes out whoever leaves`() async throws {
        let fixture = try WorkbenchFixture()
        try fixture.team()
        try fixture.hear(.passed)
        let people = Address.people(fixture.audit)
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let answer = try await browser.post(
                people, Self.form("tester", "lead", person: Self.lee))
            #expect(answer.status == .seeOther)
            #expect(answer.headers[.location] == people)
            #expect(try fixture.client.store.plan(fixture.audit)?.role(of: Self.lee) == .lead)
            _ = try await browser.post(people, Self.form("lead", "none", person: Self.lee))
            let plan = try #require(try fixture.client.store.plan(fixture.audit))
            #expect(plan.people[Self.lee] == nil)
            // Her verdict keeps its author.
            #expect(plan.name(of: Self.lee) == "Lee Okafor")
            let page = try await browser.get(people).text
            #expect(page.contains("Not in the team</h2>"))
            #expect(page.contains("1 verdict on 1 state. What is recorded stays."))
            _ = try await browser.post(
                people,
                ["act": "add", "person": Self.lee.hex, "name": "Lee Okafor", "role": "tester"])
            #expect(try fixture.client.store.plan(fixture.audit)?.role(of: Self.lee) == .tester)
        }
    }

    @Test func `the only lead stays one`() async throws {
        let fixture = try WorkbenchFixture()
        try fixture.team()
        let me = try fixture.client.whoami().person
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            // Told before she leaves, not when it is too late.
            #expect(
                try await browser.get(Address.people(fixture.audit)).text
                    .contains("You are the only lead. Before you leave make somebody else one"))
            for role in ["tester", "reader", "none"] {
                let answer = try await browser.post(
                    Address.people(fixture.audit), Self.form("lead", role, person: me))
                #expect(answer.status == .unprocessableContent)
                #expect(answer.text.contains("<title>Error: People"))
                #expect(answer.text.contains("Maya Lindqvist is the only lead of the audit"))
            }
            #expect(try fixture.client.view(fixture.audit).role == .lead)
        }
    }

    @Test func `a role that was changed meanwhile is not changed unseen`() async throws {
        let fixture = try WorkbenchFixture()
        try fixture.team()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let answer = try await browser.post(
                Address.people(fixture.audit), Self.form("reader", "lead", person: Self.lee))
            #expect(answer.status == .unprocessableContent)
            #expect(answer.text.contains("Lee Okafor’s role was changed meanwhile"))
            #expect(try fixture.client.store.plan(fixture.audit)?.role(of: Self.lee) == .tester)
        }
    }

    @Test func `whom nobody knows is asked for again as typed`() async throws {
        let fixture = try WorkbenchFixture()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let answer = try await browser.post(
                Address.people(fixture.audit), ["act": "add", "name": "Ines", "role": "reader"])
            #expect(answer.status == .unprocessableContent)
            #expect(answer.text.contains("This laptop has joined no server yet."))
            for form in [["act": "add", "name": "Ines"], ["act": "role"], ["act": "none"]] {
                let answer = try await browser.post(Address.people(fixture.audit), form)
                #expect(answer.status == .unprocessableContent)
                #expect(answer.text.contains("The form was sent incomplete"))
            }
        }
    }

    private static func form(
        _ shown: String, _ role: String, person: PersonID
    ) -> [String: String] {
        ["act": "role", "person": person.hex, "shown": shown, "role": role]
    }
}
