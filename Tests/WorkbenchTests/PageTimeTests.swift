import Client
import Foundation
import Reading
import Shared
import TestSupport
import Testing

@testable import Site
@testable import Workbench

/// A moment in words, in the zone of whoever reads it.
struct PageTimeTests {
    private static let zones = ["Europe/Berlin", "Asia/Kathmandu", "America/St_Johns", "UTC"]

    @Test(arguments: zones)
    func `moments are said as a formatter of the library says them`(name: String) throws {
        let zone = try #require(TimeZone(identifier: name))
        func said(_ moment: Date, _ pattern: String) -> String {
            let format = DateFormatter()
            format.locale = Locale(identifier: "en_GB")
            format.timeZone = zone
            format.dateFormat = pattern
            return format.string(from: moment)
        }
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<200 {
            let moment = Date(timeIntervalSince1970: Double(generator.below(4_000_000_000)))
            let time = PageTime(now: moment.addingTimeInterval(1e6), zone: zone)
            #expect(time.day(moment) == said(moment, "d MMM yyyy"))
            #expect(time.dated(moment) == said(moment, "d MMM yyyy, HH:mm"))
            #expect(time.shown(moment) == said(moment, "d MMMM yyyy, HH:mm"))
            #expect(time.shown(time.now) == said(time.now, "HH:mm:ss"))
        }
    }

    @Test func `what is of today depends on the zone of whoever reads`() throws {
        let evening = Date(timeIntervalSince1970: 1_795_820_400)  // 27 Nov 2026, 23:00 in London.
        let now = evening.addingTimeInterval(2 * 3600)
        let london = PageTime(now: now, zone: try #require(TimeZone(identifier: "Europe/London")))
        let lima = PageTime(now: now, zone: try #require(TimeZone(identifier: "America/Lima")))
        #expect(london.shown(evening) == "27 November 2026, 23:00")
        #expect(lima.shown(evening) == "18:00:00")
    }

    @Test func `pages say the host's word for the place, and times in the host's zone`() throws {
        let fixture = try WorkbenchFixture()
        try fixture.record(.failed)
        let laptop = Laptop(fixture.client, fixture.catalogue, WorkbenchSettings())
        let zone = try #require(TimeZone(identifier: "Pacific/Kiritimati"))
        let host = SiteHost(name: "Pages", program: "A program", place: "shelf", zone: zone)
        let site = Site(
            fixture.client, fixture.catalogue, host, laptop.sync, EventBroadcast())
        let context = PageContext(
            site: site, person: try fixture.client.whoami(), time: site.time)
        let view = try fixture.client.view(fixture.audit)
        let id = try view.state(named: WorkbenchFixture.menuOpen)
        let place = try StatePlace(id, of: view, in: context)
        let embedded = PageTemplates.embedded
        let pages = [
            embedded.html(try AuditsPage(in: context)),
            embedded.html(try SyncPage(fixture.audit, in: context)),
            embedded.html(try StatePage(place, in: context)),
            embedded.html(try SearchPage(fixture.audit, SearchAsked(), in: context)),
            embedded.html(try SnippetsPage(in: context)),
        ]
        for page in pages {
            #expect(page.contains("this shelf"))
            #expect(!page.lowercased().contains("this laptop"))
        }
        let recorded = try #require(
            try view.item(id).record.registers().flatMap(\.siblings).newest)
        let clock = site.time.shown(Date(unixMilliseconds: recorded.wallTime))
        #expect(pages[2].contains("Saved on this shelf at \(clock)"))
    }
}
