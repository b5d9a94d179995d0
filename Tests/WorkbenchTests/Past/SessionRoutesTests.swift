import Client
import Foundation
import HTTPTypes
import Presentation
import Reading
import Shared
import Testing

@testable import Site
@testable import Workbench

/// The page that lists what was recorded in the last stretch of work.
struct SessionRoutesTests {
    @Test func `it says what was recorded, and what it was before`() async throws {
        let fixture = try WorkbenchFixture()
        try fixture.record(.passed)
        try fixture.record(.failed, severity: .serious)
        try fixture.record(.failed, severity: .serious, note: "Twice.")
        try await fixture.serve { browser in
            let text = try await browser.entered().get(Address.session(fixture.audit)).text
            #expect(!text.contains("{{"))
            #expect(text.contains("Failed, serious: "))
            #expect(text.contains("Passed before."))
            #expect(text.contains("Untested before."))
            #expect(text.contains("Wrote the note: "))
            #expect(text.contains("#c-state-open"))
            // Nothing of it was recorded by this run.
            #expect(!text.contains(#"name="undo""#))
        }
    }

    @Test func `what this run saved is undone, unless something newer was saved there`()
        async throws
    {
        let fixture = try WorkbenchFixture()
        let state = try fixture.statePage()
        let page = Address.session(fixture.audit)
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let context = try await browser.context(of: state)
            let name = "outcome.\(WorkbenchFixture.opened)"
            _ = try await browser.post(state, ["context": context, name: "passed"])
            func undo() async throws -> String {
                let parts = try await browser.get(page).text
                    .components(separatedBy: #"name="undo" value=""#)
                return parts.count > 1 ? String(parts[1].prefix { $0 != "\"" }) : ""
            }
            let first = try await undo()
            #expect(first.count == 32)
            try fixture.record(.cantTell)
            let refused = try await browser.post(page, ["undo": first])
            #expect(refused.status == .unprocessableContent)
            #expect(refused.text.contains("Something newer was saved"))
            #expect(try fixture.finding().effective.judgement?.outcome == .cantTell)
            #expect(try await browser.post(page, ["undo": "no"]).status == .unprocessableContent)
        }
    }

    @Test func `an undo from the list takes the change back, and a redo does it again`()
        async throws
    {
        let fixture = try WorkbenchFixture()
        let state = try fixture.statePage()
        let page = Address.session(fixture.audit)
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let context = try await browser.context(of: state)
            let name = "outcome.\(WorkbenchFixture.opened)"
            _ = try await browser.post(state, ["context": context, name: "passed"])
            let newest = try fixture.client.queries.session(of: fixture.audit).changes.first
            let edit = try #require(newest).change.edit.hex
            #expect(try await browser.post(page, ["undo": edit]).status == .seeOther)
            #expect(try fixture.item().findings.allSatisfy { $0.effective == .untested })
            let redo = try await browser.get(page).text
                .components(separatedBy: #"name="redo" value=""#)
            let undone = String(try #require(redo.dropFirst().first).prefix { $0 != "\"" })
            #expect(try await browser.post(page, ["redo": edit]).status == .unprocessableContent)
            #expect(try await browser.post(page, ["redo": undone]).status == .seeOther)
            #expect(try fixture.finding().effective.judgement?.outcome == .passed)
        }
    }
}
