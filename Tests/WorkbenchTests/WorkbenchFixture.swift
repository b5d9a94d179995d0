import Client
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Reading
import Shared
import TestSupport
import Testing

@testable import Site
@testable import Workbench

/// A laptop with one audit, and a browser that has come in to its workbench.
struct WorkbenchFixture {
    let client: AuditClient
    let catalogue: Catalogue
    let audit: AuditID
    private let folder: TemporaryFolder

    /// Maya's laptop: a menu on the screen Accounts, on Android and iOS, and nothing recorded.
    init() throws {
        folder = try TemporaryFolder(preferMemory: true)
        let home = ClientHome(
            home: folder.url.appending(path: "home").path, state: nil, environment: [:])
        client = try AuditClient.create(home, name: "Maya Lindqvist")
        catalogue = try Catalogue.read(folder: nil)
        var generator = SystemRandomNumberGenerator()
        audit = AuditID.random(using: &generator)
        let environments = [("android", "talkback", "15"), ("ios", "voiceover", "18")].map {
            Environment(
                platform: $0.0, assistiveTechnology: $0.1, deviceClass: "phone",
                majorVersion: $0.2)
        }
        let states = catalogue.control("menu")?.usualStates(on: []) ?? []
        try client.save(
            [
                Drafts.audit(
                    audit, title: "Larkfield <Mobile>", catalogue: catalogue.pin.text,
                    builds: ["android": "8.4.0", "ios": "8.4.0"], environments: environments,
                    creator: try client.whoami().person, name: "Maya Lindqvist"),
                Drafts.component(
                    audit, screen: "Accounts", control: "menu", label: "Account options",
                    ordinal: 1, states: states),
            ], in: audit)
    }

    /// The page of the menu, expanded on Android.
    func statePage() throws -> String {
        let view = try client.view(audit)
        let state = try view.state(
            named: "Accounts/Account options@android-talkback-phone-15:expanded")
        return Address.state(state, in: view)
    }

    /// Every finding that was recorded, by the last part of its criterion.
    func findings() throws -> [String: Finding] {
        let findings = try client.view(audit).states().flatMap(\.findings)
        return Dictionary(
            uniqueKeysWithValues: findings.map {
                ($0.criterion.split(separator: ".").last ?? "", $0)
            }
            .map { (String($0.0), $0.1) })
    }

    /// Serves the workbench on loopback for as long as the test looks at it.
    func serve(
        _ settings: WorkbenchSettings = WorkbenchSettings(),
        _ test: @escaping @Sendable (TestBrowser) async throws -> Void
    ) async throws {
        let signIn = SignIn(host: "127.0.0.1", now: { AuditClient.now })
        let laptop = Laptop(client, catalogue, settings)
        let backgroundSync = Task { await laptop.sync.run() }
        defer { backgroundSync.cancel() }
        let router = Workbench.router(
            laptop.routes(signIn), signIn, of: laptop.site, log: Logger(label: "test"))
        try await TestBrowser.visit(router.buildResponder(), signIn, laptop, test)
    }
}

/// Sends what a browser sends.
struct TestBrowser: Sendable {
    private let client: TestClient
    private let signIn: SignIn
    /// Nil where what answers is not one site from beginning to end.
    private let onlyLaptop: Laptop?
    /// The header of that name.
    var host: String
    /// Nil for a browser that has not come in.
    private(set) var cookie: String?

    private init(client: TestClient, host: String, signIn: SignIn, laptop: Laptop?) {
        self.client = client
        self.host = host
        self.signIn = signIn
        onlyLaptop = laptop
    }

    /// What answers.
    var laptop: Laptop {
        guard let onlyLaptop else { preconditionFailure("This browser may see several sites.") }
        return onlyLaptop
    }

    var site: Site { laptop.site }

    /// Serves on loopback for as long as a test looks at it.
    static func visit(
        _ responder: some HTTPResponder<SiteContext>, _ signIn: SignIn, _ laptop: Laptop? = nil,
        _ test: @escaping @Sendable (TestBrowser) async throws -> Void
    ) async throws {
        let application = Application(
            responder: responder,
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { signIn.listens(on: $0.localAddress?.port ?? 0) },
            logger: Logger(label: "test"))
        try await application.test(.live) { server in
            let port = server.port ?? 0
            try await TestClient.withClient(
                host: "127.0.0.1", port: port, configuration: .init(timeout: Patience.answer)
            ) { client in
                try await test(
                    TestBrowser(
                        client: client, host: "127.0.0.1:\(port)", signIn: signIn, laptop: laptop))
            }
        }
    }

    /// An address as it is printed.
    func newAddress() -> String { Address.entry(signIn.newToken()) }

    /// The same browser after it opened a printed address.
    func entered() async throws -> TestBrowser { try await entered(by: newAddress()) }

    func entered(by address: String) async throws -> TestBrowser {
        let response = try await get(address)
        var browser = self
        browser.cookie = response.headers[.setCookie]?.split(separator: ";").first.map(String.init)
        return browser
    }

    func get(_ path: String) async throws -> TestPage { try await send(path, .get, [:], nil) }

    /// The page of a component state with the details of one criterion open.
    func opened(
        _ page: String, at criterion: String = WorkbenchFixture.opened
    ) async throws -> String {
        try await get(page.adding("details=\(criterion)")).text
    }

    /// Sends a form; with `isScript` as the page's script does.
    func post(
        _ path: String, _ form: [String: String], isScript: Bool = false, headers: HTTPFields = [:]
    ) async throws -> TestPage {
        var all = headers
        all[.contentType] = "application/x-www-form-urlencoded"
        if isScript { all[.accept] = "application/json" }
        let body = form.map { "\(Address.escaped($0))=\(Address.escaped($1))" }
            .joined(separator: "&")
        return try await send(path, .post, all, ByteBuffer(string: body))
    }

    /// The form's own field of what it had in view.
    func context(of path: String) async throws -> String {
        let parts = try await get(path).text.components(separatedBy: #"name="context" value=""#)
        return parts.count > 1 ? String(parts[1].prefix { $0 != "\"" }) : ""
    }

    /// Sends any request, with the cookie of a browser that has come in.
    func send(
        _ path: String, _ method: HTTPRequest.Method, _ headers: HTTPFields, _ body: ByteBuffer?
    ) async throws -> TestPage {
        var all = headers
        if let cookie { all[.cookie] = cookie }
        let response = try await client.execute(
            TestClient.Request(path, method: method, authority: host, headers: all, body: body))
        let page = TestPage(
            status: response.status, headers: response.headers,
            bytes: response.body.map { Array($0.readableBytesView) } ?? [])
        #expect(page.doubleIDs == [], "\(path)")
        return page
    }
}

/// What came back.
struct TestPage: Sendable {
    let status: HTTPResponse.Status
    let headers: HTTPFields
    let bytes: [UInt8]

    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The ids that more than one of its elements has; none of what is no page.
    var doubleIDs: Set<Substring> {
        guard headers[.contentType]?.hasPrefix("text/html") == true else { return [] }
        var seen: Set<Substring> = []
        return Set(
            text.split(separator: " id=\"").dropFirst().map { $0.prefix { $0 != "\"" } }
                .filter { !seen.insert($0).inserted })
    }

    /// What a script is told.
    func answer() throws -> ScriptAnswer {
        try JSONDecoder().decode(ScriptAnswer.self, from: Data(bytes))
    }
}

/// The parts of an answer to a script that tests look at.
struct ScriptAnswer: Decodable {
    let isSaved: Bool?
    let state: String?
    let context: String?
    let notice: String?
    let says: String?
    let fields: [String: String]?
    let evidence: String?
    let remarks: String?
    let details: String?
    let trouble: String?
    let verdict: String?
    let check: String?
    let agreements: [String: String]?
    let asks: [String: String]?
    let adds: String?
}
