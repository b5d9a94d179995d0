extension [UInt8] {
    /// Appends text of an element, or of an attribute between double quotes, in XML 1.0.
    ///
    /// What XML has no way to say is shown: a control character by its picture, such as U+241B for
    /// an escape, and the two that are no characters by U+FFFD.
    package mutating func append(_ before: StaticString? = nil, xml text: String) {
        if let before { append(literal: before) }
        guard text.utf8.contains(where: Self.needsXML) else { return append(contentsOf: text.utf8) }
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": append(literal: "&amp;")
            case "<": append(literal: "&lt;")
            case ">": append(literal: "&gt;")
            case "\"": append(literal: "&quot;")
            // As it is it would be read back as a line feed.
            case "\r": append(literal: "&#13;")
            case "\t", "\n": append(UInt8(scalar.value))
            case "\u{0}"..."\u{1F}": append(contentsOf: [0xE2, 0x90, 0x80 + UInt8(scalar.value)])
            case "\u{FFFE}", "\u{FFFF}": append(contentsOf: [0xEF, 0xBF, 0xBD])
            default: append(contentsOf: String(scalar).utf8)  // open set: the others
            }
        }
    }

    /// Whether such a byte may be one that XML does not take as it is.
    private static func needsXML(_ byte: UInt8) -> Bool {
        switch byte {
        case 0..<0x20, 0xEF: true
        case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""): true
        default: false  // open set: all other bytes
        }
    }
}
