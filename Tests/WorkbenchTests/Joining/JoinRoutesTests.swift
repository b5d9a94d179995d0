import Client
import Foundation
import HTTPClient
import HTTPTypes
import NIOCore
import Shared
import TestSupport
import Testing

@testable import Site
@testable import Workbench

/// The ways to an audit, from the browser.
@Suite(.timeLimit(.usual))
struct JoinRoutesTests {
    @Test(arguments: [
        ("accord join https://a.example KQRT-88XM", "", "https://a.example", "KQRT-88XM"),
        ("https://a.example KQRT-88XM", "", "https://a.example", "KQRT-88XM"),
        (" https://a.example:8437/join/KQRT-88XM ", "", "https://a.example:8437", "KQRT-88XM"),
        ("https://a.example/join#KQRT-88XM", "", "https://a.example", "KQRT-88XM"),
        ("https://a.example/invites/KQRT-88XM?x=1", "", "https://a.example", "KQRT-88XM"),
        ("KQRT-88XM", "https://b.example", "https://b.example", "KQRT-88XM"),
    ])
    func `an invite is read in every form that leads send`(
        invite: String, server: String, address: String, code: String
    ) async throws {
        let fixture = try WorkbenchFixture()
        let (settings, seen) = Self.reaching(.unreachable(host: "a.example", detail: "no route"))
        try await fixture.serve(settings) { browser in
            let browser = try await browser.entered()
            let answer = try await browser.post(
                Address.join, ["act": "join", "invite": invite, "server": server])
            #expect(answer.status == .unprocessableContent)
            #expect(seen.addresses == [address])
            #expect(seen.bodies.first?.contains(code) == true)
            // As typed, so that nobody types it twice.
            #expect(answer.text.contains("could not be reached"))
            #expect(answer.text.contains(invite.trimmingCharacters(in: .whitespaces)))
        }
    }

    @Test func `a code without its server asks for the server and sends nothing`() async throws {
        let fixture = try WorkbenchFixture()
        let (settings, seen) = Self.reaching(.timedOut)
        try await fixture.serve(settings) { browser in
            let browser = try await browser.entered()
            let form = ["act": "join", "invite": "KQRT-88XM"]
            let answer = try await browser.post(Address.join, form)
            #expect(answer.status == .unprocessableContent)
            #expect(answer.text.contains("Enter the server’s address."))
            #expect(answer.text.contains(#"value="KQRT-88XM""#))
            #expect(seen.addresses.isEmpty)
        }
    }

    @Test func `a new audit begins with its builds and environments`() async throws {
        let fixture = try WorkbenchFixture()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let answer = try await browser.post(
                Address.join,
                [
                    "act": "new", "title": "Fernway", "ios.build": "2.1", "ios.major": "18",
                    "ios.device": "tablet", "ios.voiceover": "on", "ios.keyboard": "on",
                    "android.major": "", "android.device": "phone",
                ])
            #expect(answer.status == .seeOther)
            let audits = try fixture.client.store.audits()
            let new = try #require(audits.first { $0 != fixture.audit })
            #expect(answer.headers[.location] == Address.audit(new))
            let plan = try #require(try fixture.client.store.plan(new))
            #expect(plan.title == "Fernway")
            #expect(plan.builds == ["ios": "2.1"])
            #expect(
                Set(plan.environments.values.map(\.plain))
                    == ["ios-voiceover-tablet-18", "ios-keyboard-tablet-18"])
            #expect(plan.catalogue == fixture.catalogue.pin.text)
        }
    }

    @Test(arguments: [
        (["title": ""], "Name the app."),
        (["title": "Fernway"], "Choose what you test with"),
        (["title": "Fernway", "ios.none": "on"], "Enter the version of iOS"),
        (["title": "Fernway", "ios.none": "on", "ios.major": "1-8"], "Enter the version of iOS"),
    ])
    func `a new audit that lacks something is asked for again`(
        fields: [String: String], words: String
    ) async throws {
        let fixture = try WorkbenchFixture()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let form = fields.merging(["act": "new"]) { $1 }
            let answer = try await browser.post(Address.join, form)
            #expect(answer.status == .unprocessableContent)
            #expect(answer.text.contains(words))
            #expect(answer.text.contains(#"name="title" value="\#(fields["title"] ?? "")""#))
            #expect(try fixture.client.store.audits().count == 1)
        }
    }

    @Test func `a bundle from another laptop is taken over once`() async throws {
        let fixture = try WorkbenchFixture()
        let other = try WorkbenchFixture()
        let file = try other.bundle()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let answer = try await browser.upload(file, named: "lee.bundle")
            #expect(answer.status == .seeOther)
            let address = try #require(answer.headers[.location])
            #expect(address == "\(Address.sync(other.audit))?took=2&files=0")
            #expect(try fixture.client.store.audits().contains(other.audit))
            let page = try await browser.get(address).text
            #expect(page.contains("Took over 2 changes from the bundle"))
            let again = try await browser.upload(file, named: "lee.bundle")
            #expect(again.headers[.location]?.hasSuffix("?took=0&files=0") == true)
            #expect(try fixture.leftovers().isEmpty)
        }
    }

    @Test func `a file that is no bundle is named and nothing is kept`() async throws {
        let fixture = try WorkbenchFixture()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let answer = try await browser.upload(Array("hello".utf8), named: "notes.txt")
            #expect(answer.status == .unprocessableContent)
            #expect(answer.text.contains("“notes.txt” is no bundle of Accord"))
            #expect(try fixture.client.store.audits() == [fixture.audit])
            #expect(try fixture.leftovers().isEmpty)
        }
    }

    /// A workbench whose requests to any server fail, and what was to be sent.
    private static func reaching(
        _ failure: TransportError
    ) -> (WorkbenchSettings, RefusingServer) {
        let server = RefusingServer(failure)
        var settings = WorkbenchSettings()
        settings.reach = { _, enrolment throws(TransportError) in
            server.way(to: enrolment.address)
        }
        return (settings, server)
    }
}

extension WorkbenchFixture {
    /// All that was recorded here, as a file.
    fileprivate func bundle() throws -> [UInt8] {
        let path = client.home.folder.appending(path: "out.bundle")
        _ = try client.bundles.exportBundle(
            audit, to: path.path, withEvidence: false, program: "test", at: client.now)
        defer { try? FileManager.default.removeItem(at: path) }
        return Array(try Data(contentsOf: path))
    }

    /// Files that an upload left behind.
    fileprivate func leftovers() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: client.home.folder.path)
            .filter { $0.hasPrefix(".accord-draft-") }
    }
}

extension TestBrowser {
    fileprivate func upload(_ bytes: [UInt8], named name: String) async throws -> TestPage {
        let head =
            "--line\r\nContent-Disposition: form-data; name=\"bundle\"; filename=\"\(name)\"\r\n"
            + "Content-Type: application/octet-stream\r\n\r\n"
        let body = Array(head.utf8) + bytes + Array("\r\n--line--\r\n".utf8)
        return try await send(
            "\(Address.join)/bundle", .post,
            [.contentType: "multipart/form-data; boundary=line"], ByteBuffer(bytes: body))
    }
}
