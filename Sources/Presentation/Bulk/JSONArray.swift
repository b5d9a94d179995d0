/// Takes the elements of one JSON array apart, without looking into them.
///
/// Each has the line on which it begins, which Foundation's decoder does not tell.
struct JSONArray {
    /// From 1; in the end the line of the last byte that was looked at.
    private(set) var line = 1
    /// Why there are no more elements, where that is not the array's end.
    private(set) var fault: String?

    static let tooLong =
        "there are more than \(ByteSource.rowBytesMax >> 20) MiB in one element: is it one?"

    /// What is there of the source, or all there is.
    private var bytes: ArraySlice<UInt8>
    private let source: ByteSource?
    private let isWhole: Bool
    private var position: Int
    private var isBegun = false
    private var isEnded = false

    /// - Parameters:
    ///   - bytes: Up to the array's bracket there is white space alone.
    ///   - source: What follows them.
    ///   - isWhole: Whether nothing may stand behind it.
    init(
        _ bytes: ArraySlice<UInt8>, then source: ByteSource? = nil, line: Int = 1,
        isWhole: Bool = true
    ) {
        self.bytes = bytes
        self.source = source
        self.isWhole = isWhole
        self.line = line
        position = bytes.startIndex
    }

    /// The next element's bytes; nil at the end, and behind what is no array.
    mutating func next() -> (bytes: ArraySlice<UInt8>, line: Int)? {
        while true {
            let before = self
            let element = readElement()
            // What touches the end of what is there may go on behind it.
            guard position - before.position <= ByteSource.rowBytesMax else {
                self = before
                fail(Self.tooLong)
                return nil
            }
            guard position >= bytes.endIndex, let source, !source.isAtEnd else { return element }
            self = before
            let kept = bytes[position...]
            bytes = source.more(behind: kept)
            position = bytes.startIndex
        }
    }

    private mutating func readElement() -> (bytes: ArraySlice<UInt8>, line: Int)? {
        guard !isEnded else { return nil }
        passSpace()
        if !isBegun {
            isBegun = true
            position += 1
            passSpace()
            if byte == UInt8(ascii: "]") { return end() }
        }
        let start = position
        let begun = line
        passElement()
        let element = bytes[start..<position]
        passSpace()
        switch byte {
        case UInt8(ascii: ",") where !element.isEmpty: position += 1
        case UInt8(ascii: "]") where !element.isEmpty: _ = end()
        case nil: fail("the array is not closed: is the file whole?")
        default: fail("write objects with commas between them")  // open set: every other byte
        }
        return fault == nil ? (element, begun) : nil
    }

    private var byte: UInt8? { position < bytes.endIndex ? bytes[position] : nil }

    private mutating func end() -> (bytes: ArraySlice<UInt8>, line: Int)? {
        isEnded = true
        position += 1
        passSpace()
        if isWhole, byte != nil { fail("something stands behind the array's end: take it away") }
        return nil
    }

    private mutating func fail(_ why: String) {
        fault = why
        isEnded = true
    }

    private mutating func passSpace() {
        while let byte, byte <= 0x20 { step(byte) }
    }

    /// Goes on behind an element; texts and inner brackets are passed over.
    private mutating func passElement() {
        var depth = 0
        while let byte {
            switch byte {
            case UInt8(ascii: "\""):
                passText()
                if depth == 0 { return }
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                step(byte)
            case UInt8(ascii: "}") where depth > 0, UInt8(ascii: "]") where depth > 0:
                depth -= 1
                step(byte)
                if depth == 0 { return }
            case UInt8(ascii: ",") where depth == 0, UInt8(ascii: "]"), UInt8(ascii: "}"): return
            default: step(byte)  // open set: every other byte of JSON
            }
        }
    }

    private mutating func passText() {
        position += 1
        while let byte, byte != UInt8(ascii: "\"") {
            if byte == UInt8(ascii: "\\") { position += 1 }
            if let byte = self.byte { step(byte) }
        }
        if byte != nil { position += 1 }
    }

    private mutating func step(_ byte: UInt8) {
        if byte == UInt8(ascii: "\n") { line += 1 }
        position += 1
    }
}
