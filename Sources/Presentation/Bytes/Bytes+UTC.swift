extension [UInt8] {
    /// Appends Unix milliseconds as `2026-03-14T09:26:53.589Z`: always UTC and 24 characters.
    ///
    /// A clock that is wrong by millennia is shown as the first or last moment that four digits
    /// of a year can name, because readers of ISO 8601 refuse anything else.
    package mutating func append(utc: Int64) {
        let time = Swift.min(Swift.max(utc, Self.utcMin), Self.utcMax)
        let millisecondsADay: Int64 = 86_400_000
        let day = (time - Self.utcMin) / millisecondsADay
        let rest = Int((time - Self.utcMin) % millisecondsADay)
        let date = Self.date(daysSinceYear1: Int(day))
        append(date.year, digits: 4, then: "-")
        append(date.month, digits: 2, then: "-")
        append(date.day, digits: 2, then: "T")
        append(rest / 3_600_000, digits: 2, then: ":")
        append(rest / 60_000 % 60, digits: 2, then: ":")
        append(rest / 1_000 % 60, digits: 2, then: ".")
        append(rest % 1_000, digits: 3, then: "Z")
    }

    /// 0001-01-01T00:00:00.000Z.
    private static var utcMin: Int64 { -62_135_596_800_000 }
    /// 9999-12-31T23:59:59.999Z.
    private static var utcMax: Int64 { 253_402_300_799_999 }

    /// The Gregorian date, counted in years that begin in March so that the leap day comes last.
    private static func date(daysSinceYear1 days: Int) -> (year: Int, month: Int, day: Int) {
        let sinceMarch = days + 306  // Days since 0000-03-01.
        let era = sinceMarch / 146_097
        let dayOfEra = sinceMarch % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        let year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
    }

    private mutating func append(_ number: Int, digits: Int, then end: Unicode.Scalar) {
        var divisor = 1
        for _ in 1..<digits { divisor *= 10 }
        while divisor > 0 {
            append(UInt8(ascii: "0") + UInt8(number / divisor % 10))
            divisor /= 10
        }
        append(UInt8(ascii: end))
    }
}
