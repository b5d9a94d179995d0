import Foundation

/// Text in Unicode's canonical composed form (NFC), compared by its UTF-8 bytes.
///
/// Swift's own `==` on `String` calls different bytes equal; hashed or merged text never uses it.
package struct Text: Hashable, Comparable, Sendable {
    /// The normalised text.
    package let string: String

    /// Normalises what a person typed.
    package init(normalizing string: String) {
        self.string =
            string.utf8.allSatisfy { $0 < 0x80 }
            ? string
            : string.precomposedStringWithCanonicalMapping
    }

    /// Takes text that must already be normalised; nil when it is not.
    package init?(canonical string: String) {
        let text = Text(normalizing: string)
        guard text.string.utf8.elementsEqual(string.utf8) else { return nil }
        self = text
    }

    package static func == (left: Self, right: Self) -> Bool {
        left.string.utf8.elementsEqual(right.string.utf8)
    }

    package static func < (left: Self, right: Self) -> Bool {
        left.string.utf8.lexicographicallyPrecedes(right.string.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        for byte in string.utf8 { hasher.combine(byte) }
    }
}
