/// Isolates what is written from right to left wherever it stands in a text of ours.
///
/// A name in Arabic or Hebrew would turn the words, numbers and marks around it. Templates mark
/// the names that they put by themselves; in a sentence that was put together elsewhere nobody
/// knows any more where a name begins, but its letters tell. Names from left to right need no mark
/// in English.
struct DirectionIsolation {
    /// The element that gives its content a direction already, and how deep it is nested in itself.
    private var held: (name: Substring, depth: Int)?

    /// - Parameter html: Of our own templates: what people typed has no `<` and no `>` in it.
    static func isolating(_ html: String) -> String {
        // Most pages have no letter of that kind, and cost no more than a look.
        guard html.utf8.contains(where: { mayBegin.contains($0) }), isTurned(html[...])
        else { return html }
        var isolation = DirectionIsolation()
        return isolation.walk(html)
    }

    private mutating func walk(_ html: String) -> String {
        var result = ""
        result.reserveCapacity(html.utf8.count + 1024)
        var rest = html[...]
        while let start = rest.utf8.firstIndex(of: UInt8(ascii: "<")),
            let end = rest.utf8[start...].firstIndex(of: UInt8(ascii: ">"))
        {
            result += isolated(rest[..<start])
            let tag = rest[start...end]
            note(tag)
            result += tag
            rest = rest[rest.utf8.index(after: end)...]
        }
        return result + isolated(rest)
    }

    private mutating func note(_ tag: Substring) {
        let isEnd = tag.utf8.starts(with: "</".utf8)
        let name = tag.dropFirst(isEnd ? 2 : 1).prefix { $0.isLetter || $0.isNumber }
        if let known = held {
            guard known.name == name else { return }
            let depth = known.depth + (isEnd ? -1 : 1)
            held = depth > 0 ? (name, depth) : nil
        } else if !isEnd, name != "input", Self.directed.contains(name) || tag.contains(" dir=\"") {
            held = (name, 1)
        }
    }

    private func isolated(_ text: Substring) -> String {
        guard held == nil, Self.isTurned(text) else { return String(text) }
        var result = ""
        var run = ""  // words from right to left that belong together
        var gap = ""  // what lies between them and the next word
        func close() {
            if !run.isEmpty { result += "<bdi>\(run)</bdi>" }
            result += gap
            run = ""
            gap = ""
        }
        for (word, separator) in Self.words(of: text) {
            if Self.isTurned(word) {
                var core = word.drop { Self.marks.contains($0) }
                while let last = core.last, Self.marks.contains(last) { core.removeLast() }
                let lead = word[..<core.startIndex]
                let trail = word[core.endIndex...]
                if run.isEmpty || !lead.isEmpty || gap != " " {
                    close()
                    result += lead
                    run = String(core)
                } else {
                    run += gap + core
                    gap = ""
                }
                if !trail.isEmpty {
                    close()
                    result += trail
                }
            } else {
                close()
                result += word
            }
            gap += separator
        }
        close()
        return result
    }

    /// Each word with what separates it from the next one; the parts of `screen/label` are words.
    private static func words(of text: Substring) -> [(Substring, Substring)] {
        var words: [(Substring, Substring)] = []
        var rest = text
        while !rest.isEmpty {
            let word = rest.prefix { !isSeparator($0) }
            let separator = rest[word.endIndex...].prefix(while: isSeparator)
            words.append((word, separator))
            rest = rest[separator.endIndex...]
        }
        return words
    }

    private static func isSeparator(_ character: Character) -> Bool {
        character.isWhitespace || character == "/"
    }

    /// Whether it has a letter of a script from right to left.
    private static func isTurned(_ text: Substring) -> Bool {
        text.unicodeScalars.contains { scalar in
            switch scalar.value {
            case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF,
                0x1E800...0x1EFFF:
                true
            default: false  // open set: all other letters
            }
        }
    }

    /// What such a letter's first byte may be in UTF-8, and hardly any other's is.
    private static let mayBegin: Set<UInt8> = Set(0xD6...0xE0).union([0xEF, 0xF0])
    private static let directed: Set<Substring> = [
        "bdi", "option", "script", "style", "textarea", "title",
    ]
    private static let marks: Set<Character> = [
        ",", ".", ";", ":", "!", "?", "(", ")", "“", "”", "‘", "’", "«", "»", "…",
    ]
}
