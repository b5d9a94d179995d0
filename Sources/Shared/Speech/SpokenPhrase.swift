/// A captured phrase in the form in which it is compared: words without signs, cut at its pauses.
struct SpokenPhrase {
    /// A word as it is compared, and what was typed for it: `2` of `two`, `percent` of `40%`.
    struct Word: Hashable {
        let text: String
        /// Empty for one that another word's typing says as well.
        let typed: String
    }

    /// What lies between two pauses; none is empty.
    let segments: [[Word]]
    let isTruncated: Bool

    init(_ text: String) {
        segments = Self.segments(of: text)
        let plain = Self.normalized(text)
        isTruncated = plain.hasSuffix("…") || plain.hasSuffix("...") || plain.hasSuffix(",")
    }

    init(segments: [[Word]]) {
        self.segments = segments
        isTruncated = false
    }

    /// As it was typed, with its pauses as commas.
    var typed: String {
        segments.map { words in
            words.map(\.typed).filter { !$0.isEmpty }.joined(separator: " ")
        }.joined(separator: ", ")
    }

    /// The words of a name or a text that is listened for; speech has no signs.
    static func words(of text: String) -> [String] {
        segments(of: text).flatMap { $0.map(\.text) }
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
            if written == "-" || written == "–" {
                let isInWord = !hasGap && plain.last?.isWordPart == true && next.isWordPart
                let isPause = written == "–" || (next.isSpace && hasGap)
                written = isInWord ? " " : isPause ? "–" : "-"
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

    private static func segments(of text: String) -> [[Word]] {
        var segments: [[Word]] = [[]]
        for typed in text.split(whereSeparator: \.isWhitespace) {
            let pieces = pieces(of: normalized(String(typed)))
            // With a pause within, such as `tab,button`, each piece is typed by itself.
            let isOne = pieces.count == 1 || (pieces.count == 2 && pieces[1].isEmpty)
            var rest = isOne ? signless(String(typed)) : nil
            for (index, piece) in pieces.enumerated() {
                if index > 0 { segments.append([]) }
                for text in piece {
                    segments[segments.count - 1].append(
                        Word(text: text, typed: rest ?? text))
                    if isOne { rest = "" }
                }
            }
        }
        return segments.filter { !$0.isEmpty }.map(SpokenNumbers.counted)
    }

    /// The words of what was typed without a space, cut at commas, semicolons, dashes, ellipses,
    /// and at what ends a sentence or stands before one; with an empty piece where it ends so.
    ///
    /// A comma or full stop between digits belongs to an amount: `$1,200.50`.
    private static func pieces(of text: String) -> [[String]] {
        var pieces: [[String]] = [[]]
        var word = String.UnicodeScalarView()
        let scalars = Array(text.unicodeScalars)
        for (index, scalar) in scalars.enumerated() {
            let next = index + 1 < scalars.count ? scalars[index + 1] : " "
            switch scalar {
            case ";", "…", "–", "—": cut()
            case ":" where next == " ", "!" where next == " ", "?" where next == " ": cut()
            case "," where !(word.last?.isDigit == true && next.isDigit): cut()
            case "." where next == " " || next == ".": cut()
            case "-" where scalars.count == 1: cut()
            case " ": end()
            default: word.append(scalar)
            }
        }
        end()
        return pieces

        func end() {
            pieces[pieces.count - 1] += SpokenNumbers.words(of: signless(String(word)))
            word = String.UnicodeScalarView()
        }
        func cut() {
            end()
            if pieces.last?.isEmpty == false || pieces.count == 1 { pieces.append([]) }
        }
    }

    /// Without the signs around it, of which speech has none.
    private static func signless(_ word: String) -> String {
        let signs: Set<Character> = [
            "!", "?", ".", ",", ":", ";", "…", "–", "—", "(", ")", "[", "]", "{", "}", "·", "•",
            "|", "¿", "¡", "\"", "“", "”", "„", "«", "»",
        ]
        var word = word[...]
        while let first = word.first, signs.contains(first) { word.removeFirst() }
        while let last = word.last, signs.contains(last) { word.removeLast() }
        return String(word)
    }
}

extension [String] {
    /// Where these words are among them for the first time; nil when they are not.
    func position(of words: [String]) -> Int? {
        guard let first = words.first, count >= words.count else { return nil }
        return (0...count - words.count).first { start in
            self[start] == first && self[start..<start + words.count].elementsEqual(words)
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isSpace: Bool {
        isASCII ? value == 0x20 || (0x09...0x0D).contains(value) : properties.isWhitespace
    }

    var isDigit: Bool {
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
        case "，", "、", "،": ","
        case "；", "؛": ";"
        case "。", "．": "."
        case "：": ":"
        case "！": "!"
        case "？", "؟": "?"
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
