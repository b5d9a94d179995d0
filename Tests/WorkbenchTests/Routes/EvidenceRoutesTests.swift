import Client
import Foundation
import HTTPTypes
import NIOCore
import Shared
import Testing

@testable import Site
@testable import Workbench

/// Files from a browser, over loopback, into a real home.
struct EvidenceRoutesTests {
    private static let criterion = "menu.android.state-open"
    private static let picture: [UInt8] =
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0] + Array("IEND".utf8)
        + [0xAE, 0x42, 0x60, 0x82] + Array("\r\n--a picture".utf8)

    /// A form as a browser without script sends it.
    private static func form(
        _ files: [(name: String, bytes: [UInt8])], for criterion: String = criterion
    ) -> ByteBuffer {
        var body = ByteBuffer()
        for file in files {
            body.writeString(
                "--b0\r\nContent-Disposition: form-data; name=\"file\"; "
                    + "filename=\"\(file.name)\"\r\nContent-Type: text/html\r\n\r\n")
            body.writeBytes(file.bytes)
            body.writeString("\r\n")
        }
        body.writeString("--b0\r\nContent-Disposition: form-data; name=\"criterion\"\r\n\r\n")
        body.writeString("\(criterion)\r\n--b0--\r\n")
        return body
    }

    private static let formHeaders: HTTPFields = [
        .contentType: "multipart/form-data; boundary=b0"
    ]

    @Test func `a form with files attaches them and leads back to the criterion`() async throws {
        let fixture = try WorkbenchFixture()
        let page = try fixture.statePage()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let body = Self.form([("menu.png", Self.picture), ("../../log.txt", [65, 66])])
            let response = try await browser.send(
                "\(page)/evidence", .post, Self.formHeaders, body)
            #expect(response.status == .seeOther)
            #expect(response.headers[.location] == "\(page)#c-state-open")
            let items = try fixture.client.evidence.items(of: fixture.client.view(fixture.audit))
            #expect(Set(items.map(\.name)) == ["menu.png", "log.txt"])
            // What the file is, is told from its bytes and not from what the browser says.
            #expect(
                Set(items.map { $0.type?.mediaType }) == ["image/png", "text/plain; charset=utf-8"])
            #expect(items.allSatisfy { $0.place == .toSend && $0.criterion == Self.criterion })
            let hash = Hash256(of: Self.picture)
            let path = fixture.client.evidence.folder.path(of: hash)
            #expect(try Data(contentsOf: URL(filePath: path)) == Data(Self.picture))
            #expect(try await browser.opened(page).contains(hash.hex))
        }
    }

    @Test func `a script sends a file as it is and gets its item for the strip`() async throws {
        let fixture = try WorkbenchFixture()
        let page = try fixture.statePage()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let address = "\(page)/evidence?criterion=\(Self.criterion)&name=a%20%3Cmenu%3E.png"
            let response = try await browser.send(
                address, .put, [.accept: "application/json"], ByteBuffer(bytes: Self.picture))
            let answer = try response.answer()
            #expect(response.status == .ok)
            #expect(answer.isSaved == true)
            #expect(answer.says == "a <menu>.png attached. Needs a description")
            #expect(answer.state?.hasPrefix("Saved on this laptop at ") == true)
            #expect(answer.evidence?.contains("a &lt;menu&gt;.png") == true)
            let hash = Hash256(of: Self.picture).hex
            #expect(answer.evidence?.contains("/evidence/\(hash)/file") == true)
        }
    }

    @Test func `the same file again is told beside the files, and nothing is written`()
        async throws
    {
        let fixture = try WorkbenchFixture()
        let page = try fixture.statePage()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            func send() async throws -> TestPage {
                try await browser.send(
                    "\(page)/evidence", .post, Self.formHeaders,
                    Self.form([("menu.png", Self.picture)]))
            }
            _ = try await send()
            let changes = try fixture.client.store.push.queue(fixture.audit).count
            let told = try #require(try await send().headers[.location])
            #expect(told.hasSuffix("told=attached-already&criterion=\(Self.criterion)#told"))
            #expect(try await browser.get(told).text.contains("attached here already"))
            let script = try await browser.send(
                "\(page)/evidence?criterion=\(Self.criterion)&name=menu.png", .put,
                [.accept: "application/json"], ByteBuffer(bytes: Self.picture)
            ).answer()
            #expect(script.isSaved == false)
            #expect(script.says == "menu.png is attached here already. Nothing was written.")
            #expect(try fixture.client.store.push.queue(fixture.audit).count == changes)
        }
    }

    @Test func `a file is detached on its page, and the state says so`() async throws {
        let fixture = try WorkbenchFixture()
        let page = try fixture.statePage()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            _ = try await browser.send(
                "\(page)/evidence", .post, Self.formHeaders,
                Self.form([("menu.png", Self.picture)]))
            let view = try fixture.client.view(fixture.audit)
            let item = try #require(try fixture.client.evidence.items(of: view).first)
            let address = Address.evidence(item, in: view)
            let form = try await browser.get(address).text
            #expect(form.contains(">Detach <bdi>menu.png</bdi></button>"))
            // Twice, as a hand does that clicks twice.
            for _ in 0..<2 {
                let response = try await browser.post(address, ["act": "detach"])
                #expect(response.status == .seeOther)
                let told = try #require(response.headers[.location])
                #expect(told.hasPrefix(page))
                let html = try await browser.get(told).text
                #expect(html.contains("Detached. This finding no longer refers to that file."))
                #expect(!html.contains("menu.png"))
            }
            #expect(try fixture.client.evidence.items(of: view).isEmpty)
            #expect(try await browser.get(address).status == .notFound)
            let bytes = Address.evidenceBytes(fixture.audit, item.hash.hex)
            #expect(try await browser.get(bytes).status == .notFound)
        }
    }

    @Test func `whoever reads detaches nothing and has no button for it`() async throws {
        let fixture = try WorkbenchFixture()
        let page = try fixture.statePage()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            _ = try await browser.send(
                "\(page)/evidence", .post, Self.formHeaders,
                Self.form([("menu.png", Self.picture)]))
            try fixture.team(role: .reader)
            let view = try fixture.client.view(fixture.audit)
            let item = try #require(try fixture.client.evidence.items(of: view).first)
            let address = Address.evidence(item, in: view)
            #expect(try await !browser.get(address).text.contains("Detach"))
            #expect(try await browser.post(address, ["act": "detach"]).status == .forbidden)
            #expect(try fixture.client.evidence.items(of: view).count == 1)
        }
    }

    @Test(arguments: ["", "menu.android.nothing"])
    func `a file for no criterion changes no finding`(criterion: String) async throws {
        let fixture = try WorkbenchFixture()
        let page = try fixture.statePage()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let script = try await browser.send(
                "\(page)/evidence?criterion=\(criterion)", .put, [.accept: "application/json"],
                ByteBuffer(bytes: Self.picture))
            #expect(script.status == .unprocessableContent)
            #expect(try script.answer().trouble != nil)
            let form = try await browser.send(
                "\(page)/evidence", .post, Self.formHeaders,
                Self.form([("menu.png", Self.picture)], for: criterion))
            #expect(form.status == .unprocessableContent)
            #expect(try fixture.findings().isEmpty)
        }
    }

    @Test func `a form without a file says so and saves nothing`() async throws {
        let fixture = try WorkbenchFixture()
        let page = try fixture.statePage()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            for (name, says) in [("", "no file was chosen"), ("menu.png", "empty")] {
                let response = try await browser.send(
                    "\(page)/evidence", .post, Self.formHeaders, Self.form([(name, [])]))
                #expect(response.status == .unprocessableContent)
                #expect(response.text.contains(says))
            }
            #expect(try fixture.findings().isEmpty)
        }
    }

    @Test func `an upload that breaks off leaves no file`() async throws {
        let fixture = try WorkbenchFixture()
        let page = try fixture.statePage()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            var body = Self.form([("menu.png", Self.picture)])
            body.moveWriterIndex(to: 110)
            let response = try await browser.send(
                "\(page)/evidence", .post, Self.formHeaders, body)
            #expect(response.status == .unprocessableContent)
            let folder = fixture.client.home.folder.appending(path: "evidence").path
            let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
            #expect((names ?? []).isEmpty)
        }
    }
}
