import Shared

/// A table as spreadsheets write it: a first line that names the columns, then its rows.
///
/// Tabs, semicolons or commas separate, or what a first line `sep=;` says. Blank lines are passed
/// over, and so are cells behind the last column in which nothing stands.
struct CSVTable: Sequence, IteratorProtocol {
    /// The line that names the columns; without the nameless ones behind the last name.
    let header: CSVLines.Row
    private var lines: CSVLines

    /// Nil for a file in which no line says anything.
    ///
    /// - Parameter source: What follows the bytes, in which the first line is whole.
    init?(_ bytes: ArraySlice<UInt8>, then source: ByteSource? = nil) {
        let (rest, told, line) = Self.told(bytes)
        let separator = told ?? Self.separator(of: rest)
        lines = CSVLines(rest, separator: separator, line: line, then: source)
        var first = lines.next()
        while let row = first, row.isBlank { first = lines.next() }
        guard var header = first else { return nil }
        while header.cells.count > 1, header.cells.last??.trimmed.isEmpty == true {
            header.cells.removeLast()
        }
        self.header = header
    }

    /// The names of the columns, trimmed; of one that is not UTF-8 an empty text.
    var names: [String] { header.cells.map { $0?.trimmed ?? "" } }

    mutating func next() -> CSVLines.Row? {
        while var row = lines.next() {
            if row.isBlank { continue }
            while row.cells.count > header.cells.count, row.cells.last??.isEmpty == true {
                row.cells.removeLast()
            }
            if row.fault == nil, row.cells.count > header.cells.count {
                row.fault =
                    "there are \(row.cells.count) cells under \(header.cells.count) columns: put "
                    + "cells that hold a separator into quotes"
            }
            return row
        }
        return nil
    }

    /// What Excel reads as the separator where the first line is `sep=;`, and what follows it.
    private static func told(
        _ bytes: ArraySlice<UInt8>
    ) -> (rest: ArraySlice<UInt8>, separator: UInt8?, line: Int) {
        let first = bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        let word = Array(first.filter { $0 != UInt8(ascii: "\"") })
        let name = String(decoding: word.prefix(4), as: UTF8.self).lowercased()
        guard word.count == 5, name == "sep=", word[4] < 0x80 else { return (bytes, nil, 1) }
        var rest = bytes[first.endIndex...]
        if rest.first == UInt8(ascii: "\r") { rest = rest.dropFirst() }
        if rest.first == UInt8(ascii: "\n") { rest = rest.dropFirst() }
        return (rest, word[4], 2)
    }

    /// The one that takes the first line apart into the most cells; a comma where none does more.
    private static func separator(of bytes: ArraySlice<UInt8>) -> UInt8 {
        func cells(_ separator: UInt8) -> Int {
            CSVLines(bytes, separator: separator).first { !$0.isBlank }?.cells.count ?? 0
        }
        return ",;\t".utf8.map { ($0, cells($0)) }.reduce((UInt8(ascii: ","), 0)) {
            $1.1 > $0.1 ? $1 : $0
        }.0
    }
}

/// Files that no text reader should try, each with what to do about it.
package enum SpreadsheetFile {
    /// Why the bytes are no rows in UTF-8; nil where they can be.
    package static func refusal(of bytes: [UInt8]) -> String? {
        // Excel's “Unicode text” and PowerShell's `>` write UTF-16, in which every line looks bad.
        // What begins with a character below 256 has a zero beside it, with or without a mark.
        let isWide = bytes.count >= 2 && (bytes[0] == 0) != (bytes[1] == 0)
        if isWide || bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            return "the file is UTF-16: save it as CSV UTF-8"
        }
        let isZipped = bytes.starts(with: [0x50, 0x4B, 0x03, 0x04])
        let isOlder = bytes.starts(with: [0xD0, 0xCF, 0x11, 0xE0])
        guard isZipped || isOlder else { return nil }
        return "the file is an Excel workbook, or another program's: save it as CSV UTF-8"
    }

    /// The first line that is not UTF-8, from 1; nil where all are.
    package static func foreignLine(of bytes: [UInt8]) -> Int? {
        guard String(validating: bytes, as: UTF8.self) == nil else { return nil }
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return zip(1..., lines).first { String(validating: $1, as: UTF8.self) == nil }?.0 ?? 1
    }
}
