import Shared

/// One cell of a CSV file (RFC 4180), safe to open in a spreadsheet.
package enum CSVCell {
    /// Appends a cell, quoted where it has to be; NUL, which no table can hold, as its picture.
    package static func append(_ text: String, to bytes: inout [UInt8]) {
        var text = guarded(text.withShownNulls)
        text.withUTF8 { utf8 in
            guard utf8.contains(where: mustBeQuoted) || utf8.first == space || utf8.last == space
            else { return bytes.append(contentsOf: utf8) }
            bytes.append(quote)
            for byte in utf8 {
                if byte == quote { bytes.append(quote) }
                bytes.append(byte)
            }
            bytes.append(quote)
        }
    }

    /// Puts an apostrophe before what a spreadsheet would run as a formula.
    ///
    /// What has apostrophes there gets one more, so that `unguarded` gives it back as it was.
    package static func guarded(_ text: String) -> String { isFormula(text) ? "'" + text : text }

    /// Takes the apostrophe off again that `guarded`, or somebody in a spreadsheet, put there.
    package static func unguarded(_ text: String) -> String {
        text.utf8.first == UInt8(ascii: "'") && isFormula(text)
            ? String(text.unicodeScalars.dropFirst()) : text
    }

    /// Whether a formula begins after any apostrophes, and after what is not seen.
    ///
    /// Spreadsheets trim some of that before they look. Full-width signs count in some locales.
    private static func isFormula(_ text: String) -> Bool {
        switch text.unicodeScalars.first(where: { $0 != "'" && !isUnseen($0) }) {
        case "=", "+", "-", "@", "\t", "\r", "\n", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}":
            true
        default: false
        }
    }

    /// Spaces of any kind, and what has neither form nor width, such as a byte order mark.
    private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\t", "\r", "\n": return false
        case " "..."~": return scalar == " "
        default:  // open set: all other characters
            let properties = scalar.properties
            switch properties.generalCategory {
            case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator:
                return true
            default: return properties.isDefaultIgnorableCodePoint  // open set: the others
            }
        }
    }

    private static let quote = UInt8(ascii: "\"")
    private static let space = UInt8(ascii: " ")

    /// Semicolons too, because some spreadsheets take them for the separator.
    private static func mustBeQuoted(_ byte: UInt8) -> Bool {
        switch byte {
        case quote, UInt8(ascii: ","), UInt8(ascii: ";"), 0x09, 0x0A, 0x0D: true
        default: false  // open set: all other bytes
        }
    }
}

/// Several values in one cell: `a|b`; a bar or backslash within a value has a backslash before it.
package enum CellList {
    package static func joined(_ values: [String]) -> String {
        values.map(escaped).joined(separator: "|")
    }

    /// The values, without white space around them and without empty ones.
    package static func split(_ cell: String) -> [String] {
        var values = [""]
        var isEscaped = false
        for scalar in cell.unicodeScalars {
            if isEscaped || (scalar != "\\" && scalar != "|") {
                values[values.count - 1].unicodeScalars.append(scalar)
                isEscaped = false
            } else if scalar == "\\" {
                isEscaped = true
            } else {
                values.append("")
            }
        }
        return values.map(\.trimmed).filter { !$0.isEmpty }
    }

    private static func escaped(_ value: String) -> String {
        guard value.utf8.contains(where: { $0 == 0x5C || $0 == 0x7C }) else { return value }
        var result = String.UnicodeScalarView()
        for scalar in value.unicodeScalars {
            if scalar == "\\" || scalar == "|" { result.append("\\") }
            result.append(scalar)
        }
        return String(result)
    }
}
