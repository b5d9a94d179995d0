/// Whether somebody has the file of a tag already, as `If-None-Match` says (RFC 9110, 13.1.2).
package func isKnown(_ tag: String, by header: String?) -> Bool {
    header.map { $0.contains(tag) || $0.filter { !$0.isWhitespace } == "*" } ?? false
}

/// What a request asks of a file's bytes (RFC 9110, section 14).
package enum ByteRange: Hashable, Sendable {
    case whole
    /// At least one byte, and none behind the end of the file.
    case part(Range<UInt64>)

    /// Reads the header `Range`; anything but one range of bytes is the whole file.
    ///
    /// - Throws: `range-unsatisfiable` for a range without any byte of the file.
    package init(_ header: String?, size: UInt64) throws(Problem) {
        guard let header, header.hasPrefix("bytes="),
            let (first, last) = Self.bounds(header.dropFirst("bytes=".count))
        else {
            self = .whole
            return
        }
        switch (first, last) {
        case (let first?, let last):
            guard first < size else { throw Self.unsatisfiable(size) }
            self = .part(first..<min(last.map { $0 == .max ? $0 : $0 + 1 } ?? size, size))
        case (nil, let count?):
            guard count > 0 else { throw Self.unsatisfiable(size) }
            self = .part((size - min(count, size))..<size)
        case (nil, nil): self = .whole
        }
    }

    package func bounds(of size: UInt64) -> Range<UInt64> {
        switch self {
        case .whole: 0..<size
        case .part(let range): range
        }
    }

    /// `5-9`, `5-` or `-5` as numbers; nil for anything else.
    private static func bounds(_ text: Substring) -> (first: UInt64?, last: UInt64?)? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        let first = UInt64(parts[0])
        let last = UInt64(parts[1])
        guard parts[0].isEmpty == (first == nil), parts[1].isEmpty == (last == nil)
        else { return nil }
        if let first, let last, last < first { return nil }
        return (first, last)
    }

    private static func unsatisfiable(_ size: UInt64) -> Problem {
        Problem(.rangeUnsatisfiable, expected: "\(size)")
    }
}
