/// A piece of Markdown, in which every text that is put between literal pieces is escaped.
///
/// It is read by CommonMark, with GitHub's tables: a text is one line there, and nothing in it is
/// markup.
package struct Markdown: ExpressibleByStringInterpolation, Sendable {
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
        package mutating func appendInterpolation(_ text: String) {
            bytes.append(markdown: text.shownInLine)
        }
        package mutating func appendInterpolation(_ number: Int) { bytes.append(decimal: number) }
        package mutating func appendInterpolation(_ piece: Markdown) { bytes += piece.bytes }
    }

    package static func += (left: inout Markdown, right: Markdown) { left.bytes += right.bytes }

    /// Code, or nothing where the text has more than letters, digits and marks of ids and paths.
    package static func code(_ text: String) -> Markdown? {
        let isPlain = text.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"), UInt8(ascii: "+"), UInt8(ascii: ":"), UInt8(ascii: "="):
                true
            default: false  // open set: all other bytes
            }
        }
        guard isPlain, !text.isEmpty else { return nil }
        var code: Markdown = "`"
        code.bytes += text.utf8
        code.bytes.append(UInt8(ascii: "`"))
        return code
    }

    /// A link that shows its address.
    ///
    /// - Precondition: The address has printable ASCII characters alone, none of them a bracket.
    package static func link(_ address: String) -> Markdown {
        precondition(
            address.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"<>\\".utf8.contains($0) },
            "Whoever links to an address has looked at it.")
        var link: Markdown = "<"
        link.bytes += address.utf8
        link.bytes.append(UInt8(ascii: ">"))
        return link
    }

    /// A text of several lines, each line a line there too.
    ///
    /// - Parameter indent: What stands before each line, such as that of a list's element.
    package static func quote(_ text: String, indent: String = "") -> Markdown {
        let lines = text.shownLines.map { $0.allSatisfy(\.isWhitespace) ? "" : $0 }
        var quote: Markdown = ""
        for (index, line) in lines.enumerated() {
            quote.bytes += indent.utf8
            quote.bytes.append(UInt8(ascii: ">"))
            if !line.isEmpty {
                quote.bytes.append(UInt8(ascii: " "))
                quote.bytes.append(markdownLine: line)
                // Without it the next line would go on in this one.
                let goesOn = index + 1 < lines.count && !lines[index + 1].isEmpty
                if goesOn { quote.bytes.append(UInt8(ascii: "\\")) }
            }
            quote.bytes.append(UInt8(ascii: "\n"))
        }
        return quote
    }
}

extension [UInt8] {
    /// A line that may begin with spaces, which would make code of it.
    fileprivate mutating func append(markdownLine line: String) {
        let blanks = line.unicodeScalars.prefix { $0 == " " || $0 == "\t" }
        for blank in blanks { append(literal: blank == " " ? "&nbsp;" : "&emsp;") }
        append(markdown: String(line.unicodeScalars.dropFirst(blanks.count)))
    }

    /// Appends one line in which nothing is markup, wherever in a line it stands.
    fileprivate mutating func append(markdown line: String) {
        let start = count
        let utf8 = Array(line.utf8)
        var digits = true
        for (index, byte) in utf8.enumerated() {
            let next = index + 1 < utf8.count ? utf8[index + 1] : UInt8(ascii: " ")
            switch byte {
            case UInt8(ascii: "\\"), UInt8(ascii: "`"), UInt8(ascii: "*"), UInt8(ascii: "_"),
                UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "<"), UInt8(ascii: ">"),
                UInt8(ascii: "#"), UInt8(ascii: "|"), UInt8(ascii: "~"), UInt8(ascii: "&"),
                UInt8(ascii: "$"):
                append(UInt8(ascii: "\\"))
            // What begins a list, or the line below a heading, does so at the start of a line.
            case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "="):
                if index == 0 { append(UInt8(ascii: "\\")) }
            case UInt8(ascii: "."), UInt8(ascii: ")"):
                let isNumber = digits && index > 0 && [0x20, 0x09].contains(next)
                let isSite = byte == UInt8(ascii: ".") && endsWithWWW(from: start)
                if isNumber || isSite { append(UInt8(ascii: "\\")) }
            // Without it GitHub would make a link of an address, as far as it is one; and a table
            // of a line that stands above this one.
            case UInt8(ascii: ":"):
                if next == UInt8(ascii: "/") || index == 0 && next == UInt8(ascii: "-") {
                    append(UInt8(ascii: "\\"))
                }
            default: break  // open set: all other bytes
            }
            if !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { digits = false }
            append(byte)
        }
    }

    private func endsWithWWW(from start: Int) -> Bool {
        count - start >= 3 && self[(count - 3)...].allSatisfy { $0 | 0x20 == UInt8(ascii: "w") }
    }
}
