import Client
import Foundation
import HTTPTypes
import Reading
import Shared
import Testing

@testable import Site
@testable import Workbench

/// Rounds compared and begun in a browser, over loopback, against a real home.
struct RoundsPageTests {
    private static let opened = "menu.android.state-open"

    @Test func `a lead begins a round, sees what became of a finding, and begins it once`()
        async throws
    {
        let fixture = try WorkbenchFixture()
        let state = try fixture.statePage()
        let rounds = Address.rounds(fixture.audit)
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let context = try await browser.context(of: state)
            _ = try await browser.post(
                state, ["context": context, "outcome.\(Self.opened)": "failed"])
            let before = try await browser.get(rounds)
            #expect(before.text.contains("Begin round 2"))
            #expect(!before.text.contains("Findings of both rounds"))
            let form = ["round": "1", "android.build": " 8.5.0 ", "ios.build": ""]
            let begun = try await browser.post(rounds, form)
            #expect(begun.status == .seeOther)
            let after = try await browser.get(rounds)
            #expect(after.text.contains("Round 2, android 8.5.0, ios 8.4.0, against round 1"))
            #expect(after.text.contains("failed then, not retested"))
            #expect(after.text.contains("Begin round 3"))
            let again = try await browser.post(rounds, form)
            #expect(again.status == .unprocessableContent)
            #expect(again.text.contains("Round 2 was begun since this page was opened"))
            let now = try await browser.context(of: state)
            _ = try await browser.post(
                state, ["context": now, "round": "2", "outcome.\(Self.opened)": "passed"])
            let fixed = try await browser.get("\(rounds)?show=fixed")
            #expect(fixed.text.contains("Account options@android-talkback-phone-15:expanded"))
            #expect(try await browser.get("\(rounds)?show=new").text.contains("Nothing here."))
        }
    }

    @Test func `what cannot be a round comes back as it was typed`() async throws {
        let fixture = try WorkbenchFixture()
        let rounds = Address.rounds(fixture.audit)
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            for (android, words) in [
                ("", "name one, such as"), ("8.4.0", "of that build already"),
                (String(repeating: "8", count: 17_000), "bytes"),
            ] {
                let refused = try await browser.post(
                    rounds, ["round": "1", "android.build": android, "ios.build": ""])
                #expect(refused.status == .unprocessableContent)
                #expect(refused.text.contains("No round was begun"))
                #expect(refused.text.contains(words), "\(android.count)")
                #expect(refused.text.contains("value=\"\(android)\""))
            }
            for query in ["?round=7", "?round=1", "?against=x"] {
                let unknown = try await browser.get(rounds + query)
                #expect(unknown.status == .ok, "one round yet: \(query)")
            }
            #expect(try fixture.client.view(fixture.audit).plan.currentRound == 1)
        }
    }
}
