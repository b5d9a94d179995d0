import Foundation
import HTTPTypes
import Presentation
import Shared
import Testing

@testable import Reading
@testable import Site
@testable import Workbench

/// How far testers agree, as a lead sees it in the browser.
struct AgreementPageTests {
    /// Maya leads, and has judged otherwise than Lee, without either having seen the other.
    private func differing() throws -> WorkbenchFixture {
        let fixture = try WorkbenchFixture()
        try fixture.team()
        try fixture.record(.failed, severity: .serious)
        try fixture.hear(.passed)
        return fixture
    }

    @Test func `a lead finds the page under her tab, with what counts and what is left out`()
        async throws
    {
        let fixture = try differing()
        try fixture.record(.passed, criterion: "confined")
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let address = Address.agreement(fixture.audit)
            let work = try await browser.get(Address.audit(fixture.audit)).text
            #expect(work.contains(#"<a href="\#(Address.signOff(fixture.audit))">Lead</a>"#))
            let page = try await browser.get(address)
            #expect(page.status == .ok)
            #expect(page.text.contains("1 finding of this round was judged by two or more"))
            #expect(page.text.contains("0 of 1"))
            #expect(page.text.contains("Not enough: 20 findings on 10 component states needed"))
            #expect(page.text.contains("<bdi>Lee Okafor</bdi>"))
            #expect(page.text.contains("passed 1, failed 1"))
            #expect(page.text.contains("<dt>1</dt>\n<dd>judged by one person alone</dd>"))
            #expect(page.text.contains("/catalogue/menu/android#c-state-open"))
            #expect(!page.text.contains("{{") && !page.text.contains("<svg class=\"chart\""))
        }
    }

    @Test func `who had seen the other's verdict counts where all are asked for`() async throws {
        let fixture = try WorkbenchFixture()
        try fixture.team()
        try fixture.hear(.passed)
        try fixture.record(.passed)
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let address = Address.agreement(fixture.audit)
            let page = try await browser.get(address).text
            #expect(page.contains("Nothing to compare yet"))
            #expect(page.contains("1 of them the same one (“Agree instead”)"))
            let all = try await browser.get("\(address)?basis=all").text
            #expect(all.contains("1 finding of this round was judged by two or more."))
            #expect(all.contains(#"<option value="all" selected>"#))
        }
    }

    @Test func `a filter counts its part, and a name that is not there is said`() async throws {
        let fixture = try differing()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let address = Address.agreement(fixture.audit)
            let menus = try await browser.get("\(address)?control=menu&screen=accounts").text
            #expect(menus.contains("1 finding of this round"))
            let sheets = try await browser.get("\(address)?control=sheet").text
            #expect(sheets.contains("0 findings of this round"))
            for wrong in ["round=7", "screen=Nowhere", "tester=Nobody", "control=%3Cb%3E"] {
                let page = try await browser.get("\(address)?\(wrong)")
                #expect(page.status == .notFound, "\(wrong)")
                #expect(!page.text.contains("<b>"))
            }
        }
    }

    @Test func `testers are told that leads alone see it, and have no such tab`() async throws {
        let fixture = try WorkbenchFixture()
        try fixture.team(role: .tester)
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let page = try await browser.get(Address.agreement(fixture.audit))
            #expect(page.status == .forbidden)
            #expect(page.text.contains("only a lead of the audit may see how testers agree"))
            let work = try await browser.get(Address.audit(fixture.audit)).text
            #expect(!work.contains(Address.signOff(fixture.audit)))
        }
    }

    private static func measure(
        _ alpha: AgreementEstimate
    ) -> TesterAgreement.Measure {
        TesterAgreement.Measure(
            findings: 40, states: 12, same: 30, anyFailed: 9, allFailed: 5, alpha: alpha)
    }

    @Test func `the picture has a dot and a line where the table has numbers`() throws {
        let chart = try #require(
            AgreementChart([
                ("Menu", Self.measure(.value(0.5, range: 0.25...0.75))),
                ("A control with a long title", Self.measure(.notEnough(.few))),
                ("All controls", Self.measure(.value(1, range: nil))),
            ]))
        #expect(chart.rows.map(\.dot) == ["320.0", nil, "480.0"])
        #expect(chart.rows[0].range?.from == "240.0" && chart.rows[0].range?.to == "400.0")
        #expect(chart.rows[1].name == "A control with a lo…")
        #expect(chart.title.hasPrefix("Alpha by control: Menu 0.50, All controls 1.00."))
        #expect(chart.ticks.map(\.label) == ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"])
        let low = try #require(
            AgreementChart([("Menu", Self.measure(.value(-0.5, range: -1...0)))]))
        #expect(low.rows[0].dot == "240.0" && low.ticks.first?.label == "\u{2212}1.0")
        #expect(AgreementChart([("Menu", Self.measure(.notEnough(.oneValue)))]) == nil)
    }
}
