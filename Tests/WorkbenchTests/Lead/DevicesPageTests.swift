import Client
import HTTPClient
import HTTPTypes
import Reading
import Shared
import TestSupport
import Testing

@testable import Site
@testable import Workbench

/// The devices of an audit in a browser, over loopback, against a real home.
@Suite(.timeLimit(.usual))
struct DevicesPageTests {
    @Test func `a row a device, with whose it is and what it holds back`() async throws {
        let fixture = try WorkbenchFixture()
        try fixture.team()
        try fixture.hear(.failed(.serious, .app))
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let page = try await browser.get(Address.devices(fixture.audit)).text
            #expect(page.contains("2 devices. No server has told of any other yet."))
            #expect(page.contains("This laptop") && page.contains("changes to send"))
            #expect(page.contains("Lee Okafor") && page.contains("Never told of work to send"))
            #expect(
                page.contains("Nothing waits.") && page.contains("aria-current=\"page\">Devices"))
        }
    }

    @Test func `while the server is not reached the page stands, and says since when`() async throws
    {
        let fixture = try WorkbenchFixture()
        try fixture.team()
        try fixture.join()
        var settings = WorkbenchSettings()
        let server = RefusingServer(.unreachable(host: "a.example", detail: "no route"))
        settings.connect = { _ in server.way(to: "") }
        try await fixture.serve(settings) { browser in
            let browser = try await browser.entered()
            _ = try await browser.post(Address.sync(fixture.audit), [:])
            let page = try await browser.get(Address.devices(fixture.audit))
            #expect(page.status == .ok && page.text.contains("This laptop"))
            #expect(page.text.contains("The server cannot be reached just now"))
            #expect(page.text.contains("It was never asked."))
        }
    }

    @Test(arguments: [Role.tester, .reader])
    func `whoever does not lead has no page of devices`(role: Role) async throws {
        let fixture = try WorkbenchFixture()
        try fixture.team(role: role)
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            #expect(try await browser.get(Address.devices(fixture.audit)).status == .forbidden)
            let elsewhere = Address.devices(AuditID(high: 1, low: 2))
            #expect(try await browser.get(elsewhere).status == .notFound)
        }
    }
}
