import Foundation
import HTTPTypes
import Testing

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
