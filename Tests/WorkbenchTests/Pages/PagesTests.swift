import Client
import Foundation
import HTTPTypes
import Presentation
import Shared
import Testing

@testable import Site
@testable import Workbench

/// Pages as a browser gets them.
struct PagesTests {
    @Test func `every page of an audit is there and says whose it is`() async throws {
        let fixture = try WorkbenchFixture()
        let paths = [
            "/audits", Address.audit(fixture.audit), try fixture.statePage(), "/keyboard",
        ]
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            for path in paths {
                let response = try await browser.get(path)
                let page = response.text
                #expect(response.status == .ok, "\(path)")
                #expect(page.contains("Workbench, Maya Lindqvist"), "\(path)")
                #expect(!page.contains("{{"), "\(path)")
            }
        }
    }

    @Test func `a page of the whole audit is never older than the last save`() async throws {
        let fixture = try WorkbenchFixture()
        let client = fixture.client
        let catalogue = fixture.catalogue
        let audit = fixture.audit
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let address = Address.audit(audit)
            #expect(try await browser.get(address).text.contains(">0 of "))
            // By another program, as `accord record` beside the workbench.
            let other = try AuditClient(home: client.home)
            _ = try other.recording.record(
                passed("state-open"), of: "Accounts/Account options", in: try other.view(audit),
                catalogue: catalogue)
            #expect(try await browser.get(address).text.contains(">1 of "))
            _ = try client.recording.record(
                passed("confined"), of: "Accounts/Account options", in: try client.view(audit),
                catalogue: catalogue)
            #expect(try await browser.get(address).text.contains(">2 of "))
        }
    }

    private func passed(_ criterion: String) -> FindingEntry {
        var finding = FindingEntry(
            environment: "android-talkback-phone-15", state: "expanded", criterion: criterion)
        finding.outcome = .passed
        return finding
    }

    @Test func `what people typed is text and never markup`() async throws {
        let fixture = try WorkbenchFixture()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let page = try await browser.get("/audits").text
            #expect(page.contains("Larkfield &lt;Mobile&gt;"))
            #expect(!page.contains("<Mobile>"))
        }
    }

    @Test(arguments: ["/nowhere", "/audits/123", "/audits/00000000000000000000000000000000"])
    func `an address of nothing says so and where to go`(path: String) async throws {
        try await WorkbenchFixture().serve { browser in
            let browser = try await browser.entered()
            let response = try await browser.get(path)
            #expect(response.status == .notFound)
            #expect(response.text.contains("There is nothing at this address"))
        }
    }
}
