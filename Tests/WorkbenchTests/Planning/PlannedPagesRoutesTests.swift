import Client
import Foundation
import HTTPTypes
import NIOCore
import Reading
import Shared
import Synchronization
import TestSupport
import Testing

@testable import Site
@testable import Workbench

/// The pages on which one component or one screen of the plan is changed, and files that add some.
struct PlannedPagesRoutesTests {
    /// An audit with three components on a screen “Cards”, and a browser that has come in.
    private func serve(
        _ body: @Sendable @escaping (WorkbenchFixture, TestBrowser) async throws -> Void
    ) async throws {
        let fixture = try WorkbenchFixture()
        let view = try fixture.client.view(fixture.audit)
        let lines = "Cards, Menu, A\nCards, Menu, B\nCards, Menu, C"
        try fixture.client.planning.add(
            fixture.client.planning.preview(lines, in: view, fixture.catalogue), in: view)
        try await fixture.serve { try await body(fixture, $0.entered()) }
    }

    private func labels(_ fixture: WorkbenchFixture) throws -> [String] {
        try fixture.client.view(fixture.audit).components(onScreen: "Cards").map(\.label)
    }

    private func id(_ label: String, _ fixture: WorkbenchFixture) throws -> String {
        try fixture.client.view(fixture.audit).component(named: "Cards/\(label)").id.hex
    }

    @Test func `a component is renamed, linked and given states on its page`() async throws {
        try await serve { fixture, browser in
            let b = try id("B", fixture)
            let address = "\(Address.plan(fixture.audit))/components/\(b)"
            let shown = try await browser.context(of: address)
            let renamed = try await browser.post(
                address,
                ["do": "name", "context": shown, "screen": "Cards", "label": "Bee"])
            #expect(renamed.status == .seeOther)
            #expect(try labels(fixture) == ["A", "Bee", "C"])
            // A form that was opened before replaces what it showed, and that was “B”.
            let late = try await browser.post(
                address,
                ["do": "name", "context": shown, "screen": "Cards", "label": "Be"])
            #expect(late.status == .seeOther)
            #expect(try labels(fixture) == ["A", "Bee", "C"], "one name holds")
            #expect(try await browser.get(address).text.contains("People named it at once"))
            let taken = try await browser.post(
                address,
                [
                    "do": "name", "context": try await browser.context(of: address),
                    "screen": "Cards", "label": "a",
                ])
            #expect(taken.status == .unprocessableContent)
            #expect(taken.text.contains("would have one name"))
            #expect(taken.text.contains(#"name="label" value="a""#))
            #expect(
                try await browser.post(address, ["do": "same", "same": "Cards/A"]).status
                    == .seeOther)
            #expect(
                try await browser.get(Address.plan(fixture.audit)).text
                    .contains("the same as Cards/A"))
            let unknown = try await browser.post(address, ["do": "same", "same": "Cards/Nothing"])
            #expect(unknown.status == .unprocessableContent)
            #expect(
                try await browser.post(address, ["do": "states"]).status == .unprocessableContent)
            let stateless = ["do": "states", "context": shown]
            #expect(
                try await browser.post(address, stateless).text.contains("needs a state"))
        }
    }

    @Test(arguments: [Role.lead, .tester])
    func `saving states takes away none that came after the form was opened`(
        role: Role
    ) async throws {
        try await serve { fixture, browser in
            try fixture.team(role: role)
            let view = try fixture.client.view(fixture.audit)
            try fixture.client.planning.add(
                fixture.client.planning.preview(
                    "Cards, Sheet, S, closed", in: view, fixture.catalogue),
                in: view)
            let id = try fixture.client.view(fixture.audit).component(named: "Cards/S").id
            let address = Address.plan(id, of: fixture.audit)
            let shown = try await browser.context(of: address)
            let key = RecordKey.component(fixture.audit, id)
            let half = FieldID(.state, "ios", "half-screen")
            try fixture.hear(
                [Write(field: half, value: .present, replaces: [])],
                in: fixture.client.store.record(key))
            var form = ["do": "states", "context": shown, "state.ios.closed": "on"]
            form["state.android.closed"] = "on"
            func states() throws -> [String: [String]]? {
                try fixture.client.view(fixture.audit).components[id]?.states
            }
            #expect(try await browser.post(address, form).status == .seeOther)
            #expect(try states() == ["android": ["closed"], "ios": ["closed", "half-screen"]])
            form["state.android.closed"] = nil
            #expect(try await browser.post(address, form).status == .seeOther)
            #expect(try states() == ["ios": ["closed", "half-screen"]])
            form["state.ios.closed"] = nil
            #expect(try await browser.post(address, form).status == .unprocessableContent)
        }
    }

    @Test func `a screen is renamed and copied on its page`() async throws {
        try await serve { fixture, browser in
            let address = Address.plan(screen: "Cards", of: fixture.audit)
            #expect(try await browser.get(address).text.contains("Screen with 3 components"))
            let copied = try await browser.post(address, ["do": "copy", "copy": "Cards / abroad"])
            let page = try await browser.get(copied.headers[.location] ?? "").text
            #expect(page.contains("3 components copied"))
            let name = String(repeating: "n", count: 10_000)
            let refused = try await browser.post(address, ["do": "name", "name": name])
            #expect(refused.status == .unprocessableContent)
            #expect(refused.text.contains("above 512") && refused.text.contains(name))
            let slash = Address.plan(screen: "Cards / abroad", of: fixture.audit)
            let renamed = try await browser.post(slash, ["do": "name", "name": "送金"])
            #expect(renamed.status == .seeOther)
            #expect(
                try fixture.client.view(fixture.audit).screens == ["Accounts", "Cards", "送金"])
            #expect(try await browser.get(slash).status == .notFound)
        }
    }

    /// Sends a file as a browser does.
    private func file(
        _ name: String, _ bytes: [UInt8], screen: String = "", _ fixture: WorkbenchFixture,
        _ browser: TestBrowser
    ) async throws -> TestPage {
        var body = ByteBuffer()
        body.writeString("--b0\r\nContent-Disposition: form-data; name=\"screen\"\r\n\r\n")
        body.writeString("\(screen)\r\n--b0\r\nContent-Disposition: form-data; ")
        body.writeString("name=\"file\"; filename=\"\(name)\"\r\n\r\n")
        body.writeBytes(bytes)
        body.writeString("\r\n--b0--\r\n")
        return try await browser.send(
            Address.planFile(fixture.audit), .post,
            [.contentType: "multipart/form-data; boundary=b0"], body)
    }

    @Test(arguments: [Captures.transactions, Captures.transactionsByAppium])
    func `a capture is shown as lines that add what it shows, and saves nothing`(
        capture: [UInt8]
    ) async throws {
        try await serve { fixture, browser in
            let before = try fixture.client.store.push.queue(fixture.audit).count
            let page = try await file(
                "window_dump.xml", capture, screen: "Transactions", fixture, browser)
            #expect(page.status == .ok)
            #expect(page.text.contains("Transactions\tMenu\tMore options"))
            #expect(try fixture.client.store.push.queue(fixture.audit).count == before)
            let preview = try fixture.client.view(fixture.audit)
            let lines = try fixture.client.planning.lines(
                of: ScreenCapture.read(capture), screen: "Transactions", in: preview,
                fixture.catalogue)
            let added = try await browser.post(
                Address.planAdding(fixture.audit), ["do": "add", "lines": lines])
            #expect(added.status == .seeOther)
            let again = try await file(
                "window_dump.xml", capture, screen: "Transactions", fixture, browser)
            #expect(again.text.contains("Preview: 0 to add"))
        }
    }

    @Test func `what a capture had to be read otherwise for is said beside its lines`() async throws
    {
        try await serve { fixture, browser in
            let noisy = Array("WARNING: linker\n".utf8) + Captures.transactions
            let page = try await file(
                "window_dump.xml", noisy, screen: "Transactions", fixture, browser)
            #expect(page.text.contains("Transactions\tMenu\tMore options"))
            #expect(page.text.contains("hat was printed before the XML was passed over."))
        }
    }

    @Test func `rows come from a file too`() async throws {
        try await serve { fixture, browser in
            let page = try await file(
                "plan.CSV", Array("Screen;Control;Label\nCards;Menu;D\n".utf8), fixture, browser)
            #expect(page.text.contains("Preview: 1 to add"))
        }
    }

    @Test func `after two screens were swapped, lines and captures name what is there now`()
        async throws
    {
        try await serve { fixture, browser in
            func view() throws -> AuditView { try fixture.client.view(fixture.audit) }
            let planning = fixture.client.planning
            let lines = "Transactions, Menu, More options\nStep 2, Menu, More options"
            try planning.add(planning.preview(lines, in: view(), fixture.catalogue), in: view())
            for (old, new) in [
                ("Transactions", "Between"), ("Step 2", "Transactions"), ("Between", "Step 2"),
            ] {
                try planning.renameScreen(old, to: new, in: view())
            }
            let captured = try await file(
                "window_dump.xml", Captures.transactions, screen: "Transactions", fixture, browser)
            #expect(captured.text.contains("There already as Transactions/More options, nothing"))
            #expect(!captured.text.contains("There already as Step 2/More options"))
            let row = Array("Screen;Control;Label\nStep 2;Menu;More options\n".utf8)
            let read = try await file("plan.csv", row, fixture, browser)
            #expect(read.text.contains("There already as Step 2/More options, nothing"))
        }
    }

    @Test func `a capture is read aside, where no page waits for it`() async throws {
        try await serve { fixture, browser in
            let (started, start) = AsyncStream<Void>.makeStream()
            let gate = DispatchSemaphore(value: 0)
            let order = Mutex<[String]>([])
            async let held: Void = browser.site.run(isAside: true) { _ in
                start.finish()
                gate.wait()
            }
            defer { gate.signal() }
            for await _ in started {}
            async let answered: Void = {
                let page = try await file(
                    "a.xml", Captures.transactions, screen: "Cards", fixture, browser)
                order.withLock { $0.append("answered \(page.status.code)") }
            }()
            for _ in 1...30 {
                _ = try await browser.site.run {
                    try PlanPage(fixture.audit, showing: PlanQuery(), in: $0).frame.title
                }
            }
            order.withLock { $0.append("released") }
            gate.signal()
            _ = try await (held, answered)
            #expect(order.withLock(\.self) == ["released", "answered 200"])
        }
    }

    @Test func `a file that cannot be read is refused with what was typed beside it`() async throws
    {
        try await serve { fixture, browser in
            let files: [(String, [UInt8], String)] = [
                ("", [], "choose a file first"),
                ("a.xml", Array("<hierarchy><no".utf8), "Nothing was imported"),
                ("a.xml", Array("<p>Hello</p>".utf8), "no element of a screen"),
                ("a.json", Array(#"{"violations":[],"passes":[]}"#.utf8), "a report of axe"),
                ("a.json", Array(#"{"value":"<?xml …"}"#.utf8), "a page source inside JSON"),
                ("a.pb", [0xff, 0xff, 0xff, 0xff], "Nothing was imported"),
                ("a.txt", [0xff, 0xfe, 0], "the file is UTF-16"),
                ("a.csv", [0xfe, 0xff, 0, 65], "save it as CSV UTF-8"),
                ("a.txt", [0x0a, 0xff, 0], "line 2 is not UTF-8"),
                ("a.xlsx", [0x50, 0x4b, 3, 4], "an Excel workbook"),
                ("a.numbers", [1], "a workbook"),
                ("a.csv", Array(repeating: 65, count: 2_000_000), "more than"),
                ("a.xml", Captures.transactions, "name the screen"),
            ]
            for (name, bytes, words) in files {
                let screen = words.hasPrefix("name the") ? "" : "Cards <b>"
                let page = try await file(name, bytes, screen: screen, fixture, browser)
                #expect(page.status == .unprocessableContent, "\(words)")
                #expect(page.text.contains(words))
                #expect(screen.isEmpty || page.text.contains("Cards &lt;b&gt;"))
            }
        }
    }
}
