import Foundation

/// Reads the moments of a certificate as libcurl tells them, which depends on its TLS library.
enum CertificateDate {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// OpenSSL: `Nov  1 22:46:30 2027 GMT`; others: `2027-11-01 22:46:30 GMT`; nil for else.
    static func read(_ text: String) -> Date? {
        let words = text.split(separator: " ")
        guard words.last == "GMT" else { return nil }
        switch words.count {
        case 5:
            guard let month = months.firstIndex(of: String(words[0])) else { return nil }
            return date([words[3], "\(month + 1)", words[1]], time: words[2])
        case 3: return date(words[0].split(separator: "-"), time: words[1])
        default: return nil  // open set: forms of a date
        }
    }

    private static func date(_ day: [Substring], time: Substring) -> Date? {
        let numbers = (day + time.split(separator: ":")).map { Int($0) }
        guard numbers.count == 6, numbers.allSatisfy({ $0 != nil }) else { return nil }
        var parts = DateComponents()
        parts.year = numbers[0]
        parts.month = numbers[1]
        parts.day = numbers[2]
        parts.hour = numbers[3]
        parts.minute = numbers[4]
        parts.second = numbers[5]
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        parts.calendar = calendar
        return parts.isValidDate ? calendar.date(from: parts) : nil
    }
}
