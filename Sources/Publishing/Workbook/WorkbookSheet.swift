import CXLSXWriter
import Foundation
import Presentation

/// A table in a workbook: names of columns in a first row that stays, then rows to filter.
///
/// More rows than a sheet holds go on in further sheets, such as `Findings 2`, with the names too.
final class WorkbookSheet {
    private let book: Workbook
    private let columns: [Column]
    private let rowsMax: Int
    private let parts: [UnsafeMutablePointer<lxw_worksheet>]
    private var next = 0

    struct Column {
        let name: String
        /// In characters.
        let width: Double
        /// Whether long texts and several lines are shown.
        let isWrapped: Bool

        init(_ name: String, width: Double = 14, isWrapped: Bool = false) {
            self.name = name
            self.width = width
            self.isWrapped = isWrapped
        }
    }

    enum Cell {
        /// A text, whatever it looks like; an empty cell for an empty one.
        case text(String?)
        case number(Int)
        /// Unix milliseconds, as a date in UTC.
        case time(Int64?)
    }

    /// - Parameters:
    ///   - rows: How many will come.
    ///   - rowsMax: How many a sheet holds, with the names of its columns.
    init(
        _ name: String, in book: Workbook, _ columns: [Column], rows: Int,
        rowsMax: Int = Workbook.rowsMax
    ) throws(WorkbookError) {
        self.book = book
        self.columns = columns
        self.rowsMax = rowsMax
        let perPart = rowsMax - 1
        var parts: [UnsafeMutablePointer<lxw_worksheet>] = []
        for first in stride(from: 0, to: max(rows, 1), by: perPart) {
            let number = parts.count + 1
            let part = try book.add(number == 1 ? name : "\(name) \(number)")
            let last = UInt32(min(rows - first, perPart))
            for (index, column) in columns.enumerated() {
                let place = UInt16(index)
                worksheet_set_column(part, place, place, column.width, nil)
                try book.put(text: column.name, .header, in: part, row: 0, column: place)
            }
            worksheet_freeze_panes(part, 1, 0)
            worksheet_autofilter(part, 0, 0, last, UInt16(columns.count - 1))
            parts.append(part)
        }
        self.parts = parts
    }

    /// Makes its rows as high as pictures are, before any is written.
    func makeRoomForPictures() {
        for part in parts { book.makeRoomForPictures(in: part) }
    }

    /// Puts a picture into the last column of the row that comes next; false where it is none.
    func put(picture: [UInt8], says: String) throws(WorkbookError) -> Bool {
        let (part, row) = next.quotientAndRemainder(dividingBy: rowsMax - 1)
        precondition(part < parts.count, "As many rows come as were told.")
        return try book.put(
            picture: picture, says: says, in: parts[part], row: UInt32(row + 1),
            column: UInt16(columns.count - 1))
    }

    func add(_ cells: [Cell]) throws(WorkbookError) {
        precondition(cells.count == columns.count, "A row has a cell for each column.")
        let (part, row) = next.quotientAndRemainder(dividingBy: rowsMax - 1)
        precondition(part < parts.count, "As many rows come as were told.")
        next += 1
        for (index, cell) in cells.enumerated() {
            try put(cell, in: parts[part], UInt32(row + 1), UInt16(index))
        }
    }

    private func put(
        _ cell: Cell, in part: UnsafeMutablePointer<lxw_worksheet>, _ row: UInt32, _ column: UInt16
    ) throws(WorkbookError) {
        switch cell {
        case .text(nil), .time(nil): return
        case .text(let text?):
            let look: Workbook.Look = columns[Int(column)].isWrapped ? .wrapped : .plain
            try book.put(text: text, look, in: part, row: row, column: column)
        case .number(let number):
            try book.put(number: Double(number), .plain, in: part, row: row, column: column)
        case .time(let time?):
            if Self.times.contains(time) {
                let days = Double(time) / 86_400_000 + Self.daysTo1970
                try book.put(number: days, .time, in: part, row: row, column: column)
            } else {
                // A clock that is wrong by a century is shown all the same.
                var bytes: [UInt8] = []
                bytes.append(utc: time)
                let text = String(decoding: bytes, as: UTF8.self)
                try book.put(text: text, .plain, in: part, row: row, column: column)
            }
        }
    }

    /// From 1899-12-30, where the days of a workbook begin.
    private static let daysTo1970 = 25_569.0

    /// The times of which every program shows the same date: from March 1900, before which Excel
    /// has a day that there was not, to 9999.
    static let times: Range<Int64> = -2_203_891_200_000..<253_402_300_800_000
}
