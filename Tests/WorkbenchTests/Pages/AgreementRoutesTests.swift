import Client
import Foundation
import HTTPTypes
import Presentation
import Shared
import Testing

@testable import Site
@testable import Workbench

/// What a page says to whoever judges otherwise than a colleague, and the button to agree instead.
struct AgreementRoutesTests {
    private static let opened = WorkbenchFixture.opened
    private static let disagree =
        "Lee Okafor said passed. You disagree: both stay, and a lead is asked."
    private static let agree = "You and Lee Okafor agree."

    private func heard(_ judgement: Judgement = .passed) throws -> WorkbenchFixture {
        let fixture = try WorkbenchFixture()
        try fixture.team(role: .tester)
        try fixture.hear(judgement)
        return fixture
    }

    /// What the page's button sends, nil where it has none.
    private func wish(in text: String) -> String? {
        let parts = text.components(separatedBy: #"name="agree" value=""#)
        return parts.count > 1 ? String(parts[1].prefix { $0 != "\"" }) : nil
    }

    @Test func `nothing is asked of whoever has not judged yet`() async throws {
        let fixture = try heard()
        let page = try fixture.statePage()
        try await fixture.serve { browser in
            let text = try await browser.entered().get(page).text
            #expect(text.contains("Lee Okafor"))
            #expect(!text.contains("You disagree"))
            #expect(wish(in: text) == nil)
        }
    }

    @Test func `a script's save tells of the disagreement, and agreeing ends it`() async throws {
        let fixture = try heard()
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
            #expect(saved.adds == Self.disagree)
            let html = try #require(saved.agreements?["state-open"])
            #expect(html.contains(Self.disagree))
            let wish = try #require(self.wish(in: html))
            let agreed = try await browser.post(
                page, ["context": saved.context ?? "", "agree": wish], isScript: true
            ).answer()
            #expect(agreed.says == "Agreed: Passed")
            #expect(agreed.adds == Self.agree)
            #expect(agreed.fields?["outcome.\(Self.opened)"] == "passed")
            #expect(agreed.agreements?["state-open"]?.contains("name=\"agree\"") == false)
            let finding = try fixture.finding()
            #expect(finding.effective.basis == "agreed")
            #expect(finding.judgements.count == 2)
            // One undo takes the agreement back, and the disagreement is there again.
            let undone = try await browser.post(
                page, ["context": agreed.context ?? "", "act": "undo"], isScript: true
            ).answer()
            #expect(undone.fields?["outcome.\(Self.opened)"] == "failed")
            #expect(undone.adds == Self.disagree)
        }
    }

    @Test func `without a script the same words and button come with the page`() async throws {
        let fixture = try heard(.failed(.minor, .platform))
        let page = try fixture.statePage()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let name = "outcome.\(Self.opened)"
            _ = try await browser.post(
                page, ["context": try await browser.context(of: page), name: "passed"])
            let text = try await browser.get(page).text
            #expect(text.contains("Lee Okafor said failed, minor, platform defect. You disagree"))
            let wish = try #require(self.wish(in: text))
            // The button sends the whole form, with one's own verdict still chosen.
            let response = try await browser.post(
                page,
                [
                    "context": try await browser.context(of: page), name: "passed",
                    "note.\(Self.opened)": "Typed before the button.", "agree": wish,
                ])
            #expect(response.status == .seeOther)
            #expect(response.headers[.location] == "\(page)#c-state-open")
            #expect(try await browser.get(page).text.contains(Self.agree))
            let finding = try fixture.finding()
            #expect(finding.effective.judgement == .failed(.minor, .platform))
            #expect(finding.text(.note) == "Typed before the button.")
        }
    }

    @Test func `nobody agrees to a verdict that has changed meanwhile`() async throws {
        let fixture = try heard()
        let page = try fixture.statePage()
        try fixture.record(.failed)
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let text = try await browser.get(page).text
            let wish = try #require(self.wish(in: text))
            let context = try await browser.context(of: page)
            try fixture.hear(.cantTell)
            let answer = try await browser.post(
                page, ["context": context, "agree": wish], isScript: true
            ).answer()
            #expect(answer.isSaved == false)
            #expect(answer.says?.hasPrefix("That verdict has been changed meanwhile") == true)
            let own = try fixture.finding().judgements.filter { $0.author != WorkbenchFixture.lee }
            #expect(own.map(\.value.judgement?.outcome) == [.failed])
        }
    }

    @Test(arguments: ["x", "menu.android.state-open", "menu.ios.state-open passed"])
    func `a wish that no page has is refused`(wish: String) async throws {
        let fixture = try heard()
        let page = try fixture.statePage()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let response = try await browser.post(
                page, ["context": try await browser.context(of: page), "agree": wish])
            #expect(response.status == .unprocessableContent)
        }
    }

    @Test func `what is judged in sight of a colleague says that it knew`() async throws {
        let fixture = try heard()
        let page = try fixture.statePage()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let name = "outcome.\(Self.opened)"
            let first = try await browser.post(
                page, ["context": try await browser.context(of: page), name: "failed"],
                isScript: true
            ).answer()
            // Heard of by the answer alone, and known from then on.
            try fixture.hear(.inapplicable)
            let second = try await browser.post(
                page, ["context": first.context ?? "", name: "cantTell"], isScript: true
            ).answer()
            _ = try await browser.post(
                page, ["context": second.context ?? "", name: "failed"], isScript: true)
            let finding = try fixture.finding()
            let lee = try #require(
                finding.judgements.first { $0.author == WorkbenchFixture.lee })
            let own = try #require(
                finding.judgements.first { $0.author != WorkbenchFixture.lee })
            #expect(own.knew.contains(lee.edit))
        }
    }
}
