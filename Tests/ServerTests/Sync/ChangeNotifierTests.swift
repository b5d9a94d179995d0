import Shared
import Testing

@testable import Server

struct ChangeNotifierTests {
    private let notifier = ChangeNotifier(limits: .standard)
    private let audit = AuditID(high: 9, low: 9)
    private let bearer = Bearer.exporter(audit: AuditID(high: 9, low: 9), token: .zero)

    @Test func `a poke before the wait is not lost`() async throws {
        let place = try #require(notifier.place(in: audit, for: bearer))
        defer { place.leave() }
        notifier.notify(audit)
        notifier.notify(audit)
        var news = place.news.makeAsyncIterator()
        #expect(await news.next() != nil)
    }

    @Test func `a poke wakes all who wait for that audit and nobody else`() async throws {
        let elsewhere = AuditID(high: 8, low: 8)
        let places = try [audit, audit, elsewhere].map {
            try #require(notifier.place(in: $0, for: bearer))
        }
        notifier.notify(audit)
        for place in places { place.leave() }
        var woken = 0
        for place in places {
            for await _ in place.news { woken += 1 }
        }
        #expect(woken == 2)
    }

    @Test func `places are few, and those that are left can be taken again`() throws {
        var limits = Limits.standard
        limits.heldPullsMax = 2
        limits.heldPullsPerPersonMax = 1
        let notifier = ChangeNotifier(limits: limits)
        let others = (1...2).map { Bearer.exporter(audit: AuditID(high: 7, low: $0), token: .zero) }
        let place = try #require(notifier.place(in: audit, for: bearer))
        #expect(notifier.place(in: audit, for: bearer) == nil)
        #expect(notifier.place(in: audit, for: others[0]) != nil)
        #expect(notifier.place(in: audit, for: others[1]) == nil)
        place.leave()
        place.leave()
        #expect(notifier.place(in: audit, for: others[1]) != nil)
        #expect(notifier.place(in: audit, for: bearer) == nil)
    }
}
