package import Shared

/// Reads the rows of bulk recording: NDJSON or CSV, written by a script, a spreadsheet or `Export`.
///
/// Only the shape of a row is checked here. Whether its component, state and criterion exist, and
/// whether two rows speak of one finding, is for whoever has the plan and the catalogue.
package enum FindingRowReader {
    /// The formats that rows can be read from.
    package enum Format: String, CaseIterable, Sendable { case ndjson, csv }

    /// Reads every row, or throws everything that is wrong with any of them.
    ///
    /// Empty lines are passed over, and so are the columns that only exports have.
    package static func read(
        _ bytes: [UInt8], as format: Format
    ) throws(BulkInputError) -> [BulkRow] {
        var sheet = BulkSheet()
        let body = bytes.starts(with: byteOrderMark) ? bytes.dropFirst(3) : bytes[...]
        // Excel's "Unicode text" and PowerShell's `>` write UTF-16, in which every line looks bad.
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            sheet.report("the file is UTF-16: save it as UTF-8", line: 1)
        } else {
            switch format {
            case .ndjson: NDJSONRows.read(body, into: &sheet)
            case .csv: CSVRows.read(body, into: &sheet)
            }
        }
        guard sheet.problems.isEmpty else { throw BulkInputError(problems: sheet.problems) }
        return sheet.rows
    }

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
}

/// A row with the place where people find it.
package struct BulkRow: Hashable, Sendable {
    /// The line of the file on which the row begins, from 1.
    package let line: Int
    package let entry: FindingEntry
}

struct BulkSheet {
    private(set) var rows: [BulkRow] = []
    private(set) var problems: [RowProblem] = []

    /// Takes a row whose cells could be told apart, with what is known to be wrong with them.
    mutating func append(
        _ cells: RowCells, line: Int, _ faults: [(column: String, advice: String)] = []
    ) {
        var reading = EntryReading(cells: cells)
        let entry = reading.entry()
        for (column, advice) in faults + reading.faults {
            report(advice, line: line, column: column)
        }
        rows.append(BulkRow(line: line, entry: entry))
    }

    mutating func report(_ advice: String, line: Int, column: String? = nil) {
        problems.append(RowProblem(line: line, column: column, advice: advice))
    }
}
