import Shared
import TestSupport
import Testing

@testable import Server

/// The laws of the buckets that bound how often somebody may ask.
struct RequestBucketsTests {
    private typealias Buckets = RequestBuckets<Int>

    @Test(arguments: 0..<200)
    func `never more than a minute's worth and the rate since then`(_ seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        let perMinute = Int.random(in: 1...400, using: &generator)
        var buckets = Buckets(countMax: 4)
        var admitted: [Duration] = []
        var now = Duration.zero
        for _ in 0..<600 {
            now += .milliseconds(Int.random(in: 0...300, using: &generator))
            let wait = buckets.take(1, perMinute: perMinute, at: now)
            if wait == nil { admitted.append(now) }
            #expect(wait ?? .zero <= Buckets.window / perMinute)
        }
        for (index, time) in admitted.enumerated() {
            let since = admitted[...index].count { $0 >= time - .seconds(6) }
            #expect(since <= perMinute + perMinute / 10 + 1)
        }
    }

    @Test(arguments: [1, 7, 60, 6_000])
    func `whoever waits as told gets in, a moment earlier not, and asking costs nothing`(
        _ perMinute: Int
    ) throws {
        var buckets = Buckets(countMax: 4)
        for _ in 0..<perMinute {
            let wait = buckets.take(1, perMinute: perMinute, at: .zero)
            #expect(wait == nil)
        }
        let refused = buckets.take(1, perMinute: perMinute, at: .zero)
        let wait = try #require(refused)
        let early = wait - .nanoseconds(1)
        for _ in 0..<3 {
            let again = buckets.take(1, perMinute: perMinute, at: early)
            #expect(again == .nanoseconds(1))
        }
        let (last, next) = (
            buckets.take(1, perMinute: perMinute, at: wait),
            buckets.take(1, perMinute: perMinute, at: wait)
        )
        #expect(last == nil && next != nil)
    }

    @Test func `whoever asks at the rate is never refused, whatever others do`() {
        var buckets = Buckets(countMax: 4)
        for second in 0..<600 {
            let now = Duration.seconds(second)
            let wait = buckets.take(1, perMinute: 60, at: now)
            #expect(wait == nil)
            for _ in 0..<100 { _ = buckets.take(2, perMinute: 60, at: now) }
        }
    }

    @Test func `whoever comes under ever new names is not remembered without end`() {
        var buckets = Buckets(countMax: 100)
        for _ in 0..<60 { _ = buckets.take(-1, perMinute: 60, at: .zero) }
        for name in 0..<10_000 {
            let wait = buckets.take(name, perMinute: 60, at: .zero)
            #expect(wait == nil && buckets.count <= 100)
            // Who has used up a minute's worth is the last to be forgotten.
            let busiest = buckets.take(-1, perMinute: 60, at: .zero)
            #expect(busiest != nil)
        }
        // A minute later all are full: room is made by what loses nothing.
        for name in 0..<200 { _ = buckets.take(20_000 + name, perMinute: 60, at: Buckets.window) }
        #expect(buckets.count <= 100)
    }

    /// The defaults of docs/protocol.md, section 12.
    @Test func `a first sync of 100,000 findings and 200 returning laptops never meet the limit`() {
        let limits = Limits.standard
        var buckets = RequestBuckets<Int>(countMax: limits.requestersMax)
        // Pushes begin with 256 changes and pulls bring 1,000 records; both as if in no time.
        let requests = 100_000 / 256 + 100_000 / limits.pullRecordsMax + 100
        for laptop in 0..<200 {
            for _ in 0..<requests {
                let wait = buckets.take(laptop, perMinute: limits.requestsPerMinuteMax, at: .zero)
                #expect(wait == nil)
            }
        }
    }
}
