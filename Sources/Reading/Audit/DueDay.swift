package import Foundation
import Shared

/// A day by which something is to be judged, as people write it.
///
/// It is stored as noon UTC of the day, so that it is the same day almost everywhere.
package struct DueDay: Hashable, Sendable {
    /// Such as `2026-12-04`.
    package let text: String
    package let noon: Date

    /// - Throws: `AuditError.invalid` for what is no day of the calendar.
    package init(_ typed: String) throws(AuditError) {
        guard let day = try? Date(typed, strategy: Self.style),
            Self.years.contains(day.unixMilliseconds), day.formatted(Self.style) == typed
        else { throw .invalid("“\(typed.prefix(40))” is no day; write it as 2026-12-04") }
        text = typed
        noon = day.addingTimeInterval(12 * 3600)
    }

    /// The day of a stored moment; nil for one that no calendar has.
    package init?(unixMilliseconds: Int64?) {
        guard let moment = unixMilliseconds, Self.years.contains(moment) else { return nil }
        noon = Date(unixMilliseconds: moment)
        text = noon.formatted(Self.style)
    }

    /// Such as `4 December 2026`.
    package var words: String {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_GB")
        format.timeZone = .gmt
        format.dateFormat = "d MMMM yyyy"
        return format.string(from: noon)
    }

    /// Whether the day has ended everywhere.
    package func isOver(at now: Date) -> Bool { noon.addingTimeInterval(24 * 3600) < now }

    private static let style = Date.ISO8601FormatStyle().year().month().day()
    /// The years that have four digits.
    private static let years: Range<Int64> = -62_135_596_800_000..<253_402_300_800_000
}
