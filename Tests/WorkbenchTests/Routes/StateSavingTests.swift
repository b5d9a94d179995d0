import Client
import Foundation
import HTTPTypes
import Shared
import Testing

@testable import Site
@testable import Workbench

/// Forms of findings, over loopback, against a real home.
struct StateSavingTests {
    private static let opened = "menu.android.state-open"

    @Test func `a verdict is stored before the page says so`() async throws {
        let fixture = try WorkbenchFixture()
        let page = try fixture.statePage()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let context = try await browser.context(of: page)
            let response = try await browser.post(
                page, ["context": context, "outcome.\(Self.opened)": "failed"], isScript: true)
            let answer = try response.answer()
            #expect(response.status == .ok)
            #expect(answer.isSaved == true)
            #expect(answer.state?.hasPrefix("Saved on this laptop at ") == true)
            let finding = try #require(try fixture.findings()["state-open"])
            #expect(finding.effective.judgement == .failed(.serious, .app))
        }
    }

    @Test func `a page with much in it is saved at once, and more is refused with the reason`()
        async throws
    {
        let fixture = try WorkbenchFixture()
        let page = try fixture.statePage()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            var form = ["context": try await browser.context(of: page)]
            // Of each letter nine bytes are sent.
            let text = String(repeating: "語", count: 5_000)
            for field in ["note", "steps", "recommendation", "workaround"] {
                for criterion in [Self.opened, "menu.android.confined", "menu.android.name"] {
                    form["\(field).\(criterion)"] = text
                }
            }
            let saved = try await browser.post(page, form, isScript: true)
            #expect(saved.status == .ok)
            #expect(try fixture.findings()["state-open"]?.text(.note) == text)
            form["more"] = String(repeating: "x", count: SubmittedForm.stateBytesMax)
            let refused = try await browser.post(page, form)
            #expect(refused.status == .contentTooLarge)
            #expect(refused.text.contains("The form is larger than what is read at once"))
        }
    }

    @Test func `a page that was open while a round began is saved in neither`() async throws {
        let fixture = try WorkbenchFixture()
        let page = try fixture.statePage()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            #expect(try await browser.get(page).text.contains(#"name="round" value="1""#))
            let context = try await browser.context(of: page)
            let view = try fixture.client.view(fixture.audit)
            _ = try fixture.client.decisions.beginRound(of: ["android": "99"], in: view)
            let form = ["context": context, "round": "1", "outcome.\(Self.opened)": "failed"]
            for isScript in [true, false] {
                let refused = try await browser.post(page, form, isScript: isScript)
                #expect(refused.status == .unprocessableContent)
                #expect(refused.text.contains("round 2 was begun since this page was opened"))
            }
            #expect(try fixture.findings()["state-open"] == nil)
        }
    }

    @Test func `a form that says what it showed writes nothing`() async throws {
        let fixture = try WorkbenchFixture()
        let page = try fixture.statePage()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let fields = [
                "outcome.\(Self.opened)": "passed", "note.\(Self.opened)": "first\r\nsecond",
            ]
            var form = fields.merging(["context": try await browser.context(of: page)]) { $1 }
            _ = try await browser.post(page, form)
            form["context"] = try await browser.context(of: page)
            let again = try await browser.post(page, form, isScript: true).answer()
            #expect(again.isSaved == false)
            #expect(try fixture.findings()["state-open"]?.text(.note) == "first\nsecond")
        }
    }

    @Test func `without a script what could not be saved comes back as it was typed`()
        async throws
    {
        let fixture = try WorkbenchFixture()
        let page = try fixture.statePage()
        let long = String(repeating: "silence ", count: 2_500)
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let context = try await browser.context(of: page)
            let response = try await browser.post(
                page,
                [
                    "context": context, "act": "save", "outcome.\(Self.opened)": "failed",
                    "severity.\(Self.opened)": "minor", "note.\(Self.opened)": long,
                    "steps.\(Self.opened)": "Open it <twice>",
                    "comment.\(Self.opened)": "Who heard it?",
                ])
            #expect(response.status == .unprocessableContent)
            let html = response.text
            #expect(html.contains("Not saved"))
            #expect(html.contains("Nothing was saved"))
            #expect(!html.contains("Saved on this laptop"))
            for typed in [long, "Open it &lt;twice&gt;", "Who heard it?", context] {
                #expect(html.contains(typed), "\(typed.prefix(40))")
            }
            let failed = #/<input[^>]*name="outcome\.menu\.android\.state-open"[^>]*>/#
            let chosen = html.matches(of: failed).filter { $0.output.contains(" checked") }
            #expect(chosen.map { $0.output.contains("value=\"failed\"") } == [true])
            #expect(try fixture.findings().isEmpty)
        }
    }

    @Test func `without a script a save leads back to the criterion`() async throws {
        let fixture = try WorkbenchFixture()
        let page = try fixture.statePage()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let response = try await browser.post(
                page,
                [
                    "context": try await browser.context(of: page),
                    "outcome.\(Self.opened)": "passed", "act": "save",
                ])
            #expect(response.status == .seeOther)
            #expect(response.headers[.location] == "\(page)#c-state-open")
        }
    }

    /// The values of the buttons that a question has, by their words.
    private static func choices(_ html: String) -> [String: String] {
        let button = #/name="settle" value="([^"]*)"[^>]*>([^<]*)</#
        return Dictionary(
            html.matches(of: button).map { (String($0.output.2), String($0.output.1)) }
        ) { first, _ in first }
    }

    @Test func `two tabs with two verdicts of one person ask her, and her answer is one`()
        async throws
    {
        let fixture = try WorkbenchFixture()
        let page = try fixture.statePage()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let context = try await browser.context(of: page)
            let name = "outcome.\(Self.opened)"
            let note = "note.\(Self.opened)"
            _ = try await browser.post(page, ["context": context, name: "passed"])
            let second = try await browser.post(
                page, ["context": context, name: "failed", note: "Silent."], isScript: true
            ).answer()
            func verdicts() throws -> [Judgement?] {
                try fixture.findings()["state-open"]?.judgements.map(\.value.judgement) ?? []
            }
            // What is no verdict is saved.
            #expect(try fixture.findings()["state-open"]?.text(.note) == "Silent.")
            #expect(try verdicts() == [.passed])
            #expect(second.adds?.contains("Not saved: You said passed at") == true)
            let choices = Self.choices(second.asks?["state-open"] ?? "")
            #expect(Set(choices.keys) == ["Failed, serious", "Passed"])
            let kept = try await browser.post(
                page, ["context": second.context ?? "", "settle": choices["Passed"] ?? ""],
                isScript: true
            ).answer()
            #expect(kept.says == "Passed stays.")
            #expect(kept.asks == ["state-open": ""])
            #expect(try verdicts() == [.passed])
            _ = try await browser.post(
                page,
                [
                    "context": second.context ?? "", name: "failed",
                    "settle": choices["Failed, serious"] ?? "",
                ], isScript: true)
            #expect(try verdicts() == [.failed(.serious, .app)])
        }
    }

    @Test func `without a script the form comes back with the question, and all else is saved`()
        async throws
    {
        let fixture = try WorkbenchFixture()
        let page = try fixture.statePage()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let context = try await browser.context(of: page)
            let name = "outcome.\(Self.opened)"
            let other = "outcome.menu.android.confined"
            _ = try await browser.post(page, ["context": context, name: "passed", "act": "save"])
            let asked = try await browser.post(
                page, ["context": context, name: "failed", other: "passed", "act": "save"])
            #expect(asked.status == .unprocessableContent)
            #expect(asked.text.contains("which this form had not shown. Which is it?"))
            #expect(try fixture.findings()["confined"]?.effective.judgement == .passed)
            let parts = asked.text.components(separatedBy: #"name="context" value=""#)
            let settled = try await browser.post(
                page,
                [
                    "context": String(parts[1].prefix { $0 != "\"" }), name: "failed",
                    other: "passed",
                    "settle": Self.choices(asked.text)["Failed, serious"] ?? "",
                ])
            #expect(settled.status == .seeOther)
            let finding = try #require(try fixture.findings()["state-open"])
            #expect(finding.judgements.map(\.value.judgement) == [.failed(.serious, .app)])
            #expect(try fixture.findings()["confined"]?.judgements.count == 1)
        }
    }

    @Test(arguments: [
        "", "menu.android.state-open", "menu.android.state-open failed x", "a b c",
        "menu.android.state-open / x",
    ])
    func `an answer that no question has settles nothing`(answer: String) async throws {
        let fixture = try WorkbenchFixture()
        let page = try fixture.statePage()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let response = try await browser.post(
                page, ["context": try await browser.context(of: page), "settle": answer],
                isScript: true)
            #expect(response.status != .ok)
            #expect(try fixture.findings().isEmpty)
        }
    }

    @Test func `what a form sent and got no answer to is no other form’s`() async throws {
        let fixture = try WorkbenchFixture()
        let page = try fixture.statePage()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let context = try await browser.context(of: page)
            let name = "outcome.\(Self.opened)"
            _ = try await browser.post(page, ["context": context, name: "passed"], isScript: true)
            let next = try await browser.post(
                page,
                ["context": context, name: "cantTell", "tried.\(Self.opened)": "passed"],
                isScript: true
            ).answer()
            #expect(next.isSaved == true)
            let finding = try #require(try fixture.findings()["state-open"])
            #expect(finding.judgements.map(\.value.judgement) == [.cantTell])
        }
    }

    @Test func `undo brings back what the fields said before as a new change`() async throws {
        let fixture = try WorkbenchFixture()
        let page = try fixture.statePage()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let name = "outcome.\(Self.opened)"
            let context = try await browser.context(of: page)
            let saved = try await browser.post(
                page, ["context": context, name: "passed"], isScript: true
            ).answer()
            let undone = try await browser.post(
                page, ["context": saved.context ?? "", "act": "undo"], isScript: true
            ).answer()
            #expect(undone.fields?[name] == "untested")
            #expect(try fixture.findings()["state-open"]?.effective ?? .untested == .untested)
            let nothing = try await browser.post(
                page, ["context": undone.context ?? "", "act": "undo"], isScript: true
            ).answer()
            #expect(nothing.says == "Nothing to undo.")
        }
    }

    @Test func `undo says what it undid, and redo does it again as a new change`() async throws {
        let fixture = try WorkbenchFixture()
        let page = try fixture.statePage()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let name = "outcome.\(Self.opened)"
            var context = try await browser.context(of: page)
            func send(_ fields: [String: String]) async throws -> ScriptAnswer {
                let form = fields.merging(["context": context]) { $1 }
                let answer = try await browser.post(page, form, isScript: true).answer()
                context = answer.context ?? context
                return answer
            }
            _ = try await send([name: "failed"])
            let undone = try await send(["act": "undo"])
            #expect(undone.says?.hasPrefix("Undone: Failed on “") == true)
            #expect(undone.says?.hasSuffix("”. Untested again") == true)
            let redone = try await send(["act": "redo"])
            #expect(redone.fields?[name] == "failed")
            #expect(redone.says?.hasPrefix("Redone: Failed on “") == true)
            let finding = try #require(try fixture.findings()["state-open"])
            #expect(finding.effective.judgement?.outcome == .failed)
            #expect(finding.judgements.count == 1)
            // What is new ends what could have been done again.
            _ = try await send(["act": "undo"])
            _ = try await send([name: "passed"])
            #expect(try await send(["act": "redo"]).says == "Nothing to redo.")
        }
    }

    @Test func `keys that shared one save are taken back one after the other`() async throws {
        let fixture = try WorkbenchFixture()
        let page = try fixture.statePage()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let named = "menu.android.label-in-name"
            let saved = try await browser.post(
                page,
                [
                    "context": try await browser.context(of: page),
                    "outcome.\(Self.opened)": "failed", "outcome.\(named)": "passed",
                    "order": "\(Self.opened) \(named)",
                ], isScript: true
            ).answer()
            let undone = try await browser.post(
                page, ["context": saved.context ?? "", "act": "undo"], isScript: true
            ).answer()
            #expect(undone.fields?["outcome.\(named)"] == "untested")
            #expect(undone.fields?["outcome.\(Self.opened)"] == nil)
            #expect(
                try fixture.findings()["state-open"]?.effective.judgement?.outcome == .failed)
        }
    }

    @Test func `all remaining passed leaves verdicts alone and is undone at once`() async throws {
        let fixture = try WorkbenchFixture()
        let page = try fixture.statePage()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let saved = try await browser.post(
                page,
                [
                    "context": try await browser.context(of: page),
                    "outcome.\(Self.opened)": "failed",
                ], isScript: true
            ).answer()
            let all = try await browser.post(
                page, ["context": saved.context ?? "", "act": "all"], isScript: true
            ).answer()
            let findings = try fixture.findings()
            #expect(findings.count > 5)
            #expect(findings.values.count { $0.effective.judgement?.outcome == .failed } == 1)
            #expect(all.says == "\(findings.count - 1) marked as passed")
            _ = try await browser.post(
                page, ["context": all.context ?? "", "act": "undo"], isScript: true)
            #expect(
                try fixture.findings().values.count { $0.effective != .untested } == 1)
        }
    }

    @Test(arguments: ["", "x", "AQ", "AgAA"])
    func `a form that is not ours saves nothing`(token: String) async throws {
        let fixture = try WorkbenchFixture()
        let page = try fixture.statePage()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let response = try await browser.post(
                page, ["context": token, "outcome.\(Self.opened)": "failed"])
            #expect(response.status == .unprocessableContent)
            #expect(try fixture.findings().isEmpty)
        }
    }
}
