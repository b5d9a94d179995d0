import Foundation
import Shared
import Testing

/// Moments as they are stored and sent (`Date+Milliseconds.swift`).
struct DateMillisecondsTests {
    @Test(arguments: [0, 1, -1, 1_795_219_200_123, 253_402_300_799_999])
    func `a moment comes back as it was`(milliseconds: Int64) {
        #expect(Date(unixMilliseconds: milliseconds).unixMilliseconds == milliseconds)
    }

    @Test func `a moment beyond what the number holds ends no program`() {
        for milliseconds in [Int64.max, .max - 1, .min, .min + 1] {
            let again = Date(unixMilliseconds: milliseconds).unixMilliseconds
            #expect((again < 0) == (milliseconds < 0))
        }
        #expect(Date(timeIntervalSince1970: .infinity).unixMilliseconds == .max)
        #expect(Date(timeIntervalSince1970: -.infinity).unixMilliseconds == .min)
    }
}
