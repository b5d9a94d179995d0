import Presentation
import Reading
import Shared

extension XLSXWriter {
    /// A workbook (Office Open XML) in the plan's order, for people.
    static let export = Export(
        id: "xlsx", fileExtension: "xlsx",
        mediaType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        about: "is a workbook with summary, findings, components, conflicts and evidence",
        order: .plan, isCounted: true, hasWithdrawn: true,
        options: [.thumbnails]
    ) { XLSXWriter($0) }
}

/// Writes a workbook: nothing of it is passed on before all of it is there.
struct XLSXWriter: ExportWriter {
    private let facts: ExportFacts
    private let rowsMax: Int
    private var tally = XLSXCounts()
    private var sheets: Sheets?
    private var cuts = 0
    private let thumbnails: Thumbnails?

    private struct Sheets {
        let book: Workbook
        let findings: WorkbookSheet
        let components: WorkbookSheet
        let conflicts: WorkbookSheet
        let evidence: WorkbookSheet
    }

    /// - Parameter rowsMax: How many rows a sheet holds; fewer in tests.
    init(_ facts: ExportFacts, rowsMax: Int = Workbook.rowsMax) {
        self.facts = facts
        self.rowsMax = rowsMax
        thumbnails = Thumbnails(facts, types: ["image/png", "image/jpeg"])
    }

    mutating func count(_ row: FindingRow) {
        tally.add(row)
    }

    mutating func begin(_ output: inout ExportOutput) throws {
        let book = try Workbook(in: facts.scratch)
        func sheet(
            _ name: String, _ columns: [WorkbookSheet.Column], _ rows: Int
        ) throws(WorkbookError) -> WorkbookSheet {
            try WorkbookSheet(name, in: book, columns, rows: rows, rowsMax: rowsMax)
        }
        let summary = tally.summary(of: facts)
        let components = tally.components(of: facts)
        let first = try sheet("Summary", XLSXCounts.summaryColumns, summary.count)
        sheets = Sheets(
            book: book,
            findings: try sheet("Findings", FindingRow.xlsxColumns, tally.findings),
            components: try sheet("Components", XLSXCounts.componentColumns, components.count),
            conflicts: try sheet("Conflicts", FindingRow.xlsxConflictColumns, tally.conflicts),
            evidence: try sheet(
                "Evidence",
                FindingRow.xlsxEvidenceColumns
                    + (thumbnails == nil ? [] : [.init("thumbnail", width: 26, isWrapped: true)]),
                tally.evidence))
        if thumbnails != nil { sheets?.evidence.makeRoomForPictures() }
        for cells in summary { try first.add(cells) }
        for id in components { try sheets?.components.add(tally.cells(of: id, facts)) }
    }

    mutating func row(_ row: FindingRow, _ output: inout ExportOutput) throws {
        guard let sheets else { preconditionFailure("A file has a beginning.") }
        let criterion = facts.criterion(row.entry.criterion)
        try sheets.findings.add(row.xlsxCells(criterion))
        for cells in row.xlsxConflicts(criterion) { try sheets.conflicts.add(cells) }
        for (file, cells) in zip(row.evidence, row.xlsxEvidence) {
            try sheets.evidence.add(cells + thumbnail(file, of: row, in: sheets.evidence))
        }
    }

    /// Puts a picture into the row that comes next, or says why there is none; nothing where
    /// nobody asked for pictures.
    private func thumbnail(
        _ file: String, of row: FindingRow, in sheet: WorkbookSheet
    ) throws -> [WorkbookSheet.Cell] {
        guard let thumbnails else { return [] }
        let words = row.evidenceWords.first { $0.file == file }
        let says = words?.shows ?? words?.caption ?? "A picture of which nothing is said"
        let reason = try thumbnails.show(file) { picture, _ in
            try sheet.put(picture: picture, says: says.inLine(250))
        }
        return [.text(reason?.rawValue)]
    }

    mutating func end(_ output: inout ExportOutput) throws {
        guard let book = sheets?.book else { preconditionFailure("A file has a beginning.") }
        cuts = book.cuts
        let title = facts.plan.title
        try book.finish(title: title, created: tally.newest) { piece in
            output.bytes += piece
            try output.passOn()
        }
        sheets = nil
    }

    var remarks: [String] {
        guard cuts > 0 else { return [] }
        return [
            "\(counted(cuts, "text")) \(cuts == 1 ? "is" : "are") longer than the 32,767 "
                + "characters that a cell holds: the workbook has what fits, and says so where it "
                + "ends. The NDJSON export has all of it."
        ]
    }
}
