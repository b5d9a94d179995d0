/// A text as a cell of a workbook can hold it, with a zero byte behind it.
///
/// XML has no control characters but the tab and line ends: the others are shown by their pictures,
/// such as `␀`, so that every reader sees the same. A line end of any kind is a line feed, as for
/// XML. Where a text itself has `_x0041_`, by which workbooks write characters, its first line is
/// written so.
struct CellText {
    private(set) var bytes: [UInt8] = []
    /// How long it is to Excel, which counts in UTF-16.
    private var units = 0

    /// What a cell can hold.
    static let unitsMax = 32_767
    /// What stands at the end of a text that was cut.
    static let cut =
        " … [cut here: a cell holds 32,767 characters; the NDJSON export has all of it]"

    private static let kept = unitsMax - cut.utf16.count

    /// Takes another text; returns whether it is whole.
    mutating func take(_ text: String) -> Bool {
        bytes.removeAll(keepingCapacity: true)
        units = 0
        var text = text
        let isWhole = text.withUTF8 { append($0) }
        if !isWhole { bytes.append(contentsOf: Self.cut.utf8) }
        bytes.append(0)
        return isWhole
    }

    /// Appends a whole text, or what of it leaves room for the words that it was cut.
    private mutating func append(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var end = 0
        var index = 0
        while index < text.count {
            if units <= Self.kept { end = bytes.count }
            index += append(scalarOf: text, at: index)
            guard units <= Self.unitsMax else {
                bytes.removeLast(bytes.count - end)
                return false
            }
        }
        return true
    }

    /// Appends the character that begins there; returns how many bytes of the text it has.
    private mutating func append(
        scalarOf text: UnsafeBufferPointer<UInt8>, at index: Int
    ) -> Int {
        let byte = text[index]
        units += byte >= 0xF0 ? 2 : 1
        switch byte {
        case 0x09, 0x0A, 0x20..<0x5F, 0x60..<0x80: bytes.append(byte)
        case UInt8(ascii: "\r"):
            bytes.append(UInt8(ascii: "\n"))
            if index + 1 < text.count, text[index + 1] == UInt8(ascii: "\n") { return 2 }
        case 0x00..<0x20: bytes += [0xE2, 0x90, 0x80 + byte]  // U+2400 and the following
        case UInt8(ascii: "_"):
            bytes.append(byte)
            if Self.isEscape(text[index...].prefix(7)) {
                bytes.append(contentsOf: "x005F_".utf8)
                units += 6
            }
        default:  // open set: what has more than one byte
            let count = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
            let scalar = text[index..<min(index + count, text.count)]
            bytes.append(contentsOf: scalar)
            // U+FFFE and U+FFFF are no characters, and XML has none of them either.
            if byte == 0xEF,
                bytes.suffix(2).elementsEqual([0xBF, 0xBE])
                    || bytes.suffix(2).elementsEqual([0xBF, 0xBF])
            {
                bytes[bytes.count - 1] = 0xBD
            }
            return scalar.count
        }
        return 1
    }

    /// Whether a reader would take it for a character, as `_x0041_` for an A.
    private static func isEscape(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        bytes.count == 7 && bytes.last == UInt8(ascii: "_")
            && bytes.dropFirst().first == UInt8(ascii: "x")
            && bytes.dropFirst(2).prefix(4).allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
                    UInt8(ascii: "A")...UInt8(ascii: "F"):
                    true
                default: false  // open set: all other bytes
                }
            }
    }
}
