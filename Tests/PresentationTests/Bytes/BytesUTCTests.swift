import Foundation
import TestSupport
import Testing

@testable import Presentation

struct BytesUTCTests {
    private func utc(_ milliseconds: Int64) -> String {
        var bytes: [UInt8] = []
        bytes.append(utc: milliseconds)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(arguments: [
        (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
        (951_782_400_000, "2000-02-29T00:00:00.000Z"),
        (4_107_542_399_999, "2100-02-28T23:59:59.999Z"),
        (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
    ])
    func `a moment is written to the millisecond`(milliseconds: Int64, text: String) {
        #expect(utc(milliseconds) == text)
    }

    @Test func `a clock beyond four digits of a year is held at the nearest end`() {
        #expect(utc(.max) == "9999-12-31T23:59:59.999Z")
        #expect(utc(.min) == "0001-01-01T00:00:00.000Z")
    }

    @Test func `dates agree with Foundation's since 1600`() {
        for seed in Seeds.first(20) {
            var generator = SeededGenerator(seed: seed)
            for _ in 0..<100 {
                let second = Int64(generator.below(260_000_000_000)) - 11_670_000_000
                let date = Date(timeIntervalSince1970: TimeInterval(second))
                let expected = date.formatted(.iso8601).replacing("Z", with: ".000Z")
                #expect(utc(second * 1_000) == expected, "\(Seeds.replay(seed))")
            }
        }
    }
}
