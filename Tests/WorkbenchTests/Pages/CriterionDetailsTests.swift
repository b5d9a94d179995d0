import Client
import Foundation
import HTTPTypes
import Shared
import Testing

@testable import Site
@testable import Workbench

/// What a criterion's details hold comes when they are opened; until then a form says nothing.
struct CriterionDetailsTests {
    private static let criterion = WorkbenchFixture.opened
    private static let outcome = "outcome.\(criterion)"
    private static let note = "note.\(criterion)"

    /// What the script gets, with what it showed.
    private static func details(
        of page: String, in browser: TestBrowser
    ) async throws -> (html: String, shown: String) {
        let answer = try await browser.send(
            "\(page)/details/state-open", .get, [.accept: "application/json"], nil)
        let html = try answer.answer().details ?? ""
        let parts = html.components(separatedBy: #"name="shown.\#(criterion)" value=""#)
        return (html, parts.count > 1 ? String(parts[1].prefix { $0 != "\"" }) : "")
    }

    @Test func `they come when they are opened, as a page has them that is asked for them`()
        async throws
    {
        let fixture = try WorkbenchFixture()
        try fixture.record(.failed, note: "Says <nothing>")
        let page = try fixture.statePage()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let html = try await browser.get(page).text
            #expect(html.contains("<p class=\"criterion-has\">Note</p>"))
            #expect(!html.contains(#"name="note."#) && !html.contains("How to test</h4>"))
            let details = try await Self.details(of: page, in: browser).html
            let field = #"name="\#(Self.note)" rows="2""#
            #expect(details.contains(field) && details.contains("Says &lt;nothing&gt;</textarea>"))
            let opened = try await browser.opened(page)
            let lines = details.split(separator: "\n").filter { !$0.contains("shown.") }
            #expect(lines.allSatisfy { opened.contains($0) })
            let way = try await browser.get("\(page)/details/state-open")
            #expect(
                way.headers[.location] == "\(page)?details=\(Self.criterion)#c-state-open")
            #expect(try await browser.get("\(page)/details/nothing").status == .notFound)
        }
    }

    @Test func `a form without their fields leaves what stands`() async throws {
        let fixture = try WorkbenchFixture()
        let page = try fixture.statePage()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            func send(_ fields: [String: String]) async throws -> ScriptAnswer {
                let form = fields.merging(["context": try await browser.context(of: page)]) { $1 }
                return try await browser.post(page, form, isScript: true).answer()
            }
            _ = try await send([
                Self.outcome: "failed", "severity.\(Self.criterion)": "critical",
                "attribution.\(Self.criterion)": "platform", Self.note: "Silent.",
                "tag.\(Self.criterion)": "focus",
            ])
            #expect(try await send([Self.outcome: "failed"]).isSaved == false)
            let finding = try fixture.finding()
            #expect(finding.judgements.map(\.value.judgement) == [.failed(.critical, .platform)])
            #expect(finding.text(.note) == "Silent." && finding.lists[.tag] == ["focus"])
            // A verdict that is no failure says nothing of how severe the next one is.
            _ = try await send([Self.outcome: "passed"])
            _ = try await send([Self.outcome: "failed"])
            #expect(
                try fixture.finding().judgements.map(\.value.judgement)
                    == [.failed(.serious, .app)])
        }
    }

    @Test func `a form opened before another tab judged asks about no severity that it lacks`()
        async throws
    {
        let fixture = try WorkbenchFixture()
        try fixture.record(.failed, severity: .minor)
        let page = try fixture.statePage()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let context = try await browser.context(of: page)
            _ = try await browser.post(page, ["context": context, Self.outcome: "passed"])
            // All that it says is what it showed.
            let answer = try await browser.post(
                page, ["context": context, Self.outcome: "failed"], isScript: true
            ).answer()
            #expect(answer.isSaved == false && answer.asks?["state-open"] == nil)
            #expect(try fixture.finding().judgements.map(\.value.judgement) == [.passed])
        }
    }

    @Test func `without a script their button saves the form and leads to them`() async throws {
        let fixture = try WorkbenchFixture()
        let page = try fixture.statePage()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let html = try await browser.get(page).text
            #expect(html.contains(#"name="details" value="\#(Self.criterion)">Fields and how"#))
            let response = try await browser.post(
                page,
                [
                    "context": try await browser.context(of: page), "details": Self.criterion,
                    "note.menu.android.confined": "Typed elsewhere.",
                ])
            let way = try #require(response.headers[.location])
            #expect(way == "\(page)?details=\(Self.criterion)#c-state-open")
            #expect(try fixture.findings()["confined"]?.text(.note) == "Typed elsewhere.")
            let opened = try await browser.get(String(way.prefix { $0 != "#" })).text
            #expect(opened.matches(of: #/<details class="more" open>/#).count == 1)
            #expect(opened.contains(#"name="\#(Self.note)""#))
            // The form of its files is there with them.
            #expect(opened.matches(of: #/<form id="attach-/#).count == 1)
            let none = try await browser.post(
                page, ["context": try await browser.context(of: page), "details": "nothing"])
            #expect(none.status == .unprocessableContent)
        }
    }

    @Test func `what could not be saved comes back with the details that were asked for`()
        async throws
    {
        let fixture = try WorkbenchFixture()
        let page = try fixture.statePage()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let response = try await browser.post(
                page,
                [
                    "context": try await browser.context(of: page),
                    "details": "menu.android.confined", Self.outcome: "failed",
                    "severity.\(Self.criterion)": "minor",
                    Self.note: String(repeating: "silence ", count: 2_500),
                ])
            #expect(response.status == .unprocessableContent)
            let html = response.text
            for field in [Self.note, "note.menu.android.confined"] {
                #expect(html.contains("name=\"\(field)\""))
            }
            let minor = #"name="severity.\#(Self.criterion)" value="minor" checked"#
            #expect(html.contains(minor))
            #expect(try fixture.findings().isEmpty)
        }
    }

    @Test func `whoever may not record has a link to them`() async throws {
        let fixture = try WorkbenchFixture()
        let page = try fixture.statePage()
        try fixture.team(role: .reader)
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let html = try await browser.get(page).text
            #expect(!html.contains(#"name="details""#))
            #expect(
                html.contains(#"<a href="\#(page)?details=\#(Self.criterion)#c-state-open">"#))
            #expect(try await browser.opened(page).contains("<h4>How to test</h4>"))
            #expect(
                try await Self.details(of: page, in: browser).html.contains("How to test"))
        }
    }

    @Test func `what they showed that came after the page is replaced by what is typed over it`()
        async throws
    {
        let fixture = try WorkbenchFixture()
        let page = try fixture.statePage()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let context = try await browser.context(of: page)
            _ = try await browser.post(page, ["context": context, Self.note: "first"])
            let (html, shown) = try await Self.details(of: page, in: browser)
            #expect(html.contains("first</textarea>"))
            func notes() throws -> [String?] {
                try fixture.finding().texts[.note]?.map(\.value.text) ?? []
            }
            var form = ["context": context, "shown.\(Self.criterion)": shown]
            form[Self.note] = "first"
            let same = try await browser.post(page, form, isScript: true).answer()
            #expect(same.isSaved == false)
            form[Self.note] = "second"
            _ = try await browser.post(page, form)
            #expect(try notes() == ["second"])
            // Where they were not opened, what is written stands beside what nobody saw there.
            _ = try await browser.post(page, ["context": context, Self.note: "third"])
            #expect(try Set(notes()) == ["second", "third"])
            form["shown.\(Self.criterion)"] = "x"
            #expect(try await browser.post(page, form).status == .unprocessableContent)
        }
    }

    @Test func `what they showed no more is written again`() async throws {
        let fixture = try WorkbenchFixture()
        try fixture.record(.failed, note: "Silent.")
        let page = try fixture.statePage()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let context = try await browser.context(of: page)
            _ = try await browser.post(page, ["context": context, Self.note: ""])
            let shown = try await Self.details(of: page, in: browser).shown
            _ = try await browser.post(
                page,
                [
                    "context": context, "shown.\(Self.criterion)": shown, Self.note: "Silent.",
                ])
            #expect(try fixture.finding().text(.note) == "Silent.")
        }
    }

    @Test func `a snippet goes below a note that its form had not`() async throws {
        let fixture = try WorkbenchFixture()
        try fixture.record(.failed, note: "Heard twice.")
        let page = try fixture.statePage()
        try fixture.client.snippets.keep("No state.", as: "No state")
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            _ = try await browser.post(
                page,
                [
                    "context": try await browser.context(of: page), "insert": Self.note,
                    "snippet.\(Self.criterion)": "No state",
                ])
            #expect(try fixture.finding().text(.note) == "Heard twice.\nNo state.")
        }
    }
}
