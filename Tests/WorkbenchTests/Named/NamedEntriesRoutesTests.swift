import Client
import Foundation
import HTTPTypes
import Reading
import Shared
import Testing

@testable import Site
@testable import Workbench

/// Texts and filters that are kept under names, on their pages and in forms.
struct NamedEntriesRoutesTests {
    private static let criterion = WorkbenchFixture.opened

    @Test func `a snippet is added, changed and deleted, and refused as it was typed`() async throws
    {
        let fixture = try WorkbenchFixture()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            func send(
                _ act: String, _ former: String, _ name: String, _ text: String
            ) async throws
                -> TestPage
            {
                try await browser.post(
                    Address.snippets,
                    ["act": act, "former": former, "name": name, "text": text])
            }
            let added = try await send("keep", "", "No <state>", "Silent.")
            #expect(added.headers[.location] == Address.snippets)
            let page = try await browser.get(Address.snippets).text
            #expect(page.contains("<bdi>No &lt;state&gt;</bdi>"))
            let refused = try await send("keep", "", "no <STATE>", "Other.")
            #expect(refused.status == .unprocessableContent)
            #expect(refused.text.contains("value=\"no &lt;STATE&gt;\""))
            #expect(refused.text.contains("\nOther.</textarea>"))
            _ = try await send("keep", "No <state>", "No state", "Says no state.")
            #expect(fixture.client.snippets.all().map(\.value) == ["Says no state."])
            _ = try await send("delete", "No state", "No state", "")
            #expect(fixture.client.snippets.all().isEmpty)
        }
    }

    @Test func `without a script a snippet goes below the note, and all else is saved with it`()
        async throws
    {
        let fixture = try WorkbenchFixture()
        let page = try fixture.statePage()
        try fixture.client.snippets.keep("The state is not spoken.", as: "No state")
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let note = "note.\(Self.criterion)"
            let form = [
                "context": try await browser.context(of: page), "insert": note,
                "snippet.\(Self.criterion)": "No state", note: "Heard twice.",
                "outcome.\(Self.criterion)": "failed", "severity.\(Self.criterion)": "serious",
                "attribution.\(Self.criterion)": "app",
            ]
            let response = try await browser.post(page, form)
            #expect(response.headers[.location] == "\(page)#c-state-open")
            let finding = try fixture.findings()["state-open"]
            #expect(finding?.text(.note) == "Heard twice.\nThe state is not spoken.")
            #expect(finding?.judgements.first?.value.judgement == .failed(.serious, .app))
            var other = form
            other["insert"] = "heard.\(Self.criterion)"
            #expect(try await browser.post(page, other).status == .unprocessableContent)
        }
    }

    @Test func `a filter is saved, shown as a link on every page's palette, and forgotten`()
        async throws
    {
        let fixture = try WorkbenchFixture()
        let audit = Address.audit(fixture.audit)
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            #expect(try await !browser.get(audit).text.contains("Save this filter as"))
            let shown = try await browser.get("\(audit)?show=failed&find=opt").text
            #expect(shown.contains("Save this filter as"))
            let form = ["act": "save", "name": "Failed <options>", "show": "failed", "find": "opt"]
            let saved = try await browser.post(audit, form)
            #expect(saved.headers[.location] == "\(audit)?find=opt&show=failed")
            let again = try await browser.post(audit, form)
            #expect(again.status == .unprocessableContent)
            #expect(again.text.contains("value=\"Failed &lt;options&gt;\""))
            let link = "href=\"\(audit)?find=opt&amp;show=failed\""
            #expect(try await browser.get(audit).text.contains(link))
            #expect(try await browser.get(Address.plan(fixture.audit)).text.contains(link))
            _ = try await browser.post(audit, ["act": "forget", "name": "Failed <options>"])
            #expect(try await !browser.get(audit).text.contains(link))
        }
    }
}
