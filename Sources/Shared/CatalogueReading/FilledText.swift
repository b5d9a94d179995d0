/// A text of the catalogue with what stands in braces filled in for one platform.
///
/// `{reader}` and `{platform}` are names; of `{A|B}` iOS has `A` and Android `B`.
struct FilledText {
    private(set) var text = ""
    /// Braces that stand for nothing; they stay in the text as they are.
    private(set) var strays: [Stray] = []

    struct Stray {
        /// From the brace on to the next one that closes.
        let written: String

        /// Whether it looks like one of the names, and is none.
        var isWord: Bool { written.wholeMatch(of: /\{[a-z]+\}/) != nil }
        /// Whether it may be code between words, such as `remember { }`.
        var isCode: Bool {
            written == "}"
                || (written.hasSuffix("}") && !written.contains("|")
                    && written.wholeMatch(of: /\{\s*[A-Za-z]+\s*\}/) == nil)
        }
        var reason: String {
            "`\(written.prefix(40))` stands for nothing; {reader} and {platform} do, and "
                + "{on iOS|on Android}"
        }
    }

    init(_ given: String, for reader: ScreenReader) {
        var rest = given[...]
        while let index = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
            text += rest[..<index]
            let behind = rest[rest.index(after: index)...]
            guard rest[index] == "{",
                let end = behind.firstIndex(where: { $0 == "{" || $0 == "}" }),
                behind[end] == "}", let filling = Self.filling(behind[..<end], for: reader)
            else {
                let closing = behind.firstIndex(of: "}").map { behind.index(after: $0) }
                let whole = rest[index] == "}" ? "}" : rest[index..<(closing ?? rest.endIndex)]
                strays.append(Stray(written: String(whole)))
                text.append(rest[index])
                rest = behind
                continue
            }
            text += filling
            rest = behind[behind.index(after: end)...]
            // Around nothing one space is enough, and none at the edge of a text or a sentence.
            guard filling.isEmpty else { continue }
            if text.isEmpty || text.last == " ", rest.first == " " { rest.removeFirst() }
            if text.last == " ", rest.first.map(".,;:!?)".contains) ?? true { text.removeLast() }
        }
        text += rest
    }

    private static func filling(_ inner: Substring, for reader: ScreenReader) -> String? {
        switch inner {
        case "reader": return reader.title
        case "platform": return reader == .voiceOver ? "iOS" : "Android"
        default:  // open set: any two texts
            let sides = inner.split(separator: "|", omittingEmptySubsequences: false)
            guard sides.count == 2 else { return nil }
            return String(reader == .voiceOver ? sides[0] : sides[1])
        }
    }
}
