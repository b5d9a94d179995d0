import Foundation

/// Text in Unicode's canonical composed form (NFC), compared by its UTF-8 bytes.
///
/// Swift's own `==` on `String` calls different bytes equal; hashed or merged text never uses it.
package struct Text: Hashable, Comparable, Sendable {
    package let string: String

    /// Normalises what a person typed.
    package init(normalizing string: String) {
        self.string = string.isASCII ? string : string.precomposedStringWithCanonicalMapping
    }

    /// Normalises what a person typed, pasted or put into a file, with one kind of line end.
    ///
    /// A browser sends each as CR LF, a spreadsheet of Windows writes it so, and the same text is
    /// no news. What came from elsewhere is kept as it came.
    package init(typed string: String) { self.init(normalizing: string.withLineFeeds) }

    /// Takes text that must already be normalised; nil when it is not.
    package init?(canonical string: String) {
        let text = Text(normalizing: string)
        guard text.string.hasSameBytes(as: string) else { return nil }
        self = text
    }

    package static func == (left: Self, right: Self) -> Bool {
        left.string.hasSameBytes(as: right.string)
    }

    package static func < (left: Self, right: Self) -> Bool {
        left.string.precedesInBytes(right.string)
    }

    package func hash(into hasher: inout Hasher) {
        for byte in string.utf8 { hasher.combine(byte) }
    }
}

extension String {
    /// The same with LF where CR LF or a lone CR ends a line.
    package var withLineFeeds: String {
        let feed = UInt8(ascii: "\n")
        let carriageReturn = UInt8(ascii: "\r")
        guard hasByte(carriageReturn) else { return self }
        // Byte by byte: to Swift CR LF is one character, and CR CR LF is a CR and that.
        var bytes: [UInt8] = []
        bytes.reserveCapacity(utf8.count)
        var isAfterReturn = false
        for byte in utf8 {
            if byte == carriageReturn {
                bytes.append(feed)
            } else if byte != feed || !isAfterReturn {
                bytes.append(byte)
            }
            isAfterReturn = byte == carriageReturn
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The same with `␀` where a NUL is, at which many readers of tables end or refuse a file.
    package var withShownNulls: String {
        guard hasByte(0) else { return self }
        return String(
            String.UnicodeScalarView(unicodeScalars.map { $0 == "\0" ? "\u{2400}" : $0 }))
    }
}

extension FieldValue {
    /// The same as somebody would type it now; of an older text with the line ends of today.
    ///
    /// NUL is its picture, as in CSV.
    package var typed: FieldValue {
        guard case .text(let text) = self else { return self }
        return .text(Text(typed: text.string.withShownNulls))
    }
}
