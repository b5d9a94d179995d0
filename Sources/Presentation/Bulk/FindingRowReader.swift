package import Shared

/// Reads the rows of bulk recording: NDJSON or CSV, written by a script, a spreadsheet or `Export`.
///
/// Only the shape of a row is checked here. Whether its component, state and criterion exist, and
/// whether two rows speak of one finding, is for whoever has the plan and the catalogue.
package enum FindingRowReader {
    /// The formats that rows can be read from.
    package enum Format: String, CaseIterable, Sendable {
        case ndjson, csv

        /// That of a file, by the ending of its name, or else by its first character.
        package init(of bytes: [UInt8], named name: String) {
            switch name.split(separator: ".").last?.lowercased() {
            case "csv", "tsv": self = .csv
            case "ndjson", "json", "jsonl": self = .ndjson
            default:  // open set: names of files, and of none
                let first = bytes.drop { $0 <= 0x20 || byteOrderMark.contains($0) }.first
                let isJSON = first.map { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "[") }
                self = isJSON ?? true ? .ndjson : .csv
            }
        }
    }

    /// Reads every row, or throws everything that is wrong with any of them.
    ///
    /// Empty lines are passed over, and so are the columns that only exports have.
    package static func read(
        _ bytes: [UInt8], as format: Format
    ) throws(BulkInputError) -> [BulkRow] {
        var sheet = BulkSheet()
        let body = bytes.starts(with: byteOrderMark) ? bytes.dropFirst(3) : bytes[...]
        if let refusal = SpreadsheetFile.refusal(of: bytes) {
            sheet.report(refusal, line: 1)
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
    /// The id of the audit that the row says it is of, in lower case; empty where it does not.
    package let audit: String
}

struct BulkSheet {
    private(set) var rows: [BulkRow] = []
    private(set) var problems: [RowProblem] = []
    /// The first column that there is not: with it the others are told which there are.
    private var unknown: String?

    /// Takes a row whose cells could be told apart, with what is known to be wrong with them.
    mutating func append(
        _ cells: RowCells, line: Int, _ faults: [(column: String, advice: String)] = []
    ) {
        var reading = EntryReading(cells: cells)
        let entry = reading.entry()
        for (column, advice) in faults + reading.faults {
            report(advice, line: line, column: column)
        }
        rows.append(BulkRow(line: line, entry: entry, audit: reading.audit))
    }

    mutating func reportUnknown(_ column: String, line: Int) {
        let first = unknown ?? column
        unknown = first
        let names = FindingColumn.recordable.map(\.rawValue).joined(separator: ", ")
        report(
            "there is no such column: leave it out"
                + (column == first ? ", or name one of \(names)" : ""),
            line: line, column: column)
    }

    mutating func report(_ advice: String, line: Int, column: String? = nil) {
        problems.append(RowProblem(line: line, column: column, advice: advice))
    }
}
