/// Reads the part of XML that captures are written in, a tag at a time and in one pass.
///
/// Foundation's parser is not used. On Linux it goes on after an error, takes a file that is cut
/// off for a whole one, and is silent about a document type, through which entities of any size or
/// from any file come in. Here a document type and every entity but XML's own five are refused, and
/// each fault has its line.
struct MarkupReader {
    enum Event {
        case start(MarkupTag)
        case end
    }

    private let bytes: [UInt8]
    private let limits: Limits
    private var position = 0
    private var line = 1
    private var open: [(name: String, line: Int)] = []
    private var elements = 0
    private var isClosing = false

    /// - Throws: `CaptureError` for a file that is too large or not in UTF-8.
    init(_ bytes: [UInt8], limits: Limits) throws(CaptureError) {
        guard bytes.count <= limits.captureBytesMax else {
            throw .tooLarge(reason: "it has \(bytes.count) bytes, above \(limits.captureBytesMax)")
        }
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            throw .malformed(line: 1, reason: "the file is UTF-16: save it as UTF-8")
        }
        (self.bytes, self.limits) = (bytes, limits)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
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
        let began = line
        while position < bytes.count {
            if isAt(end) {
                position += end.utf8CodeUnitCount
                return
            }
            step()
        }
        throw .malformed(line: began, reason: "\(what) that begins here never ends")
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
        let began = line
        position += 1
        let name = try takeName("an element")
        if open.isEmpty { rootName = name }
        var tag = MarkupTag(name: name, line: began, depth: open.count)
        while try !endsTag(name) {
            let attribute = try attribute()
            guard tag.attributes.updateValue(attribute.value, forKey: attribute.name) == nil
            else { throw refusal("<\(name)> has “\(attribute.name)” twice") }
            guard tag.attributes.count <= limits.captureAttributesMax
            else { throw refusal("<\(name)> has too many attributes") }
        }
        open.append((name, began))
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
        position += 2
        let name = try takeName("an element’s end")
        skipSpace()
        guard peek(0) == UInt8(ascii: ">") else { throw refusal("</\(name) has no > behind it") }
        position += 1
        guard let last = open.popLast() else { throw refusal("</\(name)> closes nothing") }
        guard last.name == name else {
            throw refusal("</\(name)> stands where <\(last.name)> of line \(last.line) is open")
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
        let began = line
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
            guard byte >= 0x20 || Self.isSpace(byte) else {
                throw refusal("the value of “\(name)” has a character that XML does not allow")
            }
            value.append(byte < 0x20 ? UInt8(ascii: " ") : byte)
            step()
        }
        guard position < bytes.count else {
            throw .malformed(
                line: began,
                reason: "the value of “\(name)” never ends; the file may have been cut off")
        }
        position += 1
        guard let text = String(validating: value, as: UTF8.self)
        else { throw .malformed(line: began, reason: "the value of “\(name)” is not in UTF-8") }
        return text
    }

    /// One of XML's five entities, or a character by number.
    private mutating func reference() throws(CaptureError) -> String {
        let end = bytes[position...].prefix(12).firstIndex(of: UInt8(ascii: ";"))
        guard let end, let text = String(validating: bytes[position + 1..<end], as: UTF8.self)
        else { throw refusal("an & stands alone: XML writes it &amp;") }
        position = end + 1
        if let known = Self.entities[text] { return known }
        let digits = text.dropFirst(2)
        let number =
            text.hasPrefix("#x")
            ? UInt32(digits, radix: 16) : text.hasPrefix("#") ? UInt32(text.dropFirst()) : nil
        guard let number else { throw refusal("the entity &\(text); is not one of XML’s own") }
        guard let scalar = UnicodeScalar(number),
            number >= 0x20 || number == 9 || number == 10 || number == 13
        else { throw refusal("&\(text); is no character that XML allows") }
        return String(Character(scalar))
    }

    private mutating func takeName(_ what: String) throws(CaptureError) -> String {
        let start = position
        while let byte = peek(0), MarkupTag.mayName(byte) { position += 1 }
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
        if bytes[position] == UInt8(ascii: "\n") { line += 1 }
        position += 1
    }

    private mutating func skipSpace() { while let byte = peek(0), Self.isSpace(byte) { step() } }

    private func isAt(_ text: StaticString) -> Bool {
        text.withUTF8Buffer { bytes[position...].starts(with: $0) }
    }

    private func refusal(_ reason: String) -> CaptureError {
        .malformed(line: line, reason: reason)
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }
}
