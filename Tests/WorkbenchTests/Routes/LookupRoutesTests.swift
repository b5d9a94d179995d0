import Client
import Foundation
import HTTPTypes
import Presentation
import Shared
import TestSupport
import Testing

@testable import Site
@testable import Workbench

/// Search and catalogue as pages.
struct LookupRoutesTests {
    @Test func `a hit leads to its criterion with the words marked and escaped`() async throws {
        let fixture = try WorkbenchFixture()
        try fixture.record(.failed, note: "It said <script> & grumbled.")
        let page = try fixture.statePage()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let found = try await browser.get(
                "\(Address.search(fixture.audit))?q=grumbl&in=findings"
            ).text
            #expect(found.contains("href=\"\(page)#c-state-open\""))
            #expect(found.contains("It said &lt;script&gt; &amp; <mark>grumbled</mark>."))
            #expect(found.contains("1 result in findings"))
            #expect(!found.contains("{{"))
        }
    }

    @Test func `what is typed stands in the field as text`() async throws {
        let fixture = try WorkbenchFixture()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let found = try await browser.get(
                Address.search(fixture.audit)
                    + "?q=%22%3E%3Cb%3E+elephants&in=&outcome=nonsense&page=9"
            )
            #expect(found.status == .ok)
            #expect(found.text.contains("value=\"&quot;&gt;&lt;b&gt; elephants\""))
            #expect(found.text.contains("Nothing says"))
            #expect(!found.text.contains("<b> elephants"))
        }
    }

    @Test func `more than a page of hits leads on and back`() async throws {
        let fixture = try WorkbenchFixture()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let address = "\(Address.search(fixture.audit))?q=a&in=catalogue"
            let first = try await browser.get(address).text
            #expect(first.contains("Results 1 to 50 of"))
            #expect(first.contains("rel=\"next\""))
            #expect(!first.contains("rel=\"prev\""))
            let second = try await browser.get("\(address)&page=2").text
            #expect(second.contains("Results 51 to"))
            #expect(second.contains("rel=\"prev\""))
        }
    }

    @Test(.timeLimit(.usual))
    func `a large audit is searched at once, and the rest is indexed beside the pages`()
        async throws
    {
        let fixture = try WorkbenchFixture()
        let count = BackgroundIndexing.statesMax + 10
        let rows = (1...count).map {
            #"{"screen":"Screen","control":"menu","label":"Menu \#($0)","state":"expanded","#
                + #""environment":"android-talkback-phone-15","criterion":"state-open","#
                + #""outcome":"passed","note":"It grumbled."}"#
        }
        _ = try fixture.client.recording.record(
            rows: [UInt8](rows.joined(separator: "\n").utf8), as: .ndjson,
            in: try fixture.client.view(fixture.audit), catalogue: fixture.catalogue)
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            var events = browser.site.broadcast.read().makeAsyncIterator()
            let address = "\(Address.search(fixture.audit))?q=grumbl&in=findings"
            let first = try await browser.get(address).text
            #expect(first.contains("Not all findings are searched yet"))
            #expect(first.contains("Results 1 to 50 of"))
            while let event = await events.next(), event.kind != .indexed {}
            let second = try await browser.get(address).text
            #expect(second.contains("\(count) results in findings"))
            #expect(!second.contains("Not all findings are searched yet"))
        }
    }

    @Test func `the catalogue leads to every control and platform`() async throws {
        let fixture = try WorkbenchFixture()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let list = try await browser.get(Address.catalogue(fixture.audit)).text
            for control in fixture.catalogue.controls {
                for platform in control.platforms {
                    let address = Address.catalogue(fixture.audit, control.id, platform.id)
                    #expect(list.contains("href=\"\(address)\""))
                    let page = try await browser.get(address)
                    #expect(page.status == .ok)
                    #expect(!page.text.contains("{{"))
                    let anchors = platform.criteria.map { "id=\"c-\($0.shortID)\"" }
                    #expect(anchors.allSatisfy(page.text.contains), "\(address)")
                }
            }
        }
    }

    @Test(arguments: ["menu/windows", "nothing/ios", "menu"])
    func `what the catalogue does not have is not found`(path: String) async throws {
        let fixture = try WorkbenchFixture()
        try await fixture.serve { browser in
            let browser = try await browser.entered()
            let page = try await browser.get("\(Address.catalogue(fixture.audit))/\(path)")
            #expect(page.status == .notFound)
        }
    }
}
