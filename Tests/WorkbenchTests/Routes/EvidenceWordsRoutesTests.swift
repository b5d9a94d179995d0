import Client
import Foundation
import HTTPTypes
import NIOCore
import Shared
import Testing

@testable import Site
@testable import Workbench

/// What is said of files and marked in them, on their pages.
struct EvidenceWordsRoutesTests {
    private static let criterion = "menu.android.state-open"
    private static let end: [UInt8] = [0, 0, 0, 0] + Array("IEND".utf8) + [0xAE, 0x42, 0x60, 0x82]
    private static let picture: [UInt8] =
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + end

    /// Attaches a file as the page's script does, and finds its page.
    private static func attached(
        _ fixture: WorkbenchFixture, _ browser: TestBrowser, _ bytes: [UInt8] = picture,
        name: String = "menu.png", more: String = ""
    ) async throws -> (answer: ScriptAnswer, page: String) {
        let address =
            "\(try fixture.statePage())/evidence?criterion=\(criterion)&name=\(name)\(more)"
        let answer = try await browser.send(
            address, .put, [.accept: "application/json"], ByteBuffer(bytes: bytes)
        ).answer()
        let view = try fixture.client.view(fixture.audit)
        let item = try #require(
            try fixture.client.evidence.items(of: view).first { $0.name == name })
        return (answer, Address.evidence(item, in: view))
    }

    private static func said(_ fixture: WorkbenchFixture) throws -> EvidenceWords {
        let view = try fixture.client.view(fixture.audit)
        return try #require(try fixture.client.evidence.items(of: view).first).said
    }

    @Test func `what is said while attaching is the picture's alternative everywhere`()
        async throws
    {
        let fixture = try WorkbenchFixture()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let (answer, page) = try await Self.attached(
                fixture, browser, more: "&shows=The%20menu,%20%22open%22")
            #expect(answer.says == "menu.png attached")
            #expect(answer.evidence?.contains("alt=\"The menu, &quot;open&quot;\"") == true)
            let html = try await browser.get(page).text
            #expect(html.contains("alt=\"The menu, &quot;open&quot;\""))
            let state = try fixture.statePage()
            #expect(try await browser.opened(state).contains("&quot;open&quot;"))
        }
    }

    @Test func `words are saved, shown again and replace only what the form showed`() async throws {
        let fixture = try WorkbenchFixture()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let (answer, page) = try await Self.attached(
                fixture, browser)
            #expect(answer.evidence?.contains("Needs a description") == true)
            let context = try await browser.context(of: page)
            let form = [
                "act": "describe", "context": context, "shows": "A menu.", "caption": "Open",
            ]
            let response = try await browser.post(page, form)
            let told = try #require(response.headers[.location])
            #expect(told.hasSuffix("told=described#told"))
            let html = try await browser.get(told).text
            #expect(html.contains("Saved on this laptop."))
            #expect(html.contains("<h1><bdi>Open</bdi></h1>"))
            #expect(!html.contains("Needs a description"))
            // From the page as it was before: nothing that came since is replaced.
            _ = try await browser.post(
                page, ["act": "describe", "context": context, "shows": "Another menu."])
            #expect(try await browser.get(page).text.contains("said at the same time"))
        }
    }

    @Test func `words that are too long come back as they were typed`() async throws {
        let fixture = try WorkbenchFixture()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let (_, page) = try await Self.attached(
                fixture, browser)
            let text = String(repeating: "long ", count: 4_000)
            let response = try await browser.post(
                page,
                [
                    "act": "describe", "context": try await browser.context(of: page),
                    "shows": text, "caption": "Kept",
                ])
            #expect(response.status == .unprocessableContent)
            #expect(response.text.contains("role=\"alert\""))
            #expect(response.text.contains(text) && response.text.contains("Kept"))
            #expect(response.text.contains("<title>Error: "))
            #expect(try Self.said(fixture).isEmpty)
        }
    }

    @Test func `an area is marked by numbers, drawn, listed and removed`() async throws {
        let fixture = try WorkbenchFixture()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let (_, page) = try await Self.attached(
                fixture, browser)
            let form = [
                "act": "mark", "left": "32.5", "top": "59", "width": "36", "height": "9,25",
                "label": "No <state>",
            ]
            let response = try await browser.post(page, form)
            #expect(response.status == .seeOther)
            let html = try await browser.get(page).text
            #expect(html.contains(#"x="32.5%" y="59%" width="36%" height="9.25%""#))
            #expect(html.contains("No &lt;state&gt;"))
            let area = try #require(try Self.said(fixture).areas.first)
            #expect(area.text == "3250 5900 3600 925 No <state>")
            _ = try await browser.post(page, ["act": "unmark", "area": area.id])
            #expect(try Self.said(fixture).areas.isEmpty)
        }
    }

    @Test(arguments: [
        ("80", "30", "x"), ("", "3", "x"), ("1e400", "3", "x"), ("nan", "3", "x"),
        ("-1", "3", "x"), ("0x10", "3", "x"), ("1", "0", "x"), ("1", "3", " "),
    ])
    func `a mark beyond the picture or without words is refused as it was typed`(
        _ left: String, _ width: String, _ label: String
    ) async throws {
        let fixture = try WorkbenchFixture()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let (_, page) = try await Self.attached(
                fixture, browser)
            let form = [
                "act": "mark", "left": left, "top": "1", "width": width, "height": "5",
                "label": label,
            ]
            let response = try await browser.post(page, form)
            #expect(response.status == .unprocessableContent)
            #expect(response.text.contains("value=\"\(left)\""))
            #expect(try Self.said(fixture).areas.isEmpty)
        }
    }

    @Test func `a mark on what is no picture and the removal of no mark are refused`()
        async throws
    {
        let fixture = try WorkbenchFixture()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let (_, page) = try await Self.attached(fixture, browser, Self.video, name: "menu.mp4")
            let form = [
                "act": "mark", "left": "1", "top": "1", "width": "5", "height": "5", "label": "x",
            ]
            let refused = try await browser.post(page, form)
            #expect(refused.status == .unprocessableContent)
            #expect(refused.text.contains("only a picture"))
            #expect(try Self.said(fixture).areas.isEmpty)
            for area in ["zz", "0123456789abcdef"] {
                let gone = try await browser.post(page, ["act": "unmark", "area": area])
                #expect(gone.status == .notFound)
            }
        }
    }

    @Test func `a file that is not what its name says is told at once and on its page`()
        async throws
    {
        let fixture = try WorkbenchFixture()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let video = Array("\0\0\0\u{18}ftypmp42".utf8) + [UInt8](repeating: 0, count: 40)
            let (answer, page) = try await Self.attached(
                fixture, browser, video, name: "menu.png")
            #expect(answer.says?.contains("Not what its name says: .png, but video/mp4") == true)
            let html = try await browser.get(page).text
            #expect(html.contains("video/mp4, although its name says .png"))
            #expect(html.contains("<video"))
            #expect(answer.evidence?.contains("#i-video") == true)
        }
    }

    @Test func `a place is taken out unless it is to be kept, and that is said`() async throws {
        let fixture = try WorkbenchFixture()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let video = Self.video
            let place = Self.place
            let folder = fixture.client.evidence.folder
            let kept = try await Self.attached(
                fixture, browser, video, name: "kept.mp4", more: "&place=keep")
            #expect(kept.answer.says?.hasSuffix("It says where it was made") == true)
            #expect(folder.size(of: Hash256(of: video)) == UInt64(video.count))
            let removed = try await Self.attached(
                fixture, browser, video, name: "menu.mp4")
            #expect(removed.answer.says?.hasSuffix("where it was made was taken out") == true)
            let view = try fixture.client.view(fixture.audit)
            let item = try #require(
                try fixture.client.evidence.items(of: view).first { $0.name == "menu.mp4" })
            #expect(try folder.read(item.hash, 1000, at: 0).firstRange(of: place) == nil)
        }
    }

    @Test func `a place is taken out of an attached file, which keeps its words and marks`()
        async throws
    {
        let fixture = try WorkbenchFixture()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let page = try await Self.attached(
                fixture, browser, Self.video, name: "menu.mp4",
                more: "&place=keep&shows=The%20menu."
            ).page
            let shown = try await browser.get(page).text
            #expect(shown.contains("This video says where it was taken"))
            let response = try await browser.post(page, ["act": "take-out-place"])
            let told = try #require(response.headers[.location])
            let after = try await browser.get(String(told.prefix { $0 != "#" })).text
            #expect(after.contains("The place was taken out. Saved on this laptop"))
            #expect(!after.contains("says where it was taken"))
            let view = try fixture.client.view(fixture.audit)
            let items = try fixture.client.evidence.items(of: view)
            #expect(items.map(\.name) == ["menu.mp4"])
            #expect(items.first?.said.shows == "The menu.")
            let folder = fixture.client.evidence.folder
            let hash = try #require(items.first?.hash)
            #expect(try folder.read(hash, 1000, at: 0).firstRange(of: Self.place) == nil)
            #expect(folder.size(of: Hash256(of: Self.video)) == nil, "the old bytes are here")
            #expect(try await browser.post(page, ["act": "take-out-place"]).status == .notFound)
        }
    }

    private static let place = Array("+52.5200+013.4050/".utf8)
    private static let video: [UInt8] = {
        let box: [UInt8] = [0, 0, 0, 30, 0xA9] + Array("xyz".utf8) + [0, 18, 0, 0] + place
        return [0, 0, 0, 16] + Array("ftypmp42".utf8) + [0, 0, 0, 0] + [0, 0, 0, 46]
            + Array("moov".utf8) + [0, 0, 0, 38] + Array("udta".utf8) + box
    }()
}
