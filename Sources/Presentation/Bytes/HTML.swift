/// A piece of a page, in which every text that is put between literal pieces is escaped.
///
/// Nothing that somebody typed can become a tag or an attribute: only literals of ours are markup.
package struct HTML: ExpressibleByStringInterpolation, Sendable {
    package private(set) var bytes: [UInt8]

    package init(stringLiteral literal: String) { bytes = Array(literal.utf8) }
    package init(stringInterpolation: StringInterpolation) { bytes = stringInterpolation.bytes }

    /// Escapes each value that is put into a literal.
    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var bytes: [UInt8] = []

        package init(literalCapacity: Int, interpolationCount: Int) {
            bytes.reserveCapacity(literalCapacity + 32 * interpolationCount)
        }

        package mutating func appendLiteral(_ literal: String) { bytes += literal.utf8 }
        package mutating func appendInterpolation(_ text: String) { bytes.append(html: text) }
        package mutating func appendInterpolation(_ number: Int) { bytes.append(decimal: number) }
        package mutating func appendInterpolation(_ piece: HTML) { bytes += piece.bytes }
        package mutating func appendInterpolation(_ pieces: [HTML]) {
            for piece in pieces { bytes += piece.bytes }
        }
    }

    package static func += (left: inout HTML, right: HTML) { left.bytes += right.bytes }
}

extension [UInt8] {
    /// Appends a text as HTML has it, between tags or between quotes.
    ///
    /// Control characters are signs: a page that holds them is no valid one.
    package mutating func append(html text: String) {
        var text = text.withSigns
        text.withUTF8 { utf8 in
            var start = 0
            for index in utf8.indices {
                let reference: StaticString
                switch utf8[index] {
                case UInt8(ascii: "&"): reference = "&amp;"
                case UInt8(ascii: "<"): reference = "&lt;"
                case UInt8(ascii: ">"): reference = "&gt;"
                case UInt8(ascii: "\""): reference = "&quot;"
                case UInt8(ascii: "'"): reference = "&#39;"
                default: continue  // open set: all other bytes
                }
                append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start..<index]))
                append(literal: reference)
                start = index + 1
            }
            append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start...]))
        }
    }
}
