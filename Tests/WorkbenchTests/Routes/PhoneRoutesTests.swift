import Client
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Reading
import Shared
import Synchronization
import TestSupport
import Testing

@testable import Site
@testable import Workbench

/// A phone in the network, over loopback: what it may do, and that there is nothing else.
struct PhoneRoutesTests {
    @Test func `the first phone that opens the address sends files to its finding`() async throws {
        let desk = try PhoneDesk()
        try await desk.serve { phone in
            var phone = phone
            let page = try await phone.open()
            #expect(page.status == .ok)
            #expect(page.text.contains("Maya Lindqvist"))
            let answer = try await phone.put("IMG%201.png", PhoneDesk.picture, shows: "A%20menu.")
            #expect(try answer.answer().says == "IMG 1.png attached.")
            let form = try await phone.post([("a.png", PhoneDesk.picture + [1])], shows: "B.")
            #expect(form.status == .seeOther)
            let items = try desk.items()
            #expect(Set(items.map(\.name)) == ["IMG 1.png", "a.png"])
            #expect(items.allSatisfy { $0.criterion == PhoneDesk.criterion })
            #expect(Set(items.map(\.said.shows)) == ["A menu.", "B."])
            let again = try await phone.open()
            #expect(again.text.contains("On the laptop since"))
            #expect(try await phone.get("/p/\(desk.code)/accord.css").status == .ok)
        }
    }

    @Test func `a second browser is refused, with and without a cookie`() async throws {
        let desk = try PhoneDesk()
        try await desk.serve { phone in
            var first = phone
            _ = try await first.open()
            var second = phone
            #expect(try await second.open().status == .forbidden)
            second.cookie = "accord-phone=guessed"
            #expect(try await second.open().status == .forbidden)
            #expect(try await second.put("a.png", PhoneDesk.picture).status == .forbidden)
            #expect(try await second.post([("a.png", PhoneDesk.picture)]).status == .forbidden)
            #expect(try desk.items().isEmpty)
            #expect(try await first.put("a.png", PhoneDesk.picture).status == .ok)
        }
    }

    @Test func `nothing is sent before the page was opened`() async throws {
        let desk = try PhoneDesk()
        try await desk.serve { phone in
            let answer = try await phone.put("a.png", PhoneDesk.picture)
            #expect(answer.status == .forbidden)
            #expect(try desk.items().isEmpty)
        }
    }

    @Test func `the address ends after ten minutes, and not before`() async throws {
        let desk = try PhoneDesk()
        try await desk.serve { phone in
            var phone = phone
            _ = try await phone.open()
            desk.clock.pass(599)
            #expect(try await phone.put("a.png", PhoneDesk.picture).status == .ok)
            desk.clock.pass(1)
            #expect(try await phone.put("b.png", PhoneDesk.picture + [1]).status == .forbidden)
            #expect(try await phone.open().status == .forbidden)
            #expect(try desk.items().map(\.name) == ["a.png"])
        }
    }

    @Test func `it ends when it is closed, and when another is opened`() async throws {
        let desk = try PhoneDesk()
        try await desk.serve { phone in
            var phone = phone
            _ = try await phone.open()
            desk.passes.close()
            #expect(try await phone.put("a.png", PhoneDesk.picture).status == .forbidden)
            try desk.openPass()
            let former = phone
            #expect(try await former.put("a.png", PhoneDesk.picture).status == .forbidden)
            #expect(try desk.items().isEmpty)
        }
    }

    @Test(arguments: [
        "/", "/audits", "/enter?token=x", "/assets/accord.css", "/assets/accord.js", "/keyboard",
        "/p/", "/p/AAAA-AAAA-AAAA", "/p/AAAA-AAAA-AAAA/accord.css",
    ])
    func `there is no other page`(path: String) async throws {
        let desk = try PhoneDesk()
        try await desk.serve { phone in
            var phone = phone
            _ = try await phone.open()
            let page = try await phone.get(path)
            #expect(page.status == .forbidden || page.status == .notFound)
            #expect(!page.text.contains("Larkfield") && !page.text.contains("Maya"))
            #expect(page.headers[.setCookie] == nil)
            #expect(try await phone.get("/p/\(desk.code)/accord.js").status == .forbidden)
        }
    }

    @Test func `another host and another origin are refused`() async throws {
        let desk = try PhoneDesk()
        try await desk.serve { phone in
            var phone = phone
            var elsewhere = phone
            elsewhere.host = "evil.example:\(phone.host.split(separator: ":").last ?? "")"
            #expect(try await elsewhere.open().status == .forbidden)
            _ = try await phone.open()
            for origin in ["http://evil.example", "null", "https://\(phone.host)", nil] {
                phone.origin = origin
                #expect(try await phone.put("a.png", PhoneDesk.picture).status == .forbidden)
            }
            #expect(try desk.items().isEmpty)
        }
    }

    @Test func `a file above the bound is refused while it comes, and no more than fifty`()
        throws
    {
        let desk = try PhoneDesk()
        let secret = try #require(try desk.passes.enter(desk.code, secret: nil).new)
        for _ in 0..<PhonePass.filesMax { _ = try desk.passes.begin(desk.code, secret: secret) }
        #expect(throws: PhoneError.tooMany) {
            _ = try desk.passes.begin(desk.code, secret: secret)
        }
        try desk.passes.take(Int(PhonePass.allBytesMax), desk.code, secret: secret)
        #expect(throws: PhoneError.tooMany) { try desk.passes.take(1, desk.code, secret: secret) }
        #expect(throws: PhoneError.closed) { try desk.passes.take(1, desk.code, secret: nil) }
    }

    @Test func `a file's place is taken out, and a reader's phone sends nothing`() async throws {
        let desk = try PhoneDesk()
        try await desk.serve { phone in
            var phone = phone
            _ = try await phone.open()
            try desk.fixture.team(role: .reader)
            let answer = try await phone.put("a.png", PhoneDesk.picture)
            #expect(answer.status == .forbidden)
            #expect(try desk.items().isEmpty)
        }
    }

    @Test func `the laptop's page opens and closes the address, and only where phones are let in`()
        async throws
    {
        let fixture = try WorkbenchFixture()
        let state = try fixture.statePage()
        let page = "\(state)/phone?criterion=\(PhoneDesk.criterion)"
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            #expect(try await browser.get(page).status == .notFound)
            #expect(try await !browser.opened(state).contains("From a phone"))
        }
        var settings = WorkbenchSettings()
        settings.phoneHost = "127.0.0.1"
        try await fixture.serve(settings) { browser in
            let browser = try await browser.entered()
            #expect(try await browser.opened(state).contains("From a phone"))
            #expect(try await !browser.get(page).text.contains("class=\"qr\""))
            #expect(try await browser.post(page, ["act": "open"]).status == .seeOther)
            let open = try await browser.get(page).text
            #expect(open.contains("class=\"qr\"") && open.contains("http://127.0.0.1:"))
            _ = try await browser.post(page, ["act": "close"])
            #expect(try await !browser.get(page).text.contains("class=\"qr\""))
        }
    }
}

/// A laptop that lets a phone in to one finding, with a clock that stands until it is moved.
struct PhoneDesk: Sendable {
    static let criterion = "menu.android.state-open"
    static let picture: [UInt8] =
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0] + Array("IEND".utf8)
        + [0xAE, 0x42, 0x60, 0x82]

    let fixture: WorkbenchFixture
    let site: Site
    let passes: PhonePasses
    let clock = HandClock()

    init() throws {
        fixture = try WorkbenchFixture()
        var settings = WorkbenchSettings()
        settings.phoneHost = "127.0.0.1"
        settings.now = { [clock] in clock.now }
        let laptop = Laptop(fixture.client, fixture.catalogue, settings)
        site = laptop.site
        passes = try #require(laptop.phones)
        try openPass()
    }

    func openPass() throws {
        passes.openPass(of: Self.criterion, on: try state(), in: fixture.audit)
    }

    private func state() throws -> StateID {
        try fixture.client.view(fixture.audit)
            .state(named: "Accounts/Account options@android-talkback-phone-15:expanded")
    }

    var code: String {
        (try? passes.pass(of: Self.criterion, on: state(), in: fixture.audit)?.code) ?? "none"
    }

    func items() throws -> [EvidenceItem] {
        try fixture.client.evidence.items(of: fixture.client.view(fixture.audit))
    }

    func serve(_ test: @escaping @Sendable (TestPhone) async throws -> Void) async throws {
        let passes = passes
        let application = Application(
            router: PhoneRoutes(site: site, passes: passes, log: Logger(label: "test")).router(),
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { passes.listens(on: $0.localAddress?.port ?? 0) },
            logger: Logger(label: "test"))
        let code = code
        try await application.test(.live) { server in
            let port = server.port ?? 0
            try await TestClient.withClient(
                host: "127.0.0.1", port: port, configuration: .init(timeout: Patience.answer)
            ) { client in
                try await test(TestPhone(client: client, host: "127.0.0.1:\(port)", code: code))
            }
        }
    }
}

final class HandClock: Sendable {
    private let seconds = Mutex(0.0)
    var now: Date { Date(timeIntervalSince1970: 1_800_000_000 + seconds.withLock(\.self)) }
    func pass(_ more: Double) { seconds.withLock { $0 += more } }
}

/// Sends what a phone's browser sends.
struct TestPhone: Sendable {
    private let client: TestClient
    var host: String
    let code: String
    var origin: String?
    var cookie: String?

    init(client: TestClient, host: String, code: String) {
        self.client = client
        self.host = host
        self.code = code
        origin = "http://\(host)"
    }

    /// Opens the page of the address, and keeps what it is given.
    mutating func open() async throws -> TestPage {
        let page = try await get("/p/\(code)")
        if let new = page.headers[.setCookie] {
            cookie = new.split(separator: ";").first.map(String.init)
        }
        return page
    }

    func get(_ path: String) async throws -> TestPage { try await send(path, .get, [:], nil) }

    func put(_ name: String, _ bytes: [UInt8], shows: String = "") async throws -> TestPage {
        try await send(
            "/p/\(code)?name=\(name)&shows=\(shows)", .put, [.accept: "application/json"],
            ByteBuffer(bytes: bytes))
    }

    func post(
        _ files: [(name: String, bytes: [UInt8])], shows: String = ""
    ) async throws -> TestPage {
        var body = ByteBuffer()
        body.writeString("--b0\r\nContent-Disposition: form-data; name=\"shows\"\r\n\r\n")
        body.writeString("\(shows)\r\n")
        for file in files {
            body.writeString(
                "--b0\r\nContent-Disposition: form-data; name=\"file\"; "
                    + "filename=\"\(file.name)\"\r\n\r\n")
            body.writeBytes(file.bytes)
            body.writeString("\r\n")
        }
        body.writeString("--b0--\r\n")
        return try await send(
            "/p/\(code)", .post, [.contentType: "multipart/form-data; boundary=b0"], body)
    }

    private func send(
        _ path: String, _ method: HTTPRequest.Method, _ headers: HTTPFields, _ body: ByteBuffer?
    ) async throws -> TestPage {
        var all = headers
        if let cookie { all[.cookie] = cookie }
        if let origin, method != .get { all[.origin] = origin }
        let response = try await client.execute(
            TestClient.Request(path, method: method, authority: host, headers: all, body: body))
        return TestPage(
            status: response.status, headers: response.headers,
            bytes: response.body.map { Array($0.readableBytesView) } ?? [])
    }
}
