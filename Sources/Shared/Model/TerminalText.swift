/// Texts that other people wrote, as a terminal may be shown them.
package enum TerminalText {
    /// What the programs themselves send to a terminal in the midst of text: styles, and their end.
    private static let styles = ["0", "1", "2", "31", "32", "33"].map {
        Array("\u{1B}[\($0)m".unicodeScalars)
    }

    /// The text with its control characters shown, not sent, but for line breaks, tabs and styles.
    ///
    /// A name or a note may hold what moves the cursor, writes over what was said, or turns the
    /// direction of what follows.
    package static func shown(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isControl) else { return text }
        let scalars = Array(text.unicodeScalars)
        var shown = String.UnicodeScalarView()
        var place = 0
        while place < scalars.count {
            let rest = scalars[place...]
            if let style = styles.first(where: { rest.starts(with: $0) }) {
                shown.append(contentsOf: style)
                place += style.count
                continue
            }
            let scalar = scalars[place]
            if isControl(scalar) {
                shown.append(contentsOf: picture(of: scalar).unicodeScalars)
            } else {
                shown.append(scalar)
            }
            place += 1
        }
        return String(shown)
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A: false
        case 0x00...0x1F, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false  // open set: every other character has a form of its own
        }
    }

    private static func picture(of scalar: Unicode.Scalar) -> String {
        switch scalar.value {
        case 0x00...0x1F: Unicode.Scalar(0x2400 + scalar.value).map(String.init) ?? ""
        case 0x7F: "\u{2421}"
        default: "<U+\(String(scalar.value, radix: 16, uppercase: true))>"  // open set: the others
        }
    }
}
