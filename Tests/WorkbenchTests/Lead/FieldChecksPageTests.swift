import Client
import Foundation
import HTTPTypes
import Reading
import Shared
import Testing

@testable import Site
@testable import Workbench

/// Field checks in a browser, over loopback, against a real home.
struct FieldChecksPageTests {
    private func failing(role: Role = .lead) throws -> WorkbenchFixture {
        let fixture = try WorkbenchFixture()
        try fixture.team(role: role)
        try fixture.hear(.failed(.serious, .app))
        return fixture
    }

    @Test func `a question is shown with its places until it was seen`() async throws {
        let fixture = try failing()
        let address = Address.fieldChecks(fixture.audit)
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let page = try await browser.get(address)
            #expect(page.text.contains("For today: 1 question"))
            #expect(page.text.contains("1 failure without note, heard or evidence"))
            #expect(page.text.contains("Lee Okafor 1. Whoever decides"))
            #expect(page.text.contains("href=\"\(try fixture.statePage())#c-state-open\""))
            let value = "1 bare::"
            #expect(page.text.contains("value=\"\(value)\""))
            // What is not asked, and more than there is, is nothing.
            _ = try await browser.post(address, ["see.0": "9 bare:x:", "see.1": "7 fast::"])
            #expect(try await browser.get(address).text.contains("For today: 1 question"))
            for wrong in ["bare::", "x bare::", "-1 bare::"] {
                let refused = try await browser.post(address, ["see.0": wrong])
                #expect(refused.status == .unprocessableContent, "\(wrong)")
            }
            for _ in 1...2 {
                let seen = try await browser.post(address, ["see.0": value])
                #expect(seen.status == .seeOther)
            }
            let after = try await browser.get(address)
            #expect(after.text.contains("No question for today"))
            #expect(after.text.contains("1 question seen before"))
            #expect(!after.text.contains("I have seen"))
        }
    }

    @Test(arguments: [Role.tester, .reader])
    func `whoever does not lead has no field checks`(role: Role) async throws {
        let fixture = try failing(role: role)
        let address = Address.fieldChecks(fixture.audit)
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            #expect(try await browser.get(address).status == .forbidden)
            #expect(try await browser.post(address, ["see.0": "1 bare::"]).status == .forbidden)
            let elsewhere = Address.fieldChecks(AuditID(high: 1, low: 2))
            #expect(try await browser.get(elsewhere).status == .notFound)
        }
    }
}
