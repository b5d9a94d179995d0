/// Splits CSV into rows and cells: RFC 4180, and what spreadsheets make of it.
///
/// Rows end with CRLF, LF or CR; a quoted cell may hold any of them.
struct CSVLines: Sequence, IteratorProtocol {
    struct Row {
        /// The line of the file on which the row begins, from 1.
        let line: Int
        /// A cell that is not UTF-8 is nil.
        var cells: [String?] = []
        /// Why it cannot be split for certain, and what to do about it; nil where it can.
        var fault: String?

        /// Whether a spreadsheet only left separators on the line.
        var isBlank: Bool { fault == nil && cells.allSatisfy { $0?.isEmpty ?? false } }
    }

    private static let textAfterQuote =
        "a quoted cell goes on after its closing quote: double the quotes within it"
    private static let openQuote =
        "a quote that opens here is never closed: close it, or double it"

    private static let tooLong =
        "the row has more than \(ByteSource.rowBytesMax >> 20) MiB, and nothing behind it was "
        + "read: close its quote, or shorten it"

    /// What is there of the source, or all there is.
    private var bytes: ArraySlice<UInt8>
    private var source: ByteSource?
    private let separator: UInt8
    private var position: Int
    private var line: Int
    private var cell: [UInt8] = []

    init(
        _ bytes: ArraySlice<UInt8>, separator: UInt8, line: Int = 1, then source: ByteSource? = nil
    ) {
        self.bytes = bytes
        self.source = source
        self.separator = separator
        self.line = line
        position = bytes.startIndex
    }

    mutating func next() -> Row? {
        while true {
            let start = position
            let begun = line
            let row = readRow()
            // What touches the end of what is there may go on behind it.
            guard position - start <= ByteSource.rowBytesMax else {
                source = nil
                position = bytes.endIndex
                return Row(line: begun, fault: Self.tooLong)
            }
            guard position == bytes.endIndex, let source, !source.isAtEnd else { return row }
            bytes = source.more(behind: bytes[start...])
            position = bytes.startIndex
            line = begun
        }
    }

    private mutating func readRow() -> Row? {
        guard position < bytes.endIndex else { return nil }
        var row = Row(line: line)
        while readCell(of: &row) {}
        return row
    }

    /// Whether another cell of the row follows.
    private mutating func readCell(of row: inout Row) -> Bool {
        cell.removeAll(keepingCapacity: true)
        if position < bytes.endIndex, bytes[position] == Self.quote { readQuoted(&row) }
        // Up to the separator or the end of the row; a quote among these bytes is itself.
        let start = position
        while position < bytes.endIndex, !isEndOfCell(bytes[position]) { position += 1 }
        cell.append(contentsOf: bytes[start..<position])
        row.cells.append(String(validating: cell, as: UTF8.self))
        return endCell()
    }

    /// Takes bytes up to the closing quote; two quotes are one.
    private mutating func readQuoted(_ row: inout Row) {
        position += 1
        while position < bytes.endIndex {
            let byte = bytes[position]
            position += 1
            if byte == Self.quote {
                guard position < bytes.endIndex else { return }
                guard bytes[position] == Self.quote else {
                    if !isEndOfCell(bytes[position]) { row.fault = Self.textAfterQuote }
                    return
                }
                position += 1
            } else if byte == Self.lineFeed || (byte == Self.carriageReturn && !isAtLineFeed) {
                line += 1
            }
            cell.append(byte)
        }
        row.fault = Self.openQuote
    }

    private mutating func endCell() -> Bool {
        guard position < bytes.endIndex else { return false }
        let byte = bytes[position]
        position += 1
        if byte == separator { return true }
        if byte == Self.carriageReturn, isAtLineFeed { position += 1 }
        line += 1
        return false
    }

    private var isAtLineFeed: Bool { position < bytes.endIndex && bytes[position] == Self.lineFeed }

    private func isEndOfCell(_ byte: UInt8) -> Bool {
        byte == separator || byte == Self.lineFeed || byte == Self.carriageReturn
    }

    private static let quote = UInt8(ascii: "\"")
    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")
}
