import Client
import Foundation
import HTTPTypes
import Reading
import Shared
import Testing

@testable import Site
@testable import Workbench

/// Rules written, previewed and set in a browser, over loopback, against a real home.
struct RulesPageTests {
    /// Maya says failed, Lee passed.
    private func disagreeing(role: Role = .lead) throws -> WorkbenchFixture {
        let fixture = try WorkbenchFixture()
        try fixture.team(role: role)
        if role != .reader { try fixture.record(.failed, severity: .serious) }
        try fixture.hear(.passed)
        return fixture
    }

    private func rules(_ fixture: WorkbenchFixture) throws -> PlannedRules {
        try PlannedRules(in: try fixture.client.view(fixture.audit))
    }

    /// The fields that are hidden in a page's form.
    private func hidden(_ page: TestPage) throws -> [String: String] {
        var fields: [String: String] = [:]
        for name in ["as-of", "previewed"] {
            let front = "name=\"\(name)\" value=\""
            guard let start = page.text.range(of: front)?.upperBound else { continue }
            fields[name] = String(page.text[start...].prefix { $0 != "\"" })
        }
        return fields
    }

    private static let gravest = ["control.1": "menu", "method.1": "most-severe"]

    @Test func `a lead adds a rule, sees what it would change, and sets it with a reason`()
        async throws
    {
        let fixture = try disagreeing()
        let address = Address.rules(fixture.audit)
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let empty = try await browser.get(address)
            #expect(empty.text.contains("No rules yet"))
            #expect(empty.text.contains(">A lead decides: "))
            let begun = try hidden(empty)
            let added = try await browser.post(address, begun.merging(["do": "add"]) { $1 })
            #expect(added.status == .ok)
            #expect(added.text.contains("Rule 1: fits"))
            #expect(added.text.contains("No finding would change today"))
            let form = begun.merging(Self.gravest) { $1 }
            let preview = try await browser.post(address, form.merging(["do": "preview"]) { $1 })
            #expect(preview.text.contains("What would change: 1 finding on 1 component state"))
            #expect(
                preview.text.contains("Rule 1: the gravest of what Lee Okafor and Maya"))
            #expect(preview.text.contains("1 conflict fewer."))
            #expect(try rules(fixture).sets.isEmpty)
            let whole = form.merging(try hidden(preview)) { $1 }
            let save = whole.merging(["do": "save", "reason": "As <agreed>."]) { $1 }
            #expect(try await browser.post(address, save).status == .seeOther)
            #expect(try fixture.finding().effective.judgement == .failed(.serious, .app))
            let after = try await browser.get(address)
            #expect(after.text.contains("Reason: <bdi>As &lt;agreed&gt;.</bdi>"))
            #expect(after.text.contains("1 finding settled, 0 conflicts"))
            // Sent twice, it is one.
            #expect(try await browser.post(address, save).status == .seeOther)
            #expect(try rules(fixture).sets.count == 1)
        }
    }

    @Test func `buttons move and remove rules and keep all that is typed`() async throws {
        let fixture = try disagreeing()
        let address = Address.rules(fixture.audit)
        let typed = [
            "method.1": "seniority", "people.1": "Nobody <b>", "method.2": "majority",
            "state.2": "expanded", "method.3": "knowing", "control.3": "sheet", "reason": "Why?",
        ]
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            func order(_ act: String) async throws -> [String] {
                let page = try await browser.post(address, typed.merging(["do": act]) { $1 })
                #expect(page.status == .ok)
                #expect(page.text.contains("Why?"))
                return page.text.matches(of: /value="([a-z-]+)" selected/)
                    .map { String($0.output.1) }
                    .filter { ["seniority", "majority", "knowing"].contains($0) }
            }
            #expect(try await order("up.2") == ["majority", "seniority", "knowing"])
            #expect(try await order("down.2") == ["seniority", "knowing", "majority"])
            #expect(try await order("remove.1") == ["majority", "knowing"])
            let far = "down.\(Int.min)"
            for act in ["up.1", "down.3", "up.9", "remove.0", "down.-1", far, "preview"] {
                #expect(try await order(act) == ["seniority", "majority", "knowing"], "\(act)")
            }
            let page = try await browser.post(address, typed.merging(["do": "preview"]) { $1 })
            #expect(page.text.contains("value=\"Nobody &lt;b&gt;\""))
            #expect(page.text.contains("id=\"wrong-1\""))
            #expect(!page.text.contains("Set these rules"))
            #expect(
                try await browser.post(address, typed.merging(["do": "x"]) { $1 }).status
                    == .unprocessableContent)
        }
    }

    @Test func `what is refused sets nothing and comes back as it was typed`() async throws {
        let fixture = try disagreeing()
        let address = Address.rules(fixture.audit)
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let first = try await browser.post(
                address, Self.gravest.merging(["do": "preview"]) { $1 })
            let form = Self.gravest.merging(try hidden(first)) { $1 }
            for (fields, words) in [
                (["reason": "  "], "Write the reason"),
                (["reason": String(repeating: "a", count: 17_000)], "bytes"),
                (["reason": "Why.", "state.1": "half-open"], "half-open"),
                (["reason": "Why.", "method.1": "loudest"], "loudest"),
                (["reason": "Why.", "method.1": "seniority"], "seniority needs people"),
                (["reason": "Why.", "method.1": "majority"], "was not shown yet"),
                (["reason": "Why.", "previewed": ""], "was not shown yet"),
                (["reason": "Why.", "as-of": ""], "ther rules were set since"),
            ] {
                let sent = form.merging(["do": "save"]) { $1 }.merging(fields) { $1 }
                let refused = try await browser.post(address, sent)
                #expect(refused.status.code / 100 == 4, "\(words)")
                #expect(refused.text.contains("The rules are as they were"))
                #expect(refused.text.contains(words), "\(words)")
                #expect(refused.text.contains(fields["reason"] ?? ""), "\(words)")
            }
            #expect(try rules(fixture).sets.isEmpty)
        }
    }

    @Test func `rules that came meanwhile are shown, and neither set is lost`() async throws {
        let fixture = try disagreeing()
        let address = Address.rules(fixture.audit)
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let preview = try await browser.post(
                address, Self.gravest.merging(["do": "preview"]) { $1 })
            let others = Policy(rules: [PolicyRule(state: "expanded", method: "majority")])
            try fixture.client.decisions.setRules(
                others, reason: "Three test it.", in: try fixture.client.view(fixture.audit))
            let save = Self.gravest.merging(try hidden(preview)) { $1 }
                .merging(["do": "save", "reason": "Mine."]) { $1 }
            let refused = try await browser.post(address, save)
            #expect(refused.status == .unprocessableContent)
            #expect(refused.text.contains("Other rules were set since you began"))
            #expect(refused.text.contains("* / expanded: majority"))
            #expect(refused.text.contains("Reason: <bdi>Three test it.</bdi>"))
            #expect(refused.text.contains("Mine."))
            #expect(try rules(fixture).only?.policy == others)
            // Having seen them, she sets hers in their place.
            let again = save.merging(try hidden(refused)) { $1 }
            #expect(try await browser.post(address, again).status == .seeOther)
            #expect(try rules(fixture).only?.reasons == ["Mine."])
        }
    }

    @Test func `of two sets each can be begun with`() async throws {
        let fixture = try disagreeing()
        let address = Address.rules(fixture.audit)
        let mine = Policy(rules: [PolicyRule(control: "menu", method: "most-severe")])
        try fixture.client.decisions.setRules(
            mine, reason: "The gravest.", in: try fixture.client.view(fixture.audit))
        let plan = try #require(
            try fixture.client.view(fixture.audit).records.record(.plan(fixture.audit)))
        let others = Policy(rules: [PolicyRule(method: "majority")])
        try fixture.hear(
            [Write(field: FieldID(.policy), value: .policy(others), replaces: [])], in: plan)
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let both = try await browser.get(address)
            #expect(both.text.contains("Several sets of rules stand"))
            let pages = [both, try await browser.get(address + "?begin=1")]
            let chosen = pages.map { $0.text.contains("value=\"majority\" selected") }
            #expect(chosen.count(where: \.self) == 1)
            #expect(try await browser.get(address + "?begin=7").status == .ok)
        }
    }

    @Test(arguments: [Role.tester, .reader])
    func `whoever does not lead has no rules to set`(role: Role) async throws {
        let fixture = try disagreeing(role: role)
        let address = Address.rules(fixture.audit)
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            #expect(try await browser.get(address).status == .forbidden)
            let sent = try await browser.post(
                address,
                Self.gravest.merging(["do": "save", "reason": "Mine.", "people.1": "Lee"]) { $1 })
            #expect(sent.status == .forbidden)
            #expect(sent.text.contains("Mine."))
            #expect(sent.text.contains("Lee"))
            let elsewhere = AuditID(high: 1, low: 2)
            #expect(try await browser.get(Address.rules(elsewhere)).status == .notFound)
            #expect(try rules(fixture).sets.isEmpty)
        }
    }
}
