package import Foundation

extension Date {
    /// Whole milliseconds since 1970, the form in which times are stored and sent.
    package var unixMilliseconds: Int64 {
        // A moment from outside may lie beyond what the number holds.
        Int64(clampingRounded: timeIntervalSince1970 * 1000)
    }

    package init(unixMilliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(unixMilliseconds) / 1000)
    }
}

extension Int64 {
    fileprivate init(clampingRounded value: Double) {
        self = Int64(exactly: value.rounded()) ?? (value < 0 ? .min : .max)
    }
}
