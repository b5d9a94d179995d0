/// A captured phrase in the form in which it is compared: small letters, cut at its pauses.
struct SpokenPhrase {
    /// What lies between two pauses; never empty strings.
    let segments: [String]
    /// Whether the capture ends in the midst of speech.
    let isTruncated: Bool

    init(_ text: String) {
        let plain = Self.normalized(text)
        segments = Self.segments(of: plain)
        isTruncated = plain.hasSuffix("…") || plain.hasSuffix("...") || plain.hasSuffix(",")
    }

    /// One form for what sounds alike: quotes straight, letters small, spaces single.
    static func normalized(_ text: String) -> String {
        let straight = text.map { character -> Character in
            switch character {
            case "‘", "’": "'"
            case "“", "”": "\""
            case "\u{2010}", "\u{2011}": "-"
            default: character.isWhitespace ? " " : character
            }
        }
        return String(straight).lowercased().split(separator: " ").joined(separator: " ")
            .replacing("double-tap", with: "double tap")
    }

    /// Cuts at commas, semicolons, ellipses, and full stops that end a sentence.
    ///
    /// A comma or full stop between digits belongs to an amount: `$1,200.50`.
    private static func segments(of text: String) -> [String] {
        var segments: [String] = []
        var segment = ""
        let characters = Array(text)
        for (index, character) in characters.enumerated() {
            let next = index + 1 < characters.count ? characters[index + 1] : " "
            let isInNumber = segment.last?.isNumber == true && next.isNumber
            switch character {
            case ";", "…": cut()
            case "," where !isInNumber: cut()
            case "." where next == " " || next == ".": cut()
            default: segment.append(character)
            }
        }
        cut()
        return segments

        func cut() {
            let words = segment.split(separator: " ").joined(separator: " ")
            if !words.isEmpty { segments.append(words) }
            segment = ""
        }
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
        guard !text.isEmpty else { return nil }
        var start = startIndex
        while let found = self[start...].firstRange(of: text) {
            let isCut =
                found.lowerBound > startIndex && self[index(before: found.lowerBound)].isWordPart
                || found.upperBound < endIndex && self[found.upperBound].isWordPart
            if !isCut {
                return (
                    self[..<found.lowerBound].trimmed(), self[found.upperBound...].trimmed()
                )
            }
            start = index(after: found.lowerBound)
        }
        return nil
    }
}

extension Character {
    fileprivate var isWordPart: Bool { isLetter || isNumber }
}

extension Substring {
    fileprivate func trimmed() -> String { split(separator: " ").joined(separator: " ") }
}
