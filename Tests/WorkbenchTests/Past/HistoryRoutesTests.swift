import Client
import Foundation
import HTTPTypes
import Reading
import Shared
import Testing

@testable import Site
@testable import Workbench

/// The page that tells how a finding came about.
struct HistoryRoutesTests {
    private func address(_ fixture: WorkbenchFixture, _ anchor: String) throws -> String {
        Address.history(
            anchor, of: try fixture.item().id, in: try fixture.client.view(fixture.audit))
    }

    @Test func `it says who judged what, on which device, and what replaced what`() async throws {
        let fixture = try WorkbenchFixture()
        try fixture.team()
        try fixture.record(.passed)
        try fixture.record(.failed, severity: .serious, note: "Says <nothing>.")
        try fixture.hear(.passed, note: "It does.")
        let page = try address(fixture, "state-open")
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let answer = try await browser.get(page)
            #expect(answer.status == .ok)
            let text = answer.text
            #expect(!text.contains("{{"))
            #expect(text.contains("<bdi>Account options</bdi>: expanded"))
            #expect(text.contains("Says &lt;nothing&gt;."))
            #expect(text.contains("on this laptop, not on the server yet"))
            #expect(text.contains("on device 0000"))
            #expect(text.contains("It replaced Maya Lindqvist’s passed of"))
            #expect(text.contains("Replaced by Maya Lindqvist on"))
            #expect(text.contains("Had not seen: Lee Okafor’s passed of"))
            #expect(text.contains("2 different verdicts stand."))
            #expect(text.contains("#c-state-open\""))
            #expect(text.contains(#"data-copy="#))
        }
    }

    @Test func `a page has so many steps, and leads to the earlier ones`() async throws {
        let fixture = try WorkbenchFixture()
        for outcome in [Outcome.passed, .cantTell, .inapplicable] { try fixture.record(outcome) }
        let page = try address(fixture, "state-open")
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let two = try await browser.get("\(page)?steps=2").text
            #expect(two.components(separatedBy: "<time>").count == 3)
            #expect(two.contains("steps=52"))
            // Words of an address are nobody's number.
            for odd in ["-1", "0", "99999999999999999999", "x"] {
                #expect(try await browser.get("\(page)?steps=\(odd)").status == .ok)
            }
        }
    }

    @Test func `a criterion that is not judged there has no history`() async throws {
        let fixture = try WorkbenchFixture()
        let page = try address(fixture, "no-such")
        let open = try address(fixture, "state-open")
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            #expect(try await browser.get(page).status == .notFound)
            #expect(try await browser.get(open).text.contains("Nothing was recorded yet."))
        }
    }
}
