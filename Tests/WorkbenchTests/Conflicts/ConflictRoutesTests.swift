import Client
import Foundation
import HTTPTypes
import Reading
import Shared
import Testing

@testable import Site
@testable import Workbench

/// Conflicts as pages, and what a lead's form decides.
struct ConflictRoutesTests {
    private static let opened = WorkbenchFixture.opened

    /// Maya says failed, Lee passed.
    private func disagreeing(role: Role = .lead) throws -> (WorkbenchFixture, page: String) {
        let fixture = try WorkbenchFixture()
        try fixture.team(role: role)
        try fixture.record(.failed, severity: .serious, note: "Heard <nothing> of it.")
        try fixture.hear(.passed, note: "Heard after the second try.")
        let page = Address.conflict(
            try fixture.item().id, in: try fixture.client.view(fixture.audit))
        return (fixture, page)
    }

    @Test func `without a conflict the list says so`() async throws {
        let fixture = try WorkbenchFixture()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let list = try await browser.get(Address.conflicts(fixture.audit)).text
            #expect(list.contains("No open conflicts"))
            #expect(!list.contains("<table"))
        }
    }

    @Test func `components of one name are listed, each with its page`() async throws {
        let fixture = try WorkbenchFixture()
        let twin = Drafts.component(
            fixture.audit, screen: "Accounts", control: "menu", label: "More", ordinal: 1,
            states: fixture.catalogue.control("menu")?.usualStates(on: []) ?? [])
        try fixture.client.save([twin], in: fixture.audit)
        // Renamed by somebody whose laptop did not have the other.
        let label = FieldEdit(FieldID(.label), Drafts.text("account  OPTIONS"))
        try fixture.client.save([RecordDraft(key: twin.key, edits: [label])], in: fixture.audit)
        let ids = try fixture.client.view(fixture.audit).components.map(\.id)
        #expect(ids.count == 2)
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let list = try await browser.get(Address.conflicts(fixture.audit)).text
            #expect(list.contains("One name, several components"))
            for id in ids {
                #expect(list.contains("href=\"\(Address.plan(id, of: fixture.audit))\""))
            }
            let plan = try await browser.get(Address.plan(fixture.audit)).text
            #expect(plan.contains("Several components have one name"))
        }
    }

    @Test func `the list has both verdicts and leads to both sides`() async throws {
        let (fixture, page) = try disagreeing()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let list = try await browser.get(Address.conflicts(fixture.audit)).text
            #expect(list.contains("href=\"\(page)\""))
            #expect(list.contains("Lee Okafor"))
            #expect(list.contains("No rule fits: you decide."))
            let both = try await browser.get(page).text
            #expect(both.contains("You and Lee Okafor disagree on one criterion"))
            #expect(both.contains("Heard &lt;nothing&gt; of it."))
            #expect(both.contains("Heard after the second try."))
            #expect(both.contains("Nobody had judged it"))
            #expect(!both.contains("{{"))
        }
    }

    @Test func `versions are a table, with how each two relate`() async throws {
        let (fixture, page) = try disagreeing()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let both = try await browser.get(page).text
            let heading = "<h3 id=\"versions-state-open\">Versions</h3>"
            let section = both[try #require(both.range(of: heading)).upperBound...]
            #expect(section.contains("<caption>What each writer had seen</caption>"))
            let versions = FindingVersions(
                try fixture.finding(), on: try fixture.item(),
                in: try fixture.client.view(fixture.audit))
            #expect(versions.writes.count == 2)
            for dot in versions.writes.map({ versions.notation.text($0.dot) }) {
                #expect(section.contains("<th scope=\"row\"><span class=\"mono\">\(dot)</span>"))
            }
            #expect(section.contains("<td data-th=\"Says\">failed, serious</td>"))
            #expect(section.contains("are concurrent: neither had seen the other."))
        }
    }

    @Test func `a tester reads both sides and has no form`() async throws {
        let (fixture, page) = try disagreeing(role: .tester)
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let both = try await browser.get(page).text
            #expect(!both.contains("name=\"holds."))
            #expect(both.contains("Retest and judge again"))
            let response = try await browser.post(page, try fixture.form(["holds": "passed"]))
            #expect(response.status == .forbidden)
            #expect(try fixture.finding().decisions.isEmpty)
        }
    }

    @Test func `nothing is chosen for the lead`() async throws {
        let (fixture, page) = try disagreeing()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let choices = try await browser.get(page).text.components(separatedBy: "name=\"holds.")
            #expect(choices.count == 5)
            #expect(choices.dropFirst().allSatisfy { !$0.prefix { $0 != ">" }.contains("checked") })
        }
    }

    @Test func `a lead decides and comes back to the finding`() async throws {
        let (fixture, page) = try disagreeing()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let response = try await browser.post(
                page, try fixture.form(["holds": "passed", "reason": "Heard it myself."]))
            #expect(response.status == .seeOther)
            #expect(response.headers[.location] == page)
            let finding = try fixture.finding()
            #expect(finding.effective.judgement == .passed)
            #expect(finding.effective.basis == "decided")
            #expect(finding.judgements.count == 2)
            let resolved = try await browser.get(
                "\(Address.conflicts(fixture.audit))?show=resolved"
            ).text
            #expect(resolved.contains("Decided by Maya Lindqvist: Passed"))
        }
    }

    @Test func `something else takes outcome, severity and whose defect`() async throws {
        let (fixture, page) = try disagreeing()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            _ = try await browser.post(
                page,
                try fixture.form([
                    "holds": "other", "outcome": "failed", "severity": "minor",
                    "attribution": "platform", "reason": "x",
                ]))
            #expect(try fixture.finding().effective.judgement == .failed(.minor, .platform))
        }
    }

    @Test(arguments: [
        (["reason": "typed <this>"], "Choose what holds."),
        (["holds": "passed"], "Write the reason"),
        (["holds": "other", "reason": "typed <this>"], "Choose the outcome"),
    ])
    func `what is missing is said, and what was typed is kept`(
        fields: [String: String], says: String
    ) async throws {
        let (fixture, page) = try disagreeing()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let response = try await browser.post(page, try fixture.form(fields))
            #expect(response.status == .unprocessableContent)
            #expect(response.text.contains(says))
            #expect(response.text.contains("typed &lt;this&gt;") == (fields["reason"] != nil))
            #expect(try fixture.finding().decisions.isEmpty)
        }
    }

    @Test func `what came while the form was open is not settled but challenges`() async throws {
        let (fixture, page) = try disagreeing()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let form = try fixture.form(["holds": "passed", "reason": "Heard it."])
            try fixture.hear(.cantTell)
            _ = try await browser.post(page, form)
            #expect(try fixture.finding().effective.basis == "challenged")
            let both = try await browser.get(page).text
            #expect(both.contains("New work challenges your decision"))
            #expect(both.contains("value=\"confirm/passed\""))
            let confirmed = try await browser.post(
                page, try fixture.form(["holds": "confirm/passed"]))
            #expect(confirmed.status == .seeOther)
            #expect(try fixture.finding().effective.basis == "decided")
            #expect(try fixture.finding().decisions.count == 1)
        }
    }

    @Test func `a confirmation of what the form did not show is refused`() async throws {
        let (fixture, page) = try disagreeing()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let response = try await browser.post(
                page, try fixture.form(["holds": "confirm/passed"]))
            #expect(response.status == .unprocessableContent)
            #expect(response.text.contains("has changed meanwhile"))
        }
    }

    @Test func `several criteria are decided at once, each with its reason or that of all`()
        async throws
    {
        let (fixture, page) = try disagreeing()
        try fixture.record(.passed, criterion: "confined")
        let confined = "menu.android.confined"
        try fixture.hear([
            Write(
                field: FieldID(criterion: confined, .judgement), value: .judgement(.cantTell),
                replaces: [])
        ])
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            var form = try fixture.form(["holds": "passed"])
            form["holds.\(confined)"] = "cantTell"
            form["reason.\(confined)"] = "Typed <for it alone>."
            let refused = try await browser.post(page, form)
            #expect(refused.status == .unprocessableContent)
            #expect(refused.text.contains("Not decided yet"))
            #expect(refused.text.contains("Typed &lt;for it alone&gt;."))
            #expect(refused.text.components(separatedBy: " checked>").count == 3)
            #expect(try fixture.finding().decisions.isEmpty)
            form["reason"] = "Heard it myself."
            #expect(try await browser.post(page, form).status == .seeOther)
            let item = try fixture.item()
            let reasons = try [WorkbenchFixture.opened, confined].map {
                try item.finding(named: $0).effective.decision?.reason.string
            }
            #expect(reasons == ["Heard it myself.", "Typed <for it alone>."])
            let decisions = try [WorkbenchFixture.opened, confined].flatMap {
                try item.finding(named: $0).decisions.map(\.dot)
            }
            #expect(Set(decisions).count == 1)  // one change
        }
    }

    @Test func `a decision is taken back, and the conflict is open again`() async throws {
        let (fixture, page) = try disagreeing()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            _ = try await browser.post(
                page, try fixture.form(["holds": "passed", "reason": "Heard it."]))
            let lifted = try await browser.post(page, try fixture.form(["holds": "lift"]))
            #expect(lifted.status == .seeOther)
            #expect(try fixture.finding().effective == .undecided(.noRule))
        }
    }

    @Test(arguments: ["", "x", "AQ"])
    func `a form that is not ours decides nothing`(token: String) async throws {
        let (fixture, page) = try disagreeing()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            var form = try fixture.form(["holds": "passed", "reason": "Heard it."])
            form["context"] = token
            let response = try await browser.post(page, form)
            #expect(response.status == .unprocessableContent)
            #expect(try fixture.finding().decisions.isEmpty)
        }
    }
}

extension WorkbenchFixture {
    /// The fields of a form that has what stands now in view.
    fileprivate func form(_ fields: [String: String]) throws -> [String: String] {
        let context = FormContext(showing: try item().record).token
        let ofFinding = ["holds", "outcome", "severity", "attribution"]
        let named = fields.map { name, value in
            (ofFinding.contains(name) ? "\(name).\(Self.opened)" : name, value)
        }
        return Dictionary(uniqueKeysWithValues: named + [("context", context)])
    }
}
