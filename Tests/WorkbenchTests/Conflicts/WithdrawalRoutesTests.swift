import Client
import Foundation
import HTTPTypes
import Presentation
import Reading
import Shared
import Testing

@testable import Site
@testable import Workbench

/// Withdrawals on pages: what is said first, what is contested, and what a lead does about it.
struct WithdrawalRoutesTests {
    private static let opened = WorkbenchFixture.opened

    /// Maya, a lead unless told otherwise, withdrew the menu, and Lee judged one state after that.
    private func contested(role: Role = .lead) throws -> (WorkbenchFixture, page: String) {
        let fixture = try WorkbenchFixture()
        try fixture.team(role: role)
        let view = try fixture.client.view(fixture.audit)
        let component = try view.component(named: "Accounts/Account options")
        try fixture.client.withdrawals.withdraw(component, reason: "Gone in <8.4>.", in: view)
        try fixture.hear(.failed(.serious, .app))
        return (fixture, Address.conflict(component.id, of: fixture.audit))
    }

    private func mark(in text: String) -> String {
        let parts = text.components(separatedBy: #"name="shows" value=""#)
        return parts.count > 1 ? String(parts[1].prefix { $0 != "\"" }) : ""
    }

    @Test func `a contested withdrawal is listed once and leads to what it covers`() async throws {
        let (fixture, page) = try contested()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let list = try await browser.get(Address.conflicts(fixture.audit)).text
            #expect(list.components(separatedBy: "Withdrawal contested").count == 2)
            #expect(list.contains("href=\"\(page)\""))
            #expect(list.contains("You withdraw the rest too, or lift the withdrawal"))
            let text = try await browser.get(page).text
            #expect(text.contains("This component was withdrawn by Maya Lindqvist"))
            #expect(text.contains("Gone in &lt;8.4&gt;."))
            #expect(text.contains("1 verdict of Lee Okafor"))
            #expect(!text.contains("{{"))
            let audit = try await browser.get(Address.audit(fixture.audit)).text
            #expect(audit.contains("its withdrawal is contested"))
        }
    }

    @Test func `the state's page says it before anything is recorded`() async throws {
        let (fixture, _) = try contested()
        let page = try fixture.statePage()
        try await fixture.serve { browser in
            let text = try await browser.entered().get(page).text
            #expect(text.contains("You withdrew this component"))
            #expect(text.contains("What you record stands beside that, and a lead is asked"))
        }
    }

    @Test func `a lead withdraws the rest too, and it leaves the work`() async throws {
        let (fixture, page) = try contested()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let shows = mark(in: try await browser.get(page).text)
            let form = ["withdrawal": "component", "shows": shows, "act": "withdraw"]
            let refused = try await browser.post(page, form.merging(["reason": " "]) { $1 })
            #expect(refused.status == .unprocessableContent)
            #expect(refused.text.contains("Write the reason"))
            let done = try await browser.post(page, form.merging(["reason": "Gone."]) { $1 })
            #expect(done.status == .seeOther)
            #expect(try await browser.get(page).text.contains("No conflict here"))
            let list = try await browser.get(Address.conflicts(fixture.audit)).text
            #expect(list.contains("No open conflicts"))
            let audit = try await browser.get(Address.audit(fixture.audit)).text
            #expect(!audit.contains("Account options"))
        }
    }

    @Test func `a lead lifts it, and all is as before`() async throws {
        let (fixture, page) = try contested()
        let place = Address.conflict(
            try fixture.item().id, in: try fixture.client.view(fixture.audit))
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            // The conflict's page of the state has the same form.
            let shows = mark(in: try await browser.get(place).text)
            let response = try await browser.post(
                place, ["withdrawal": "component", "shows": shows, "act": "lift"])
            #expect(response.status == .seeOther)
            #expect(try fixture.finding().withdrawal == .none)
            #expect(try fixture.finding().effective.judgement == .failed(.serious, .app))
            #expect(try await browser.get(page).text.contains("No conflict here"))
        }
    }

    @Test func `nobody decides on what the page did not show`() async throws {
        let (fixture, page) = try contested()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let shows = mark(in: try await browser.get(page).text)
            try fixture.hear(.passed)
            let response = try await browser.post(
                page, ["withdrawal": "component", "shows": shows, "act": "lift"])
            #expect(response.status == .unprocessableContent)
            #expect(response.text.contains("Something was written here meanwhile"))
            #expect(try fixture.finding().isContested)
        }
    }

    @Test func `a tester takes her own back and withdraws nobody else's words`() async throws {
        let (fixture, page) = try contested(role: .tester)
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let text = try await browser.get(page).text
            #expect(!text.contains("Withdraw the rest too"))
            #expect(text.contains("Take your withdrawal back"))
            let form = ["withdrawal": "component", "shows": mark(in: text)]
            let refused = try await browser.post(
                page, form.merging(["act": "withdraw", "reason": "x"]) { $1 })
            #expect(refused.status == .forbidden)
            let lifted = try await browser.post(page, form.merging(["act": "lift"]) { $1 })
            #expect(lifted.status == .seeOther)
            #expect(try fixture.finding().withdrawal == .none)
        }
    }

    @Test func `a decision that rests on what was taken back is listed with these words`()
        async throws
    {
        let fixture = try WorkbenchFixture()
        try fixture.team()
        try fixture.record(.failed, severity: .serious)
        try fixture.client.decisions.decide(
            .decide(.passed, reason: "Heard it."), on: try fixture.item(),
            criteria: ["state-open"], in: try fixture.client.view(fixture.audit))
        try fixture.record(.untested)
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let list = try await browser.get(Address.conflicts(fixture.audit)).text
            #expect(list.contains("It rests on what was taken back"))
            let page = Address.conflict(
                try fixture.item().id, in: try fixture.client.view(fixture.audit))
            let text = try await browser.get(page).text
            #expect(text.contains("Your decision rests on what was taken back"))
            #expect(text.contains("value=\"lift\""))
        }
    }
}
