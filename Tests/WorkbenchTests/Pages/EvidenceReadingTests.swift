import Client
import Foundation
import HTTPTypes
import NIOCore
import Shared
import Testing

@testable import Site
@testable import Workbench

/// Attached files as a browser sees them.
struct EvidenceReadingTests {
    private static let criterion = "menu.android.state-open"
    private static let picture: [UInt8] =
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Array(0..<200)
    private static let page = Array("<html><script>alert(1)</script>".utf8)

    /// A browser on a state with a picture and then a page that somebody saved, attached to it.
    private static func look(
        _ test: @escaping @Sendable (TestBrowser, WorkbenchFixture) async throws -> Void
    ) async throws {
        let fixture = try WorkbenchFixture()
        let state = try fixture.statePage()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            for (name, bytes) in [("a%20%22menu%22.png", picture), ("page.html", page)] {
                let response = try await browser.send(
                    "\(state)/evidence?criterion=\(criterion)&name=\(name)", .put, [:],
                    ByteBuffer(bytes: bytes))
                #expect(response.status == .ok)
            }
            try await test(browser, fixture)
        }
    }

    private static func address(_ bytes: [UInt8], _ fixture: WorkbenchFixture) -> String {
        Address.evidence(fixture.audit, Hash256(of: bytes).hex)
    }

    @Test func `the page shows the picture, whose it is, and its neighbours`() async throws {
        try await Self.look { browser, fixture in
            let address = Self.address(Self.picture, fixture)
            let html = try await browser.get(address).text
            #expect(
                html.contains(
                    #"src="\#(address)/file" alt="Attached picture a &quot;menu&quot;.png"#))
            #expect(html.contains("You, "))
            #expect(html.contains("On this laptop"))
            let other = Self.address(Self.page, fixture)
            let link =
                html.contains(#"rel="next" href="\#(other)?state="#)
                || html.contains(#"rel="prev" href="\#(other)?state="#)
            #expect(link)
            #expect(try await browser.opened(try fixture.statePage()).contains(address))
        }
    }

    @Test func `bytes come whole or in the part that is asked for`() async throws {
        try await Self.look { browser, fixture in
            let file = Self.address(Self.picture, fixture) + "/file"
            let whole = try await browser.get(file)
            #expect(whole.bytes == Self.picture)
            #expect(whole.headers[.contentType] == "image/png")
            let part = try await browser.send(file, .get, [.range: "bytes=10-19"], nil)
            #expect(part.status == .partialContent)
            #expect(part.bytes == Array(Self.picture[10...19]))
            #expect(part.headers[.contentRange] == "bytes 10-19/\(Self.picture.count)")
            let none = try await browser.send(file, .get, [.range: "bytes=5000-"], nil)
            #expect(none.status == .rangeNotSatisfiable)
            let tag = whole.headers[.eTag] ?? ""
            let same = try await browser.send(file, .get, [.ifNoneMatch: tag], nil)
            #expect(same.status == .notModified)
        }
    }

    @Test func `a file that came never runs as a page of ours`() async throws {
        try await Self.look { browser, fixture in
            let response = try await browser.get(Self.address(Self.page, fixture) + "/file")
            #expect(response.headers[.contentType] == "text/plain; charset=utf-8")
            #expect(response.headers[.xContentTypeOptions] == "nosniff")
            #expect(response.headers[.contentSecurityPolicy]?.hasPrefix("sandbox") == true)
            let kept = try await browser.get(Self.address(Self.page, fixture) + "/file?download=1")
            #expect(kept.headers[.contentDisposition]?.hasPrefix("attachment; ") == true)
            #expect(
                kept.headers[.contentDisposition]?.hasSuffix("filename*=UTF-8''page.html") == true)
        }
    }

    @Test(arguments: ["", "/file"])
    func `a file that no finding has is not there`(end: String) async throws {
        try await Self.look { browser, fixture in
            // In the home, but of no audit.
            let intake = try fixture.client.evidence.folder.receive()
            try [UInt8](1...9).withUnsafeBytes { try intake.take($0) }
            let hash = try intake.complete(name: nil).hash.hex
            for name in [hash, "12", String(repeating: "0", count: 64)] {
                let address = Address.evidence(fixture.audit, name) + end
                #expect(try await browser.get(address).status == .notFound, "\(name)")
            }
        }
    }
}
