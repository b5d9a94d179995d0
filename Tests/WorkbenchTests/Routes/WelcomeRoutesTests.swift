import Client
import Foundation
import HTTPClient
import HTTPTypes
import Logging
import Reading
import Shared
import TestSupport
import Testing

@testable import Site
@testable import Workbench

/// From a place without a home to work, in the browser alone.
@Suite(.timeLimit(.usual))
struct WelcomeRoutesTests {
    private let folder: TemporaryFolder
    private let home: ClientHome

    init() throws {
        folder = try TemporaryFolder(preferMemory: true)
        let path = folder.url.appending(path: "home").path
        home = ClientHome(home: path, state: nil, environment: [:])
    }

    private static let begun = [
        "name": " Ana Sol ", "go": "begin", "title": "Fernway", "ios.voiceover": "on",
        "ios.major": "18",
    ]

    @Test func `without a home there is the first page alone, for whoever was let in`()
        async throws
    {
        try await visit { stranger in
            let browser = try await stranger.entered()
            for address in ["/", "/audits", "/audits/0123/states", "/keyboard"] {
                let answer = try await browser.get(address)
                #expect(answer.headers[.location] == "/welcome", "\(address)")
            }
            let page = try await browser.get("/welcome")
            #expect(page.status == .ok && page.text.contains("What is your name?"))
            #expect(page.text.components(separatedBy: " checked>").count == 3)
            #expect(try await stranger.get("/welcome").status == .forbidden)
            #expect(try await stranger.post("/welcome", Self.begun).status == .forbidden)
            #expect(try await browser.get("/assets/accord.css").status == .ok)
            let foreign: HTTPFields = [.origin: "http://evil.example"]
            let form = try await browser.post("/welcome", Self.begun, headers: foreign)
            #expect(form.status == .forbidden)
            #expect(!FileManager.default.fileExists(atPath: home.folder.path))
            #expect(!FileManager.default.fileExists(atPath: home.stateFolder.path))
        }
    }

    @Test func `one form makes the home and the audit, and the site is there`() async throws {
        try await visit { browser in
            let browser = try await browser.entered()
            let answer = try await browser.post("/welcome", Self.begun)
            let audit = try #require(answer.headers[.location])
            #expect(answer.status == .seeOther && audit.hasPrefix("/audits/"))
            let page = try await browser.get(audit)
            #expect(page.status == .ok && page.text.contains("Workbench, Ana Sol"))
            #expect(!page.text.contains("copy-note"))
            let client = try AuditClient(home: home)
            let plan = try #require(
                try client.store.audits().first.map { try client.view($0).plan })
            #expect(plan.title == "Fernway")
            #expect(plan.environments.values.map(\.plain) == ["ios-voiceover-phone-18"])
            // The browser stays in at the next start, too.
            #expect(BrowserKey(of: home) != nil)
            // What is left of the first page makes nothing a second time.
            #expect(try await browser.get("/welcome").headers[.location] == "/audits")
            let late = try await browser.post(
                "/welcome", Self.begun.merging(["title": "Harbour"]) { $1 })
            #expect(late.status == .unprocessableContent)
            #expect(late.text.contains("Nothing of this form was saved"))
            #expect(late.text.contains("value=\"Harbour\""))
            #expect(try client.store.audits().count == 1)
        }
    }

    @Test(arguments: [
        (
            ["name": " ", "go": "begin", "title": "Fernway", "ios.voiceover": "on"],
            "Enter your name."
        ),
        (["name": "Ana", "go": "begin"], "Name the app."),
        (["name": "Ana", "go": "begin", "title": "Fernway"], "Choose what you test with"),
        (["name": "Ana", "go": "join"], "Enter the invite as your lead sent it."),
        (["name": "Ana", "go": "join", "invite": "KQRT-88XM"], "Enter the server’s address."),
        (["name": "Ana"], "How do you begin?"),
        (["name": "Ana", "invite": "x", "title": "y"], "How do you begin?"),
        (["name": "Ana", "go": "elsewhere"], "How do you begin?"),
        (
            [
                "name": String(repeating: "a", count: 4_000), "title": "y", "ios.voiceover": "on",
                "ios.major": "18",
            ], "a name is one line of 1 to"
        ),
    ])
    func `what is refused comes back as it was typed, and nothing is made`(
        fields: [String: String], words: String
    ) async throws {
        try await visit { browser in
            let browser = try await browser.entered()
            let answer = try await browser.post("/welcome", fields)
            #expect(answer.status == .unprocessableContent)
            #expect(answer.text.contains("<title>Error: Welcome - Accord</title>"))
            #expect(answer.text.contains(#"role="alert""#) && answer.text.contains(words))
            for name in ["name", "title", "invite"] {
                let typed = (fields[name] ?? "").trimmingCharacters(in: .whitespaces)
                #expect(answer.text.contains(#"name="\#(name)" value="\#(typed)""#), "\(name)")
            }
            let boxes = fields.values.filter { $0 == "on" }.count
            #expect(answer.text.components(separatedBy: " checked>").count == boxes + 1)
            #expect(!FileManager.default.fileExists(atPath: home.folder.path))
        }
    }

    @Test func `the Enter key goes the one way that is filled in`() async throws {
        try await visit { browser in
            let browser = try await browser.entered()
            var form = Self.begun
            form["go"] = ""
            let answer = try await browser.post("/welcome", form)
            #expect(answer.status == .seeOther)
            #expect(try AuditClient(home: home).store.audits().count == 1)
        }
    }

    @Test func `an invite that no server takes is asked for again, in a home by then`() async throws
    {
        let server = RefusingServer(.unreachable(host: "a.example", detail: "no route"))
        var settings = WorkbenchSettings()
        settings.reach = { _, enrolment throws(TransportError) in
            server.way(to: enrolment.address)
        }
        try await visit(settings) { browser in
            let browser = try await browser.entered()
            let invite = "accord join https://a.example KQRT-88XM"
            let answer = try await browser.post(
                "/welcome", ["name": "Ana", "go": "join", "invite": invite])
            #expect(answer.status == .unprocessableContent)
            #expect(answer.text.contains("could not be reached") && answer.text.contains(invite))
            #expect(answer.text.contains(#"action="/audits/join""#))
            #expect(server.addresses == ["https://a.example"])
            #expect(try AuditClient(home: home).whoami().personName == "Ana")
        }
    }

    @Test func `ruins are told of and not built upon`() async throws {
        try await visit { browser in
            let browser = try await browser.entered()
            try home.create()
            try Data("{}".utf8).write(to: URL(filePath: home.identityPath))
            let answer = try await browser.post("/welcome", Self.begun)
            #expect(answer.status == .unprocessableContent)
            #expect(answer.text.contains("Nothing was touched."))
            #expect(answer.text.contains(#"value="Fernway""#))
            #expect(!home.exists)
        }
    }

    @Test func `a home that a command makes meanwhile is shown`() async throws {
        try await visit { browser in
            let browser = try await browser.entered()
            _ = try AuditClient.create(home, name: "Maya Lindqvist")
            // From a page that was open before.
            let answer = try await browser.post("/welcome", Self.begun)
            #expect(answer.headers[.location] == "/audits")
            let page = try await browser.get("/audits").text
            #expect(page.contains("Maya Lindqvist") && !page.contains("Fernway"))
        }
    }

    @Test func `the example is a copy, says so on every page, and goes when it is ended`()
        async throws
    {
        try await visit { browser in
            let browser = try await browser.entered()
            let answer = try await browser.post("/welcome", ["go": "example"])
            let audit = try #require(answer.headers[.location])
            for address in [audit, "/audits", "\(audit)/conflicts", "/keyboard", "/nothing"] {
                let page = try await browser.get(address).text
                #expect(page.contains("A copy of the example audit, to play with."), "\(address)")
                #expect(page.contains(#"action="/example/end""#))
            }
            let conflicts = try await browser.get("\(audit)/conflicts").text
            #expect(conflicts.contains("Account options") && conflicts.contains("Lee Okafor"))
            // Nothing of hers is begun by looking.
            #expect(!FileManager.default.fileExists(atPath: home.folder.path))
            let end = try await browser.post("/example/end", [:])
            #expect(end.headers[.location] == "/welcome")
            #expect(try await browser.get(audit).headers[.location] == "/welcome")
            #expect(try await browser.post("/welcome", Self.begun).status == .seeOther)
        }
    }

    @Test func `the folder of an example goes with it`() throws {
        let example = try ExampleAudit()
        let path = example.client.home.folder.deletingLastPathComponent().path
        #expect(path.contains("accord-example-"))
        let view = try example.client.view(example.audit)
        #expect(view.role == .lead && view.plan.people.count == 3)
        #expect(try view.disputeCount() >= 2)
        example.remove()
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    /// A browser before a place without a home.
    private func visit(
        _ settings: WorkbenchSettings = WorkbenchSettings(),
        _ test: @escaping @Sendable (TestBrowser) async throws -> Void
    ) async throws {
        let signIn = SignIn(host: "127.0.0.1", now: { AuditClient.now })
        let workplace = try Workplace(
            .vacant(home, .standard), Catalogue.read(folder: nil), settings, signIn,
            log: Logger(label: "test"))
        defer { workplace.close() }
        try await TestBrowser.visit(workplace, signIn, nil, test)
    }
}
