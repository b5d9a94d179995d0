/// Reads the part of XML that captures are written in, a tag at a time and in one pass.
///
/// Foundation's parser is not used. On Linux it goes on after an error, takes a file that is cut
/// off for a whole one, and is silent about a document type, through which entities of any size or
/// from any file come in. Here a document type and every entity but XML's own five are refused, and
/// each fault has its place. A character that XML forbids is no fault: whoever tests an app cannot
/// mend what it writes, so U+FFFD stands in its place and is counted.
struct MarkupReader {
    enum Event {
        case start(MarkupTag)
        case end
    }

    private let bytes: [UInt8]
    private let limits: Limits
    private var position: Int
    private var line = 1
    /// Where the present line begins, and how many bytes of it only continue a character.
    private var lineStart = 0
    private var continuing = 0
    private var open: [(name: String, line: Int)] = []
    /// How many characters that XML forbids were read as U+FFFD.
    private(set) var replaced = 0
    private var elements = 0
    private var isClosing = false

    /// - Parameter start: Where the XML begins; what a tool printed before it has its lines.
    /// - Throws: `CaptureError` for a file that is too large or not in UTF-8.
    init(_ bytes: [UInt8], from start: Int = 0, limits: Limits) throws(CaptureError) {
        guard bytes.count <= limits.captureBytesMax else {
            throw .tooLarge(reason: "it has \(bytes.count) bytes, above \(limits.captureBytesMax)")
        }
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            throw .malformed(
                at: CapturePlace(line: 1, column: 1),
                reason: "the file is UTF-16: save it as UTF-8")
        }
        self.bytes = bytes
        self.limits = limits
        position = start == 0 && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : start
        line += bytes[..<start].count { $0 == UInt8(ascii: "\n") }
        lineStart = position
    }

    /// The next start or end of an element; nil after the end of the outermost one.
    mutating func next() throws(CaptureError) -> Event? {
        if isClosing {
            isClosing = false
            open.removeLast()
            return .end
        }
        while true {
            try skipText()
            guard position < bytes.count else { return try finish() }
            switch peek(1) {
            case UInt8(ascii: "?"): try skip(past: "?>", "an instruction")
            case UInt8(ascii: "!"): try skipDeclaration()
            case UInt8(ascii: "/"):
                try closeTag()
                return .end
            default: return .start(try startTag())
            }
        }
    }

    // MARK: Between tags

    /// Passes over text, which captures have none of; outside of the outermost element it is wrong.
    private mutating func skipText() throws(CaptureError) {
        while position < bytes.count, bytes[position] != UInt8(ascii: "<") {
            if open.isEmpty, !Self.isSpace(bytes[position]) {
                // `uiautomator dump /dev/tty` says where it wrote, on the same stream.
                if elements > 0, isAt("UI hier") {
                    position = bytes.count
                    return
                }
                throw refusal(
                    elements == 0
                        ? "this is no XML: it has to begin with <"
                        : "there is text after the end of <\(rootName)>")
            }
            step()
        }
    }

    private mutating func skipDeclaration() throws(CaptureError) {
        if isAt("<!--") {
            try skip(past: "-->", "a comment")
        } else if isAt("<![CDATA["), !open.isEmpty {
            try skip(past: "]]>", "a section")
        } else {
            throw refusal("a document type is never read: captures have none")
        }
    }

    private mutating func skip(past end: StaticString, _ what: String) throws(CaptureError) {
        let began = place
        while position < bytes.count {
            if isAt(end) {
                position += end.utf8CodeUnitCount
                return
            }
            step()
        }
        throw .malformed(at: began, reason: "\(what) that begins here never ends")
    }

    private func finish() throws(CaptureError) -> Event? {
        if let last = open.last {
            throw refusal(
                "the file ends, and <\(last.name)> of line \(last.line) is still open; it may have "
                    + "been cut off")
        }
        guard elements > 0 else { throw refusal("the file is empty") }
        return nil
    }

    // MARK: Tags

    private var rootName = ""

    private mutating func startTag() throws(CaptureError) -> MarkupTag {
        guard !open.isEmpty || elements == 0
        else { throw refusal("a second element follows <\(rootName)>, as if two files were one") }
        elements += 1
        guard elements <= limits.captureElementsMax else {
            throw .tooLarge(
                reason: "it has more than \(limits.captureElementsMax) elements (line \(line))")
        }
        guard open.count < limits.captureDepthMax else {
            throw .tooLarge(
                reason: "elements are more than \(limits.captureDepthMax) deep (line \(line))")
        }
        let began = place
        position += 1
        let name = try takeName("an element")
        if open.isEmpty { rootName = name }
        var tag = MarkupTag(name: name, place: began, depth: open.count)
        while try !endsTag(name) {
            let attribute = try attribute()
            guard tag.attributes.updateValue(attribute.value, forKey: attribute.name) == nil
            else { throw refusal("<\(name)> has “\(attribute.name)” twice") }
            guard tag.attributes.count <= limits.captureAttributesMax
            else { throw refusal("<\(name)> has too many attributes") }
        }
        open.append((name, began.line))
        return tag
    }

    /// Whether the tag ends here, by `>` or, closing itself, by `/>`.
    private mutating func endsTag(_ name: String) throws(CaptureError) -> Bool {
        let before = position
        skipSpace()
        switch peek(0) {
        case UInt8(ascii: ">"): position += 1
        case UInt8(ascii: "/"):
            guard peek(1) == UInt8(ascii: ">")
            else { throw refusal("a / within <\(name)> has no > behind it") }
            position += 2
            isClosing = true
        case nil: throw refusal("the file ends within <\(name)>; it may have been cut off")
        case .some:
            guard position > before
            else { throw refusal("<\(name)> needs a space before its next attribute") }
            return false
        }
        return true
    }

    private mutating func closeTag() throws(CaptureError) {
        let began = place
        position += 2
        let name = try takeName("an element’s end")
        skipSpace()
        guard peek(0) == UInt8(ascii: ">") else { throw refusal("</\(name) has no > behind it") }
        position += 1
        guard let last = open.popLast()
        else { throw .malformed(at: began, reason: "</\(name)> closes nothing") }
        guard last.name == name else {
            throw .malformed(
                at: began,
                reason: "</\(name)> stands where <\(last.name)> of line \(last.line) is open")
        }
    }

    // MARK: Names and values

    private mutating func attribute() throws(CaptureError) -> (name: String, value: String) {
        let name = try takeName("an attribute")
        skipSpace()
        guard peek(0) == UInt8(ascii: "=") else { throw refusal("“\(name)” has no value") }
        position += 1
        skipSpace()
        guard let quote = peek(0), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
        else { throw refusal("the value of “\(name)” is not in quotes") }
        position += 1
        return (name, try value(until: quote, of: name))
    }

    private mutating func value(
        until quote: UInt8, of name: String
    ) throws(CaptureError) -> String {
        let began = place
        var value: [UInt8] = []
        while let byte = peek(0), byte != quote {
            if byte == UInt8(ascii: "&") {
                value += try reference().utf8
                continue
            }
            guard byte != UInt8(ascii: "<")
            else {
                throw refusal("the value of “\(name)” has a < in it; a quote may be missing")
            }
            switch byte {
            case _ where Self.isSpace(byte): value.append(UInt8(ascii: " "))
            case ..<0x20: value += replacement().utf8
            default: value.append(byte)  // open set: every other byte
            }
            step()
        }
        guard position < bytes.count else {
            throw .malformed(
                at: began,
                reason: "the value of “\(name)” never ends; the file may have been cut off")
        }
        position += 1
        guard let text = String(validating: value, as: UTF8.self)
        else { throw .malformed(at: began, reason: "the value of “\(name)” is not in UTF-8") }
        return text
    }

    /// One of XML's five entities, or a character by number; U+FFFD for what is none.
    private mutating func reference() throws(CaptureError) -> String {
        guard let text = referenced()
        else { throw refusal("an & stands alone: XML writes it &amp;") }
        position += text.utf8.count + 2
        if let known = Self.entities[text] { return known }
        guard let number = Self.number(text)
        else { throw refusal("the entity &\(text); is not one of XML’s own") }
        if let scalar = UnicodeScalar(number) {
            let isAllowed = number >= 0x20 || [9, 10, 13].contains(number)
            return isAllowed ? String(Character(scalar)) : replacement()
        }
        // Java writes what is above U+FFFF in two halves.
        guard (0xD800..<0xDC00).contains(number), peek(0) == UInt8(ascii: "&"),
            let low = referenced(), let second = Self.number(low),
            (0xDC00..<0xE000).contains(second),
            let joined = UnicodeScalar(0x10000 + (number - 0xD800) << 10 + (second - 0xDC00))
        else { return replacement() }
        position += low.utf8.count + 2
        return String(Character(joined))
    }

    /// What stands between the & here and its semicolon; nil where that does not follow soon.
    private func referenced() -> String? {
        let rest = bytes[position...].dropFirst().prefix(12)
        guard let end = rest.firstIndex(of: UInt8(ascii: ";")) else { return nil }
        return String(validating: rest[..<end], as: UTF8.self)
    }

    /// The number of `#10` or `#xA`, at most one above all that are characters.
    private static func number(_ text: String) -> UInt32? {
        let isHex = text.hasPrefix("#x")
        let digits = text.dropFirst(isHex ? 2 : 1)
        guard text.hasPrefix("#"), !digits.isEmpty,
            digits.allSatisfy({ $0.isASCII && (isHex ? $0.isHexDigit : $0.isNumber) })
        else { return nil }
        return min(UInt32(digits, radix: isHex ? 16 : 10) ?? .max, 0x110000)
    }

    private mutating func replacement() -> String {
        replaced += 1
        return "\u{FFFD}"
    }

    private mutating func takeName(_ what: String) throws(CaptureError) -> String {
        let start = position
        while let byte = peek(0), MarkupTag.mayName(byte) { step() }
        guard start < position, position - start <= 256,
            let name = String(validating: bytes[start..<position], as: UTF8.self)
        else { throw refusal("\(what) has no name that can be read") }
        return name
    }

    // MARK: Bytes

    private static let entities = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]

    private func peek(_ offset: Int) -> UInt8? {
        position + offset < bytes.count ? bytes[position + offset] : nil
    }

    private mutating func step() {
        let byte = bytes[position]
        position += 1
        if byte & 0b1100_0000 == 0b1000_0000 { continuing += 1 }
        guard byte == UInt8(ascii: "\n") else { return }
        line += 1
        lineStart = position
        continuing = 0
    }

    /// Counts characters, not bytes, as editors do.
    private var place: CapturePlace {
        CapturePlace(line: line, column: position - lineStart - continuing + 1)
    }

    private mutating func skipSpace() { while let byte = peek(0), Self.isSpace(byte) { step() } }

    private func isAt(_ text: StaticString) -> Bool {
        text.withUTF8Buffer { bytes[position...].starts(with: $0) }
    }

    private func refusal(_ reason: String) -> CaptureError {
        .malformed(at: place, reason: reason)
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }
}
