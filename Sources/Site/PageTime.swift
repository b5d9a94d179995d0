package import Foundation

/// The one thing that turns a moment into words: when a page is made, and in which zone it is read.
package struct PageTime: Sendable {
    package let now: Date
    private let calendar: Calendar

    package init(now: Date, zone: TimeZone) {
        self.now = now
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        self.calendar = calendar
    }

    /// Such as `19 Nov 2026`.
    func day(_ moment: Date) -> String { Parts(moment, calendar).day }

    /// Such as `19 Nov 2026, 08:03`.
    func dated(_ moment: Date) -> String {
        let parts = Parts(moment, calendar)
        return "\(parts.day), \(parts.clock)"
    }

    /// A time of today as `14:33:05`, another day as `19 November 2026, 14:33`.
    package func shown(_ moment: Date) -> String {
        let parts = Parts(moment, calendar)
        return isToday(moment)
            ? "\(parts.clock):\(parts.second)" : "\(parts.longDay), \(parts.clock)"
    }

    func isToday(_ moment: Date) -> Bool { calendar.isDate(moment, inSameDayAs: now) }

    /// By hand: a formatter of the library costs more than all else on a line of a list.
    private struct Parts {
        let day, longDay, clock, second: String

        init(_ moment: Date, _ calendar: Calendar) {
            let parts = calendar.dateComponents(
                [.year, .month, .day, .hour, .minute, .second], from: moment)
            let year = parts.year ?? 0
            let number = parts.day ?? 0
            let month = Self.months[((parts.month ?? 1) - 1) % Self.months.count]
            day = "\(number) \(month.prefix(3)) \(year)"
            longDay = "\(number) \(month) \(year)"
            clock = "\(Self.twoDigits(parts.hour)):\(Self.twoDigits(parts.minute))"
            second = Self.twoDigits(parts.second)
        }

        private static let months = [
            "January", "February", "March", "April", "May", "June", "July", "August", "September",
            "October", "November", "December",
        ]

        private static func twoDigits(_ number: Int?) -> String {
            let number = number ?? 0
            return number < 10 ? "0\(number)" : "\(number)"
        }
    }
}
