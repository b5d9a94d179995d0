import Shared

/// Texts of people as a file for people has them, where markup cannot hold all characters.
extension String {
    /// The lines of the text, whichever way they end; other control characters are signs.
    ///
    /// One line more than the text has line ends, so that joining them gives the text again.
    package var shownLines: [String] {
        var lines: [String] = []
        var line = String.UnicodeScalarView()
        var last: Unicode.Scalar = " "
        for scalar in unicodeScalars {
            // CR LF is one line end.
            if scalar == "\n", last == "\r" {
                last = scalar
                continue
            }
            last = scalar
            if scalar.isLineEnd {
                lines.append(String(line))
                line = String.UnicodeScalarView()
            } else {
                line.append(contentsOf: scalar.shown)
            }
        }
        return lines + [String(line)]
    }

    /// The text in one line, with signs for what turns its direction or the words beside it.
    package var shownInLine: String {
        guard unicodeScalars.contains(where: { !$0.isASCII || $0.value < 0x20 || $0.value == 0x7F })
        else { return self }
        var line = String.UnicodeScalarView()
        for scalar in TerminalText.shown(onOneLine).unicodeScalars {
            line.append(contentsOf: scalar.shown)
        }
        return String(line)
    }

    /// The front of it in one line, with an ellipsis where something is missing.
    package func inLine(_ countMax: Int) -> String {
        let line = shownInLine
        let front = line.unicodeScalars.prefix(countMax)
        return front.endIndex == line.endIndex ? line : String(front) + "…"
    }

    /// The text with signs for what markup cannot hold; line feeds and tabs stay.
    package var withSigns: String {
        guard unicodeScalars.contains(where: { $0.needsSign && $0 != "\n" }) else { return self }
        var shown = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            if scalar == "\n" {
                shown.append(scalar)
            } else {
                shown.append(contentsOf: scalar.shown)
            }
        }
        return String(shown)
    }
}

extension Unicode.Scalar {
    fileprivate var isLineEnd: Bool {
        switch value {
        case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
        default: false  // open set: all other characters
        }
    }

    /// Whether neither HTML nor XML nor Markdown may have it.
    fileprivate var needsSign: Bool {
        switch value {
        case 0x09: false
        case 0x00...0x1F, 0x7F...0x9F, 0xFDD0...0xFDEF: true
        default: value & 0xFFFE == 0xFFFE  // open set: all others but the last two of a plane
        }
    }

    /// Itself; of a control character its picture, of what is no character U+FFFD.
    fileprivate var shown: String.UnicodeScalarView {
        guard needsSign else { return String.UnicodeScalarView([self]) }
        let picture: Unicode.Scalar? =
            switch value {
            case 0x00...0x1F: Unicode.Scalar(0x2400 + value)
            case 0x7F: "\u{2421}"
            default: nil  // open set: what has no picture
            }
        return String.UnicodeScalarView([picture ?? "\u{FFFD}"])
    }
}
