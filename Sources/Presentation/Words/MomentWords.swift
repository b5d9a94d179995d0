/// A moment as files for people have it: in UTC, so that it is the same wherever they are made.
package enum MomentWords {
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December",
    ]

    /// Such as `14 March 2026, 09:26 UTC`, of Unix milliseconds.
    package static func words(_ milliseconds: Int64) -> String {
        let text = machine(milliseconds)
        let parts = text.prefix(10).split(separator: "-").compactMap { Int($0) }
        let day = "\(parts[2]) \(months[parts[1] - 1]) \(parts[0])"
        return "\(day), \(text.dropFirst(11).prefix(5)) UTC"
    }

    /// `2026-03-14T09:26:53.589Z`.
    package static func machine(_ milliseconds: Int64) -> String {
        var bytes: [UInt8] = []
        bytes.append(utc: milliseconds)
        return String(decoding: bytes, as: UTF8.self)
    }
}
