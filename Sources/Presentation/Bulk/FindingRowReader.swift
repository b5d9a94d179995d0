/// Reads the rows of bulk recording: NDJSON or CSV, written by a script, a spreadsheet or `Export`.
///
/// Only the shape of a row is checked here. Whether its component, state and criterion exist, and
/// whether two rows speak of one finding, is for whoever has the plan and the catalogue.
package enum FindingRowReader {
    /// The formats that rows can be read from.
    package enum Format: String, CaseIterable, Sendable {
        case ndjson, csv
    }

    /// Reads every row, or says everything that is wrong with any of them.
    ///
    /// Empty lines are passed over, and so are the columns that only exports have.
    ///
    /// - Throws: `BulkInputError` with at least one problem; then no row may be taken.
    package static func read(
        _ bytes: [UInt8], as format: Format
    ) throws(BulkInputError) -> [BulkRow] {
        var sheet = BulkSheet()
        // Excel's "Unicode text" and PowerShell's `>` write UTF-16, in which every line looks bad.
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            throw BulkInputError(problems: [
                RowProblem(line: 1, column: nil, advice: "the file is UTF-16: save it as UTF-8")
            ])
        }
        let body = bytes.starts(with: byteOrderMark) ? bytes.dropFirst(3) : bytes[...]
        switch format {
        case .ndjson: NDJSONRows.read(body, into: &sheet)
        case .csv: CSVRows.read(body, into: &sheet)
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
    /// What the row says.
    package let entry: FindingEntry

    package init(line: Int, entry: FindingEntry) {
        self.line = line
        self.entry = entry
    }
}

/// What was read so far.
struct BulkSheet {
    private(set) var rows: [BulkRow] = []
    private(set) var problems: [RowProblem] = []

    /// Takes a row whose cells could be told apart.
    mutating func append(_ cells: RowCells, line: Int) {
        var reading = EntryReading(cells)
        let entry = reading.entry()
        for fault in reading.faults { report(fault.advice, line: line, column: fault.column) }
        rows.append(BulkRow(line: line, entry: entry))
    }

    mutating func report(_ advice: String, line: Int, column: String? = nil) {
        problems.append(RowProblem(line: line, column: column, advice: advice))
    }
}
