/// Splits Swift source into code, comments and strings, so that a rule about one skips the others.
///
/// Each part keeps every line and column of the source and has spaces where another part has text.
/// Code inside a string's interpolation counts as code. Regular expression literals are not known:
/// a quote inside one hides at most the rest of its line.
struct SwiftMask {
    private let source: [UInt8]
    private var index = 0
    private var code: [UInt8]
    private var comments: [UInt8]
    private var strings: [UInt8]

    static func split(_ text: String) -> (code: String, comments: String, strings: String) {
        var mask = SwiftMask(text)
        mask.readCode(insideInterpolation: false)
        return (
            String(decoding: mask.code, as: UTF8.self),
            String(decoding: mask.comments, as: UTF8.self),
            String(decoding: mask.strings, as: UTF8.self)
        )
    }

    private init(_ text: String) {
        source = Array(text.utf8)
        let blank = source.map { $0 == newline ? newline : space }
        code = blank
        comments = blank
        strings = blank
    }

    private mutating func readCode(insideInterpolation: Bool) {
        var depth = 0
        while index < source.count {
            skipPlainCode()
            if starts("//") {
                take(endOfLine - index, into: \.comments)
            } else if starts("/*") {
                take(endOfBlockComment - index, into: \.comments)
            } else if let hashes = openingQuoteHashes() {
                readString(hashes: hashes)
            } else if starts("`") {
                readQuotedIdentifier()
            } else {
                if starts("(") { depth += 1 }
                if starts(")") { depth -= 1 }
                take(1, into: \.code)
                if insideInterpolation && depth == 0 { return }
            }
        }
    }

    /// Takes the bytes that cannot begin anything but code in one go: most of a file.
    private mutating func skipPlainCode() {
        var end = index
        while end < source.count && !marks.contains(source[end]) { end += 1 }
        take(end - index, into: \.code)
    }

    private var endOfLine: Int {
        source[index...].firstIndex(of: newline) ?? source.count
    }

    /// Block comments nest in Swift.
    private var endOfBlockComment: Int {
        var depth = 0
        var end = index
        while end < source.count {
            if starts("/*", at: end) {
                depth += 1
                end += 2
            } else if starts("*/", at: end) {
                depth -= 1
                end += 2
                if depth == 0 { return end }
            } else {
                end += 1
            }
        }
        return end
    }

    /// The number of `#` before a quote that starts here, or nil where no string starts.
    private func openingQuoteHashes() -> Int? {
        var end = index
        while end < source.count && source[end] == hash { end += 1 }
        return end < source.count && source[end] == quote ? end - index : nil
    }

    private mutating func readString(hashes: Int) {
        take(hashes, into: \.strings)
        let fence = String(repeating: "#", count: hashes)
        let quotes = starts("\"\"\"") ? "\"\"\"" : "\""
        let escape = "\\" + fence
        take(quotes.utf8.count, into: \.strings)
        while index < source.count {
            if starts(quotes + fence) {
                return take(quotes.utf8.count + hashes, into: \.strings)
            } else if starts(escape + "(") {
                index += escape.utf8.count
                readCode(insideInterpolation: true)
            } else if starts(escape) {
                take(escape.utf8.count + 1, into: \.strings)
            } else if quotes.utf8.count == 1 && source[index] == newline {
                return
            } else {
                take(1, into: \.strings)
            }
        }
    }

    /// Keeps the backticks, so that a rule sees that there was a quoted name.
    private mutating func readQuotedIdentifier() {
        take(1, into: \.code)
        while index < source.count && !starts("`") && source[index] != newline { index += 1 }
        if starts("`") { take(1, into: \.code) }
    }

    private func starts(_ text: String, at position: Int? = nil) -> Bool {
        source[(position ?? index)...].starts(with: text.utf8)
    }

    private mutating func take(_ count: Int, into part: WritableKeyPath<Self, [UInt8]>) {
        let end = min(index + count, source.count)
        self[keyPath: part].replaceSubrange(index..<end, with: source[index..<end])
        index = end
    }
}

private let newline = UInt8(ascii: "\n")
private let space = UInt8(ascii: " ")
private let hash = UInt8(ascii: "#")
private let quote = UInt8(ascii: "\"")
private let marks = Set("/\"#`()".utf8)
