package import Shared

/// JSON written by hand: the exports' rows are too many for Foundation's encoder, which is ten
/// times slower and promises no order of keys.
///
/// What is generic is inlinable: rows are written in another module, which would else ask for the
/// types of their elements with each of them.
extension [UInt8] {
    @inlinable package mutating func append(literal: StaticString) {
        literal.withUTF8Buffer { append(contentsOf: $0) }
    }

    // What is given before a value stands there as it is: a bracket, a key, a colon.

    /// Appends a JSON string (RFC 8259): quotes, backslashes and control characters are escaped.
    package mutating func append(_ before: StaticString? = nil, json text: String) {
        if let before { append(literal: before) }
        var text = text
        append(UInt8(ascii: "\""))
        text.withUTF8 { utf8 in
            var start = 0
            for index in utf8.indices where Self.mustBeEscaped(utf8[index]) {
                append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start..<index]))
                append(escaping: utf8[index])
                start = index + 1
            }
            append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start...]))
        }
        append(UInt8(ascii: "\""))
    }

    /// Appends null for an empty text too.
    package mutating func append(_ before: StaticString? = nil, jsonOrNull text: String?) {
        if let before { append(literal: before) }
        if let text, !text.isEmpty { append(json: text) } else { append(literal: "null") }
    }

    @inlinable package mutating func append<Elements: Collection>(
        _ before: StaticString? = nil, array elements: Elements,
        _ appendElement: (Elements.Element, inout [UInt8]) -> Void
    ) {
        if let before { append(literal: before) }
        append(UInt8(ascii: "["))
        for (index, element) in elements.enumerated() {
            if index > 0 { append(UInt8(ascii: ",")) }
            appendElement(element, &self)
        }
        append(UInt8(ascii: "]"))
    }

    /// Appends an id as a JSON string of 32 hexadecimal digits.
    package mutating func append<Kind>(_ before: StaticString? = nil, json id: Identifier<Kind>) {
        if let before { append(literal: before) }
        append(UInt8(ascii: "\""))
        append(hex: id.high)
        append(hex: id.low)
        append(UInt8(ascii: "\""))
    }

    /// Appends a dot as a JSON string: 32 hexadecimal digits, a colon and the number.
    package mutating func append(_ before: StaticString? = nil, json dot: Dot) {
        if let before { append(literal: before) }
        append(UInt8(ascii: "\""))
        append(hex: dot.replica.high)
        append(hex: dot.replica.low)
        append(UInt8(ascii: ":"))
        append(decimal: dot.n)
        append(UInt8(ascii: "\""))
    }

    @inlinable package mutating func append(decimal number: some BinaryInteger) {
        append(contentsOf: String(number).utf8)
    }

    @inlinable package mutating func append(decimalOrNull number: (some BinaryInteger)?) {
        if let number { append(decimal: number) } else { append(literal: "null") }
    }

    private static func mustBeEscaped(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private mutating func append(escaping byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): append(literal: #"\""#)
        case UInt8(ascii: "\\"): append(literal: #"\\"#)
        case 0x08: append(literal: #"\b"#)
        case 0x09: append(literal: #"\t"#)
        case 0x0A: append(literal: #"\n"#)
        case 0x0C: append(literal: #"\f"#)
        case 0x0D: append(literal: #"\r"#)
        default:
            append(literal: #"\u00"#)
            append(Self.hexDigit(byte >> 4))
            append(Self.hexDigit(byte & 15))
        }
    }

    private mutating func append(hex word: UInt64) {
        // At once: a row has a dozen ids, and each byte appended by itself asks for room anew.
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 16) { digits in
            for index in 0..<16 {
                let digit = UInt8(truncatingIfNeeded: word >> UInt64(60 - 4 * index)) & 15
                digits.initializeElement(at: index, to: Self.hexDigit(digit))
            }
            append(contentsOf: digits)
        }
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}
