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
