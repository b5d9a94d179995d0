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
        var problems = BulkProblems()
        var rows: [BulkRow] = []
        read(ByteSource(bytes), as: format, telling: &problems) {
            rows.append($0)
            return nil
        }
        try problems.check()
        return rows
    }

    /// Reads row after row, and tells what is wrong with those that cannot be taken.
    ///
    /// - Parameters:
    ///   - readsOrigins: Whether who said a row's verdict, and when, is wanted of it.
    ///   - take: Gets each row in which nothing is wrong, and says what is wrong with it after all.
    package static func read(
        _ source: ByteSource, as format: Format, readsOrigins: Bool = false,
        telling problems: inout BulkProblems, _ take: (BulkRow) throws -> String?
    ) rethrows {
        let front = source.front()
        if let refusal = SpreadsheetFile.refusal(of: Array(front.prefix(4))) {
            return problems.report(refusal, line: 1)
        }
        var sheet = BulkSheet(problems: problems, readsOrigins: readsOrigins)
        defer { problems = sheet.problems }
        switch format {
        case .ndjson: try NDJSONRows.read(front, then: source, into: &sheet, take)
        case .csv: try CSVRows.read(front, then: source, into: &sheet, take)
        }
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
    /// Who said it where the file is from; empty unless it was asked for.
    package let origin: RowOrigin
}

/// Makes rows of cells, and knows what is wrong with any of them.
struct BulkSheet {
    private(set) var problems: BulkProblems
    let readsOrigins: Bool
    /// The first column that there is not: with it the others are told which there are.
    private var unknown: String?

    init(problems: BulkProblems = BulkProblems(), readsOrigins: Bool = false) {
        self.problems = problems
        self.readsOrigins = readsOrigins
    }

    /// The row of cells that could be told apart; nil where something is wrong with them.
    ///
    /// - Parameter faults: What is known to be wrong already.
    mutating func row(
        _ cells: RowCells, line: Int, _ faults: [(column: String, advice: String)] = []
    ) -> BulkRow? {
        row(EntryReading(cells: cells), line: line, faults)
    }

    /// The same of a file with names of its own, which a map may have others for.
    mutating func row(_ cells: RowCells, of audit: String, line: Int) -> BulkRow? {
        var cells = cells
        cells.texts[.audit] = audit
        return row(EntryReading(cells: cells, hasOwnNames: true), line: line, [])
    }

    private mutating func row(
        _ reading: EntryReading, line: Int, _ faults: [(column: String, advice: String)]
    ) -> BulkRow? {
        var reading = reading
        let entry = reading.entry()
        let cells = reading.cells
        let faults = faults + reading.faults
        for (column, advice) in faults { report(advice, line: line, column: column) }
        guard faults.isEmpty else { return nil }
        return BulkRow(line: line, entry: entry, audit: reading.audit, origin: cells.origin)
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
        problems.report(advice, line: line, column: column)
    }
}
