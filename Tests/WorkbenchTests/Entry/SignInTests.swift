import Client
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import Site
@testable import Workbench

/// Who comes in, and who does not.
struct SignInTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder(preferMemory: true) }

    @Test func `the printed address works once and then the cookie does`() async throws {
        try await WorkbenchFixture().serve { browser in
            let address = browser.newAddress()
            let inside = try await browser.entered(by: address)
            let cookie = try #require(inside.cookie)
            #expect(cookie.hasPrefix("accord-"))
            let again = try await browser.entered(by: address)
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
        let signIn = Self.signIn()
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
            for route in browser.laptop.routes(Self.signIn()) {
                let path = route.path.rawValue
                if !route.isForAnybody {
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

    @Test func `each address lets one browser in, and only the last ones are kept`() throws {
        let signIn = Self.signIn()
        let tokens = (0...SignIn.tokensMax).map { _ in signIn.newToken() }
        #expect(signIn.enter(with: tokens[0]) == nil)
        for token in tokens.dropFirst() {
            let cookie = try #require(signIn.enter(with: token))
            #expect(signIn.knows(cookies: "other=1; \(cookie)"))
            #expect(signIn.enter(with: token) == nil)
        }
    }

    @Test func `a browser stays in after a restart, for 30 days and no second more`() throws {
        let home = try makeHome("maya")
        let before = Self.signIn(at: 0)
        try before.remember(in: home)
        let cookie = try #require(before.enter(with: before.newToken()))
        #expect(cookie.hasSuffix("; HttpOnly; SameSite=Strict; Max-Age=2592000"))
        for (second, isIn) in [(1, true), (2_591_999, true), (2_592_000, false), (-1, false)] {
            let after = Self.signIn(at: second)
            try after.remember(in: home)
            #expect(after.knows(cookies: cookie) == isIn, "\(second)")
        }
    }

    @Test func `a cookie that was altered, or made for another home, lets nobody in`() throws {
        let home = try makeHome("maya")
        let signIn = Self.signIn()
        try signIn.remember(in: home)
        let cookie = try #require(signIn.enter(with: signIn.newToken()))
        let value = try #require(cookie.split(separator: ";").first).description
        let parts = value.dropFirst("accord-7423=".count).split(separator: ".")
        let longer = "\((Int(parts[0]) ?? 0) - 1).\(parts[1])"
        for text in [longer, ".\(parts[1])", "\(parts[0])", "\(Int64.max).\(parts[1])", "x.y", "="]
        {
            #expect(!signIn.knows(cookies: "accord-7423=\(text)"), "\(text)")
        }
        #expect(!signIn.knows(cookies: value.replacing("7423", with: "7424")))
        let other = Self.signIn()
        try other.remember(in: makeHome("lee"))
        #expect(signIn.knows(cookies: value) && !other.knows(cookies: value))
    }

    @Test func `who locks browsers out locks out all that were let in before`() throws {
        let home = try makeHome("maya")
        let before = Self.signIn()
        try before.remember(in: home)
        let cookie = try #require(before.enter(with: before.newToken()))
        let after = Self.signIn()
        try after.remember(in: home, forgetting: true)
        #expect(!after.knows(cookies: cookie))
        let later = Self.signIn()
        try later.remember(in: home)
        #expect(!later.knows(cookies: cookie))
    }

    @Test func `the key lies beside the identity, for its owner alone`() throws {
        let home = try makeHome("maya")
        let signIn = Self.signIn()
        try signIn.remember(in: home)
        let names = try FileManager.default.contentsOfDirectory(atPath: home.folder.path)
        #expect(!names.contains("browser-key"))
        let key = home.stateFolder.appending(path: "browser-key").path
        let rights = try FileManager.default.attributesOfItem(atPath: key)[.posixPermissions]
        #expect(rights as? Int == 0o600)
        // One that others could read is no secret any more.
        let cookie = try #require(signIn.enter(with: signIn.newToken()))
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: key)
        let after = Self.signIn()
        try after.remember(in: home)
        #expect(!after.knows(cookies: cookie))
    }

    @Test func `where cookies travel in the clear they end with the program`() throws {
        let home = try makeHome("maya")
        let signIn = Self.signIn(host: "192.0.2.1")
        try signIn.remember(in: home)
        let cookie = try #require(signIn.enter(with: signIn.newToken()))
        #expect(!cookie.contains("Max-Age"))
        #expect(signIn.knows(cookies: cookie))
        #expect(BrowserKey(of: home) == nil)
    }

    /// As at a number of seconds after a moment.
    private static func signIn(host: String = "127.0.0.1", at second: Int = 0) -> SignIn {
        let now = Date(timeIntervalSince1970: 1_790_000_000 + Double(second))
        let signIn = SignIn(host: host, now: { now })
        signIn.listens(on: 7423)
        return signIn
    }

    private func makeHome(_ name: String) throws -> ClientHome {
        let path = folder.url.appending(path: name).path
        return try AuditClient.create(
            ClientHome(home: path, state: nil, environment: [:]), name: name
        ).home
    }
}
