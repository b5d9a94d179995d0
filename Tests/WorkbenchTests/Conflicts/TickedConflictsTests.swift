import Client
import Foundation
import HTTPTypes
import Presentation
import Reading
import Shared
import Testing

@testable import Site
@testable import Workbench

/// Many conflicts at once: given away, previewed and decided, and what is refused of it.
struct TickedConflictsTests {
    private static let states = ["collapsed", "disabled", "expanded", "selected"]

    /// Maya says that four states of the menu fail, Lee that they pass.
    private func differing(role: Role = .lead) throws -> WorkbenchFixture {
        let fixture = try WorkbenchFixture()
        try fixture.team(role: role)
        for state in Self.states {
            try fixture.hear(.passed, on: state)
            let item = try fixture.item(state)
            let field = FieldID(criterion: WorkbenchFixture.opened, .judgement)
            try fixture.client.save(
                [
                    RecordDraft(
                        key: item.record.key,
                        edits: [FieldEdit(field, .judgement(.failed(.serious, .app)))],
                        form: FormContext(showing: Record(key: item.record.key)))
                ], in: fixture.audit)
        }
        return fixture
    }

    private func ticked(
        _ fixture: WorkbenchFixture, _ states: [String], _ fields: [String: String]
    ) throws -> [String: String] {
        let view = try fixture.client.view(fixture.audit)
        let picks = try states.enumerated().map {
            ("pick.\($0)", Address.state(try fixture.item($1).id, in: view))
        }
        return Dictionary(uniqueKeysWithValues: picks).merging(fields) { $1 }
    }

    private func basis(_ fixture: WorkbenchFixture, _ state: String) throws -> String {
        try fixture.item(state).finding(named: WorkbenchFixture.opened).effective.basis
    }

    @Test func `ticked ones are given to somebody with a day`() async throws {
        let fixture = try differing()
        let list = Address.conflicts(fixture.audit)
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let given = try await browser.post(
                "\(list)?with=nobody",
                ticked(
                    fixture, ["expanded", "disabled"],
                    [
                        "do": "give", "to": Assignee.person(WorkbenchFixture.lee).text,
                        "by": "2026-12-04",
                    ]))
            #expect(given.status == .seeOther)
            let after = try #require(given.headers[.location])
            #expect(after.contains("with=nobody"))
            let text = try await browser.get(after).text
            #expect(text.contains("2 conflicts given"))
            #expect(text.components(separatedBy: "data-item").count == 3)
            let hers = try await browser.get("\(list)?with=\(WorkbenchFixture.lee.hex)").text
            #expect(hers.components(separatedBy: "data-item").count == 3)
            #expect(hers.contains("by 4 December 2026"))
        }
    }

    @Test func `a preview lists what would hold, and deciding does that`() async throws {
        let fixture = try differing()
        let list = Address.conflicts(fixture.audit)
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let form = try ticked(
                fixture, ["expanded", "disabled"],
                ["do": "preview", "holds": "gravest", "reason": "We fix <it>."])
            let preview = try await browser.post(list, form)
            #expect(preview.status == .ok)
            #expect(preview.text.contains("Decide 2 findings"))
            #expect(preview.text.contains("We fix &lt;it&gt;."))
            #expect(try basis(fixture, "expanded") == "undecided")
            let decided = try await browser.post(list, preview.hidden(form, "decide"))
            #expect(decided.status == .seeOther)
            for state in Self.states {
                let isTicked = ["expanded", "disabled"].contains(state)
                #expect(try basis(fixture, state) == (isTicked ? "decided" : "undecided"))
            }
            // Sent twice, it waits no more.
            let again = try await browser.post(list, preview.hidden(form, "decide"))
            #expect(again.status == .unprocessableContent)
            #expect(again.text.contains("it waits no more"))
            #expect(try fixture.finding().decisions.count == 1)
        }
    }

    @Test func `what differs from the preview by then is left out and named`() async throws {
        let fixture = try differing()
        let list = Address.conflicts(fixture.audit)
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let person = "person.\(WorkbenchFixture.lee.hex)"
            let form = try ticked(
                fixture, ["expanded", "disabled"],
                ["do": "preview", "holds": person, "reason": "She has the better device."])
            let preview = try await browser.post(list, form)
            try fixture.hear(.cantTell, on: "disabled")
            let decided = try await browser.post(list, preview.hidden(form, "decide"))
            #expect(decided.status == .ok)
            #expect(decided.text.contains("Decided 1 finding, not all"))
            #expect(decided.text.contains("disabled: it has changed since you saw it"))
            #expect(try basis(fixture, "expanded") == "decided")
            #expect(try basis(fixture, "disabled") == "undecided")
        }
    }

    @Test(arguments: [
        (["do": "give"], "Choose who is to look at it"),
        (["do": "give", "to": "00000000000000000000000000000001"], "not in the team any more"),
        (["do": "preview", "reason": "typed <this>"], "Choose what holds on each"),
        (["do": "preview", "holds": "gravest"], "Write the reason"),
        (
            ["do": "preview", "holds": "person.00000000000000000000000000000001", "reason": "x"],
            "not in the team any more"
        ),
        (["do": "decide", "holds": "gravest", "as-of": "1-0"], "Write the reason"),
        (
            ["do": "decide", "holds": "gravest", "as-of": "1-0", "reason": "typed <this>"],
            "of another database"
        ),
    ])
    func `what is missing is said, and what was ticked and typed is kept`(
        fields: [String: String], says: String
    ) async throws {
        let fixture = try differing()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let refused = try await browser.post(
                Address.conflicts(fixture.audit), ticked(fixture, ["disabled"], fields))
            #expect(refused.status == .unprocessableContent)
            #expect(refused.text.contains(says))
            #expect(
                refused.text.contains("typed &lt;this&gt;")
                    == (fields["reason"] == "typed <this>"))
            // Ticked in the list, or carried on by the preview.
            let kept = refused.text.components(separatedBy: " checked>").count == 2
            #expect(kept || refused.text.contains("Back to the conflicts"))
            for state in Self.states { #expect(try basis(fixture, state) == "undecided") }
        }
    }

    @Test func `nothing ticked, 501 ticked, and ids of another audit are refused`() async throws {
        let fixture = try differing()
        let list = Address.conflicts(fixture.audit)
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let form = ["do": "preview", "holds": "gravest", "reason": "typed <this>"]
            let none = try await browser.post(list, form)
            #expect(none.status == .unprocessableContent)
            #expect(none.text.contains("Tick conflicts first"))
            #expect(none.text.contains("typed &lt;this&gt;"))
            let one = try ticked(fixture, ["expanded"], [:])["pick.0"] ?? ""
            var many = form
            for number in 0...500 { many["pick.\(number)"] = "\(one)&n=\(number)" }
            let tooMany = try await browser.post(list, many)
            #expect(tooMany.status == .unprocessableContent)
            #expect(tooMany.text.contains("501 component states are too many at once"))
            let other = AuditID(high: 1, low: 1).hex
            for wrong in [
                one.replacing(fixture.audit.hex, with: other), "/nowhere",
                one.replacing("android-talkback-phone-15", with: "zebra"),
            ] {
                let refused = try await browser.post(list, form.merging(["pick.0": wrong]) { $1 })
                #expect(refused.status == .unprocessableContent, "\(wrong)")
            }
            for state in Self.states { #expect(try basis(fixture, state) == "undecided") }
        }
    }

    @Test(arguments: [Role.tester, .reader])
    func `whoever does not lead has nothing to tick, and decides nothing`(
        role: Role
    ) async throws {
        let fixture = try differing()
        try fixture.team(role: role)
        let list = Address.conflicts(fixture.audit)
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let text = try await browser.get(list).text
            #expect(text.contains("data-item") && !text.contains("name=\"pick."))
            for act in ["give", "preview", "decide"] {
                let refused = try await browser.post(
                    list, ticked(fixture, ["expanded"], ["do": act, "holds": "gravest"]))
                #expect(refused.status == .forbidden)
            }
            #expect(try basis(fixture, "expanded") == "undecided")
        }
    }

    @Test func `deciding one goes on to the next of the filter, and at its end to the list`()
        async throws
    {
        let fixture = try differing()
        let view = try fixture.client.view(fixture.audit)
        try fixture.client.planning.assign(
            [fixture.item("collapsed").record.key, fixture.item("selected").record.key],
            to: .set(.person(WorkbenchFixture.lee)), in: view)
        let query = "with=\(WorkbenchFixture.lee.hex)"
        @Sendable func page(_ state: String) throws -> String {
            "\(Address.conflict(try fixture.item(state).id, in: view))?\(query)"
        }
        @Sendable func form(_ state: String) throws -> [String: String] {
            [
                "context": FormContext(showing: try fixture.item(state).record).token,
                "holds.\(WorkbenchFixture.opened)": "passed", "reason": "Heard it.", "act": "next",
            ]
        }
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let first = try await browser.get(page("collapsed")).text
            #expect(first.contains("Conflict 1 of 2."))
            let next = try await browser.post(page("collapsed"), form("collapsed"))
            #expect(next.headers[.location] == (try page("selected")))
            let last = try await browser.post(page("selected"), form("selected"))
            let end = try #require(last.headers[.location])
            #expect(end.hasPrefix("\(Address.conflicts(fixture.audit))?\(query)"))
            #expect(try await browser.get(end).text.contains("No conflict of that kind"))
            // A condition that names what is gone keeps nobody from deciding.
            let gone = try page("expanded").replacing(
                WorkbenchFixture.lee.hex, with: "Zebra")
            #expect(try await browser.get(gone).status == .ok)
            #expect(try await browser.post(gone, form("expanded")).status == .seeOther)
            #expect(try basis(fixture, "expanded") == "decided")
        }
    }

    @Test func `a retest is asked for, and the list says so`() async throws {
        let fixture = try differing()
        let view = try fixture.client.view(fixture.audit)
        let page = Address.conflict(try fixture.item().id, in: view)
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let form = [
                "retest": WorkbenchFixture.opened, "by": "2026-12-04", "look": "Hints <were> on.",
                "comment-name": "000102030405060708090a0b0c0d0e0f",
                "tester": Assignee.person(WorkbenchFixture.lee).text,
            ]
            for wrong in [("tester", ""), ("look", " "), ("by", "soon")] {
                let refused = try await browser.post(page, form.merging([wrong]) { $1 })
                #expect(refused.status == .unprocessableContent)
                #expect(
                    refused.text.contains("Hints &lt;were&gt; on.") || wrong.0 == "look",
                    "\(wrong)")
                #expect(try fixture.item().assignees.isEmpty)
            }
            for _ in 0..<2 {  // sent twice
                #expect(try await browser.post(page, form).status == .seeOther)
            }
            #expect(try fixture.finding().comments.count == 1)
            let list = try await browser.get(Address.conflicts(fixture.audit)).text
            #expect(
                list.contains("Maya Lindqvist asked for a retest: “Hints &lt;were&gt; on.”"))
            #expect(list.contains("<bdi>Lee Okafor</bdi>"))
        }
    }
}

extension WorkbenchFixture {
    fileprivate func item(_ state: String) throws -> StateItem {
        let view = try client.view(audit)
        return try view.item(
            try view.state(named: "Accounts/Account options@android-talkback-phone-15:\(state)"))
    }

    /// Lets arrive that Lee says this of the criterion, not having seen anything.
    fileprivate func hear(_ judgement: Judgement, on state: String) throws {
        let record = try item(state).record
        let field = FieldID(criterion: Self.opened, .judgement)
        let own = record.siblings(of: field).filter { $0.author == Self.lee }
        try hear(
            [Write(field: field, value: .judgement(judgement), replaces: own.map(\.edit))],
            in: record)
    }
}

extension TestPage {
    /// The form of a preview: what was ticked, with the mark of what it had seen.
    fileprivate func hidden(_ form: [String: String], _ act: String) -> [String: String] {
        let parts = text.components(separatedBy: #"name="as-of" value=""#)
        let mark = parts.count > 1 ? String(parts[1].prefix { $0 != "\"" }) : ""
        return form.merging(["as-of": mark, "do": act]) { $1 }
    }
}
