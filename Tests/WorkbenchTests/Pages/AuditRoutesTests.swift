import Client
import Foundation
import HTTPTypes
import Shared
import TestSupport
import Testing

@testable import Site
@testable import Workbench

/// The page of an audit, and what stands in its place.
struct AuditRoutesTests {
    @Test func `environments are told apart in words`() async throws {
        let fixture = try WorkbenchFixture()
        let audit = try fixture.begin(
            "Orchard Pay", on: ["ios-voiceover-phone-18", "ios-voiceover-tablet-18"])
        try fixture.plan(["Pay", "Pay later"], in: audit)
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let page = try await browser.get(Address.audit(audit)).text
            #expect(page.contains("data-th=\"iOS, phone\""))
            #expect(page.contains("data-th=\"iOS, tablet\""))
            #expect(page.contains("<th scope=\"col\">iOS 18<br>"))
            let shown = page.replacing(#/(href|value)="[^"]*"/#, with: "")
            #expect(!shown.contains("voiceover-phone"), "an id is shown")
        }
    }

    @Test func `a name is found without a script, in any case and from both its words`()
        async throws
    {
        let fixture = try WorkbenchFixture()
        let audit = try fixture.begin("Orchard Pay", on: ["ios-voiceover-phone-18"])
        try fixture.plan(["Straße", "Apfel", "Birne"], in: audit)
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let found = try await browser.get(
                "\(Address.audit(audit))?find=STRA%C3%9FE+checkout&show=open"
            ).text
            #expect(found.contains("<h4 data-name><bdi>Straße</bdi></h4>"))
            #expect(!found.contains("Apfel</bdi></h4>"))
            #expect(found.contains("value=\"STRAßE checkout\""))
            #expect(
                found.contains("1 screen, 4 component states, of 1 screen, 12 component states"))
            let none = try await browser.get("\(Address.audit(audit))?find=Quitte").text
            #expect(none.contains("Nothing of that kind"))
        }
    }

    @Test func `an audit of which nothing is planned shows the next step and no figures`()
        async throws
    {
        let fixture = try WorkbenchFixture()
        let audit = try fixture.begin("Orchard Pay", on: ["ios-voiceover-phone-18"])
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let page = try await browser.get(Address.audit(audit)).text
            #expect(page.contains("Three steps to the first verdict"))
            #expect(page.contains("href=\"\(Address.planAdding(audit))\""))
            #expect(!page.contains("findings judged"))
            #expect(!page.contains("{{"))
        }
    }

    @Test func `the catalogue says where each criterion is asked, and with what otherwise`()
        async throws
    {
        let fixture = try WorkbenchFixture()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let path = Address.catalogue(fixture.audit, "button", "ios")
            let page = try await browser.get(path).text
            #expect(page.contains("<br>Asked once a component"))
            #expect(page.contains("<br>Asked once a screen, of the control screen"))
            #expect(
                page.contains(
                    "<br>With keyboard; where an audit plans none of that, screen-reader"))
        }
    }

    @Test(arguments: ["/nothing-here", "/states/00/ios/open", "/catalogue/menu/windows"])
    func `an error under an audit keeps its title, its tabs and a way on`(path: String) async throws
    {
        let fixture = try WorkbenchFixture()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let response = try await browser.get(Address.audit(fixture.audit) + path)
            #expect(response.status == .notFound)
            #expect(response.text.contains("<title>Error: Page not found - Accord</title>"))
            #expect(response.text.contains("<bdi>Larkfield &lt;Mobile&gt;</bdi>"))
            #expect(response.text.contains("href=\"\(Address.conflicts(fixture.audit))\""))
            #expect(response.text.contains("autofocus data-refusal"))
        }
    }

    @Test func `whoever has not come in is shown nothing of an audit`() async throws {
        let fixture = try WorkbenchFixture()
        try await fixture.serve { browser in
            let response = try await browser.get("\(Address.audit(fixture.audit))/nothing-here")
            #expect(response.status == .forbidden)
            #expect(!response.text.contains("Larkfield"))
        }
    }

    @Test func `a form that came back says so in its title, and its reason is read first`()
        async throws
    {
        let fixture = try WorkbenchFixture()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let response = try await browser.post(Address.join, ["act": "new"])
            #expect(response.status == .unprocessableContent)
            #expect(response.text.contains("<title>Error: "))
            #expect(response.text.contains("tabindex=\"-1\" autofocus data-refusal"))
            let before = try await browser.get(Address.join).text
            #expect(!before.contains("data-refusal"))
            #expect(!before.contains("<title>Error"))
        }
    }
}

extension WorkbenchFixture {
    /// Begins another audit of hers.
    fileprivate func begin(_ title: String, on environments: [String]) throws -> AuditID {
        try client.catalogues.begin(
            title, with: catalogue, builds: [:],
            environments: environments.compactMap(Environment.init(plain:)))
    }

    /// Adds menus with these labels to the screen Checkout.
    fileprivate func plan(_ labels: [String], in audit: AuditID) throws {
        let states = catalogue.control("menu")?.usualStates(on: []) ?? []
        for label in labels {
            try client.save(
                [
                    Drafts.component(
                        audit, screen: "Checkout", control: "menu", label: label, ordinal: 1,
                        states: states)
                ], in: audit)
        }
    }
}
