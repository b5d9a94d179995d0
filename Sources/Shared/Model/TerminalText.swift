/// Texts that other people wrote, as a terminal may be shown them.
package enum TerminalText {
    /// What the programs themselves put into a text for a terminal.
    ///
    /// Escape sequences that others wrote are shown, like all control characters.
    package enum Style: String, CaseIterable, Sendable {
        case end = "0"
        case bold = "1"
        case red = "31"
        case green = "32"
        case yellow = "33"

        /// A character that stands for it until the text is sent: of a range that no script has.
        fileprivate var mark: Unicode.Scalar {
            switch self {
            case .end: "\u{10FF00}"
            case .bold: "\u{10FF01}"
            case .red: "\u{10FF02}"
            case .green: "\u{10FF03}"
            case .yellow: "\u{10FF04}"
            }
        }
    }

    /// The text in a style, for `shown(_:inColour:)`.
    package static func styled(_ text: String, _ style: Style) -> String {
        "\(style.mark)\(text)\(Style.end.mark)"
    }

    /// The text with its control characters shown, not sent, but for line breaks and tabs.
    ///
    /// A name or a note may hold what moves the cursor, writes over what was said, or turns the
    /// direction of what follows.
    ///
    /// - Parameter inColour: Whether styles are sent; else they are left out.
    package static func shown(_ text: String, inColour: Bool = false) -> String {
        guard text.unicodeScalars.contains(where: { isControl($0) || isStyle($0) })
        else { return text }
        var shown = ""
        for scalar in text.unicodeScalars {
            if let style = marks[scalar] {
                if inColour { shown += "\u{1B}[\(style.rawValue)m" }
            } else if isControl(scalar) {
                shown += picture(of: scalar)
            } else {
                shown.unicodeScalars.append(scalar)
            }
        }
        return shown
    }

    /// The text as one word of a command that somebody copies into a POSIX shell.
    ///
    /// Between single quotes a shell takes everything for what it is.
    package static func shellWord(_ text: String) -> String {
        let isPlain = text.unicodeScalars.allSatisfy {
            $0.isASCII && $0.properties.isAlphabetic || plainInShells.contains($0)
        }
        if isPlain, !text.isEmpty { return text }
        // By scalars: a mark behind a quote makes one character of both, which is no quote.
        let parts = text.unicodeScalars.split(separator: "'", omittingEmptySubsequences: false)
        return "'\(parts.map { String($0) }.joined(separator: #"'\''"#))'"
    }

    private static let plainInShells = Set("0123456789-_./:@%+,".unicodeScalars)

    private static let marks = Dictionary(
        uniqueKeysWithValues: Style.allCases.map { ($0.mark, $0) })

    /// Whether it is in the range of the marks: exports ask it of each character that they have.
    private static func isStyle(_ scalar: Unicode.Scalar) -> Bool {
        (0x10FF00...0x10FFFF).contains(scalar.value)
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

/// Names that people give: they stand in lines of terminals and tables, beside each other.
extension String {
    /// The text in one line, with what moves a terminal's cursor as a sign that is seen.
    ///
    /// Names are read so, whoever wrote them: a name with a line break would write a line of its
    /// own into what somebody else's program tells.
    package var onOneLine: String {
        guard unicodeScalars.contains(where: \.endsLineOrControls) else { return self }
        var line = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            switch scalar.value {
            case _ where !scalar.endsLineOrControls: line.append(scalar)
            case 0x09...0x0D, 0x85, 0x2028, 0x2029: line.append(" ")
            case 0x00...0x1F: line.append(Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}")
            default: line.append("\u{FFFD}")  // open set: the other controls
            }
        }
        return String(line)
    }

    /// Whether it is one line of which something is seen.
    package var isName: Bool {
        !unicodeScalars.contains(where: \.endsLineOrControls)
            && unicodeScalars.contains(where: \.isSeen)
    }
}

extension Unicode.Scalar {
    package var endsLineOrControls: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false  // open set: letters, marks, signs, spaces
        }
    }

    /// Letters that are blank are the fillers of Hangul and the empty pattern of Braille.
    fileprivate var isSeen: Bool {
        switch properties.generalCategory {
        case .format, .spaceSeparator, .unassigned, .surrogate: false
        default: ![0x115F, 0x1160, 0x2800, 0x3164, 0xFFA0].contains(value)  // open set: the others
        }
    }
}
