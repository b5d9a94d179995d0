/// A captured phrase in the form in which it is compared: small letters, cut at its pauses.
struct SpokenPhrase {
    /// What lies between two pauses; never empty strings.
    let segments: [String]
    let isTruncated: Bool
    /// As it was given.
    private let text: String

    init(_ text: String) {
        self.text = text
        let plain = Self.normalized(text)
        segments = Self.segments(of: plain)
        isTruncated = plain.hasSuffix("…") || plain.hasSuffix("...") || plain.hasSuffix(",")
    }

    // Scalars and bytes, not characters: thousands of rows may say what was heard.

    /// One form for what sounds alike: letters small, spaces single and for hyphens, no quotes.
    static func normalized(_ text: String) -> String {
        var plain = String.UnicodeScalarView()
        var hasGap = false
        let scalars = Array(Text(normalizing: text).string.lowercased().unicodeScalars)
        for (index, scalar) in scalars.enumerated() {
            let next = index + 1 < scalars.count ? scalars[index + 1] : " "
            var written = scalar.straightened
            if written == "'", hasGap || plain.isEmpty || !next.isWordPart { continue }
            if written == "-" {
                let isInWord = !hasGap && !plain.isEmpty && next.isWordPart
                written = isInWord ? " " : next.isSpace && hasGap ? "–" : "-"
            }
            if written.isSpace {
                hasGap = !plain.isEmpty
            } else if !written.isUnheard {
                if hasGap { plain.append(" ") }
                hasGap = false
                plain.append(written)
            }
        }
        return String(plain)
    }

    /// The form of a name or a text that is listened for, without what ends a sentence.
    static func listenedFor(_ text: String) -> String {
        var plain = normalized(text)
        while let last = plain.last, "!?.,:;…–—".contains(last) { plain.removeLast() }
        return plain
    }

    /// Cuts at commas, semicolons, dashes, ellipses, and what ends a sentence or stands before one.
    ///
    /// A comma or full stop between digits belongs to an amount: `$1,200.50`.
    private static func segments(of text: String) -> [String] {
        var segments: [String] = []
        var segment = String.UnicodeScalarView()
        let scalars = Array(text.unicodeScalars)
        for (index, scalar) in scalars.enumerated() {
            let next = index + 1 < scalars.count ? scalars[index + 1] : " "
            switch scalar {
            case ";", "…", "–", "—": cut()
            case ":" where next == " ", "!" where next == " ", "?" where next == " ": cut()
            case "," where !(segment.last?.isDigit == true && next.isDigit): cut()
            case "." where next == " " || next == ".": cut()
            case " " where segment.isEmpty: continue
            default: segment.append(scalar)
            }
        }
        cut()
        return segments

        func cut() {
            while segment.last == " " { segment.removeLast() }
            if !segment.isEmpty { segments.append(String(segment)) }
            segment = String.UnicodeScalarView()
        }
    }

    init(segments: [String]) {
        self.segments = segments
        isTruncated = false
        text = segments.joined(separator: ", ")
    }

    /// Its pauses as commas in the words of the other, where both have the same number of words.
    func written(as other: SpokenPhrase) -> String {
        var words = other.text.split(whereSeparator: \.isWhitespace)[...]
        let lengths = segments.map { $0.split(separator: " ").count }
        guard words.count == lengths.reduce(0, +) else { return text }
        return lengths.map { length in
            defer { words = words.dropFirst(length) }
            return words.prefix(length).joined(separator: " ")
        }.joined(separator: ", ")
    }

    /// The segments, with those that together are the given text joined to one.
    func joining(_ text: String) -> [String] {
        let parts = Self.segments(of: text)
        guard parts.count > 1, segments.count >= parts.count else { return segments }
        var joined: [String] = []
        var index = 0
        while index < segments.count {
            let end = index + parts.count
            if end <= segments.count, Array(segments[index..<end]) == parts {
                joined.append(text)
                index = end
            } else {
                joined.append(segments[index])
                index += 1
            }
        }
        return joined
    }
}

extension String {
    /// What stands before and behind a text that occurs here as whole words; nil when it does not.
    func surroundings(ofWords text: String) -> (before: String, behind: String)? {
        let count = text.utf8.count
        guard count > 0, utf8.count >= count else { return nil }
        var start = utf8.startIndex
        var left = utf8.count - count
        while true {
            if utf8[start...].starts(with: text.utf8) {
                let end = utf8.index(start, offsetBy: count)
                let isCut =
                    unicodeScalars[..<start].last?.isWordPart == true
                    || unicodeScalars[end...].first?.isWordPart == true
                if !isCut { return (self[..<start].trimmed(), self[end...].trimmed()) }
            }
            guard left > 0 else { return nil }
            left -= 1
            start = utf8.index(after: start)
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isSpace: Bool {
        isASCII ? value == 0x20 || (0x09...0x0D).contains(value) : properties.isWhitespace
    }

    fileprivate var isDigit: Bool {
        isASCII ? (0x30...0x39).contains(value) : properties.numericType != nil
    }

    /// A letter, a digit, or what combines with one.
    fileprivate var isWordPart: Bool {
        guard !isASCII else { return isDigit || (0x61...0x7A).contains(value | 0x20) }
        return properties.isAlphabetic || isDigit || properties.canonicalCombiningClass.rawValue > 0
    }

    fileprivate var straightened: Unicode.Scalar {
        switch self {
        case "‘", "’", "‚", "‛": "'"
        case "\u{2010}", "\u{2011}": "-"
        case "\u{2012}", "\u{2015}": "–"
        default: self
        }
    }

    /// Double quotes of any kind, and characters that only steer how a text is written.
    fileprivate var isUnheard: Bool {
        switch self {
        case "\"", "“", "”", "„", "‟", "«", "»", "‹", "›": true
        default: !isASCII && properties.generalCategory == .format
        }
    }
}

extension Substring {
    fileprivate func trimmed() -> String {
        utf8.isEmpty ? "" : split(separator: " ").joined(separator: " ")
    }
}
