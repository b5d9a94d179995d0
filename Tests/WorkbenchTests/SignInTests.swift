import Foundation
import HTTPTypes
import Shared
import Testing

@testable import Workbench

/// Who comes in, and who does not.
struct SignInTests {
    private static let somebody = PersonID.of(firstKey: Array(repeating: 7, count: 32))

    @Test func `the printed address works once and then the cookie does`() async throws {
        try await WorkbenchFixture().serve { browser in
            let inside = try await browser.entered()
            let cookie = try #require(inside.cookie)
            #expect(cookie.hasPrefix("accord-"))
            let again = try await browser.entered()
            #expect(try await inside.get("/audits").status == .ok)
            #expect(again.cookie == nil)
            #expect(try await browser.get("/audits").status == .forbidden)
        }
    }

    @Test func `a wrong token does not spend the right one`() async throws {
        try await WorkbenchFixture().serve { browser in
            let guess = try await browser.get("/enter?token=guess")
            let right = try await browser.entered()
            #expect(guess.status == .forbidden)
            #expect(right.cookie != nil)
        }
    }

    @Test(arguments: ["evil.example", "127.0.0.1", "127.0.0.1:1", "localhost.evil.example:80"])
    func `a host of another name is not served`(host: String) {
        let signIn = SignIn(host: "127.0.0.1", person: Self.somebody)
        signIn.listens(on: 7423)
        #expect(!signIn.isOurs(host: host))
        #expect(!signIn.isOurs(origin: "http://\(host)"))
        #expect(signIn.isOurs(host: "localhost:7423"))
        #expect(signIn.isOurs(origin: "http://127.0.0.1:7423"))
        #expect(!signIn.isOurs(origin: "https://127.0.0.1:7423"))
    }

    @Test(arguments: [
        [HTTPField.Name.origin: "http://evil.example"], [.fetchSite: "cross-site"],
        [.origin: "null"],
    ])
    func `a form on somebody else's page changes nothing`(
        header: [HTTPField.Name: String]
    ) async throws {
        let fixture = try WorkbenchFixture()
        let page = try fixture.statePage()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            var headers = HTTPFields()
            for (name, value) in header { headers[name] = value }
            let response = try await browser.post(
                page,
                [
                    "context": try await browser.context(of: page),
                    "outcome.menu.android.state-open": "failed",
                ], headers: headers)
            #expect(response.status == .forbidden)
            #expect(try fixture.findings().isEmpty)
        }
    }

    @Test func `a request by another name gets nothing`() async throws {
        try await WorkbenchFixture().serve { browser in
            var other = try await browser.entered()
            other.host = "evil.example"
            let response = try await other.get("/audits")
            #expect(response.status == .forbidden)
            #expect(!response.text.contains("Larkfield"))
        }
    }

    @Test func `every answer forbids what is not ours`() async throws {
        try await WorkbenchFixture().serve { browser in
            for path in ["/audits", "/nowhere", "/assets/accord.js"] {
                let policy = try await browser.get(path).headers[.contentSecurityPolicy]
                #expect(policy?.hasPrefix("default-src 'none'") == true)
                #expect(policy?.contains("unsafe-inline") == false)
            }
        }
    }

    @Test func `every address asks for a session, and every change for one of our pages`()
        async throws
    {
        try await WorkbenchFixture().serve { browser in
            let inside = try await browser.entered()
            let signIn = SignIn(host: "127.0.0.1", person: Self.somebody)
            for route in Routes(browser.site, signIn).all {
                let path = route.path.rawValue
                if route.right == .session {
                    let page = try await browser.send(path, route.method, [:], nil)
                    #expect(page.text.contains("This workbench is locked"), "\(path)")
                }
                if route.method != .get {
                    let foreign: HTTPFields = [.origin: "http://evil.example"]
                    let page = try await inside.send(path, route.method, foreign, nil)
                    #expect(page.status == .forbidden, "\(path)")
                }
            }
        }
    }
}
