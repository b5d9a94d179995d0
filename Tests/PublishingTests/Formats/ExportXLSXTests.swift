import Foundation
import Presentation
import Reading
import Shared
import Synchronization
import TestSupport
import Testing

@testable import Publishing

struct ExportXLSXTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder(preferMemory: true) }

    private func facts(_ scratch: String? = nil) throws -> ExportFacts {
        let sample = try ExportFacts.sample(ExportOptions())
        return ExportFacts(
            view: sample.view, catalogue: sample.catalogue, options: sample.options,
            scratch: scratch ?? folder.url.path)
    }

    private func written(
        _ rows: [FindingRow], rowsMax: Int = Workbook.rowsMax
    ) throws -> (bytes: [UInt8], remarks: [String]) {
        let bytes = Mutex<[UInt8]>([])
        var output = ExportOutput { piece in bytes.withLock { $0 += piece } }
        var writer = XLSXWriter(try facts(), rowsMax: rowsMax)
        rows.forEach { writer.count($0) }
        try writer.begin(&output)
        try rows.forEach { try writer.row($0, &output) }
        #expect(output.bytes.isEmpty, "Nothing is passed on before all of it is there.")
        try writer.end(&output)
        try output.finish()
        return (bytes.withLock { $0 }, writer.remarks)
    }

    private func read(_ rows: [FindingRow]) throws -> WorkbookReader {
        try WorkbookReader(try written(rows).bytes)
    }

    /// As a workbook is to show what XML does not have, and each kind of line end.
    private func shown(_ text: String) -> String {
        var shown = String.UnicodeScalarView()
        var last: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n" where last == "\r": break
            case "\r": shown.append("\n")
            case "\u{0}"..<" " where scalar != "\n" && scalar != "\t":
                shown.append(Unicode.Scalar(0x2400 + scalar.value) ?? scalar)
            default: shown.append(scalar)  // open set: all other characters
            }
            last = scalar
        }
        return String(shown)
    }

    @Test func `the sheet of findings has each column of the other formats once`() {
        let columns = XLSXColumn.order.compactMap { column in
            if case .finding(let column) = column { column } else { nil }
        }
        #expect(Set(columns) == Set(FindingColumn.allCases))
        #expect(columns.count == FindingColumn.allCases.count)
        #expect(Set(FindingRow.xlsxColumns.map(\.name)).count == FindingRow.xlsxColumns.count)
    }

    @Test func `an export without rows has five sheets with their columns`() throws {
        let book = try read([])
        #expect(book.sheets == ["Summary", "Findings", "Components", "Conflicts", "Evidence"])
        for sheet in book.sheets.dropFirst() { #expect(try book.rows(sheet).isEmpty) }
        #expect(book.text("docProps/core.xml").contains(">1980-01-01T00:00:00Z<"))
    }

    @Test func `hostile texts are in their cells, and none is a formula, a link or a number`()
        throws
    {
        for seed in Seeds.first(30) {
            var generator = SeededGenerator(seed: seed)
            let rows = (0..<8).map { _ in Rows.random(using: &generator) }
            let book = try read(rows)
            let found = try book.rows("Findings")
            #expect(found.count == rows.count)
            for (row, cells) in zip(rows, found) {
                for column in [FindingColumn.screen, .label, .note, .heard, .device, .build] {
                    let wanted = shown(row.cell(column))
                    let cell = cells[column.rawValue] ?? ""
                    #expect(cell.utf8.elementsEqual(wanted.utf8), "\(Seeds.replay(seed))")
                }
            }
            for (name, part) in book.parts where name.hasPrefix("xl/worksheets/") {
                let text = String(decoding: part, as: UTF8.self)
                #expect(!text.contains("<f>") && !text.contains("<hyperlink"))
            }
        }
    }

    @Test func `a version stays a text, a count is a number, a time is a date`() throws {
        var row = Rows.challenged
        row.entry.texts[.build] = "8.10"
        let book = try read([row])
        let cells = try book.cells("Findings")
        func cell(_ column: String) throws -> WorkbookTags.Cell {
            let place = try #require(cells[0].first { $0.value.text == column }?.key)
            return try #require(cells[1][place])
        }
        #expect(try cell("build") == .init(kind: "inlineStr", text: "8.10"))
        #expect(try cell("at-version") == .init(kind: "inlineStr", text: "15.0.1"))
        #expect(try cell("siblings") == .init(kind: "n", text: "1"))
        let changed = try cell("changed")
        #expect(changed.kind == "n")
        let days = try #require(Double(changed.text))
        #expect(abs((days - 25_569) * 86_400 - Double(Rows.changed) / 1000) < 0.001)
        #expect(book.text("xl/styles.xml").contains("formatCode=\"yyyy-mm-dd hh:mm:ss\""))
        #expect(book.text("docProps/core.xml").contains(">2026-03-14T09:26:53Z<"))
    }

    @Test func `a time that no calendar of a spreadsheet has is a text`() throws {
        for time in [Int64.min, -2_203_891_200_001, 253_402_300_800_000, .max] {
            var row = Rows.undecided
            row.changed = time
            let book = try read([row])
            let cell = try #require(try book.rows("Findings").first?["changed"])
            #expect(cell.hasSuffix("Z"))
            #expect(book.text("docProps/core.xml").contains(">1980-01-01T00:00:00Z<"))
        }
    }

    @Test func `whatever waits for a lead has a row for each verdict and decision`() throws {
        let book = try read([Rows.undecided, Rows.challenged])
        let rows = try book.rows("Conflicts")
        #expect(
            rows.map { $0["kind"] } == ["verdict", "verdict", "verdict", "decision", "withdrawal"])
        #expect(rows.map { $0["outcome"] } == ["failed", "passed", nil, "failed", nil])
        #expect(rows[2]["said"] == "written by a later version of Accord")
        #expect(rows[2]["challenge"] == "late")
        #expect(rows[3]["said"] == "Heard it myself")
        #expect(rows[4]["said"] == "gone in 8.4")
        #expect(Set(rows.compactMap { $0["edit"] }).count == 3)
    }

    @Test func `a file of evidence has a row with what is said of it`() throws {
        let rows = try read([Rows.undecided, Rows.challenged]).rows("Evidence")
        #expect(rows.map { $0["sha256"] } == ["ab12"])
        #expect(rows[0]["shows"] == "A menu")
        #expect(rows[0]["areas"] == "No state")
        #expect(rows[0]["criterion"] == "menu.android.state-open")
    }

    @Test func `a finding that was withdrawn is in the sheet, and in no count but that`() throws {
        var gone = Rows.challenged
        gone.withdrawn = .init(level: .finding, reason: "Not in this app", isContested: false)
        let book = try read([Rows.undecided, gone])
        let summary = try book.rows("Summary")
        func value(_ topic: String, _ name: String) -> String? {
            summary.first { $0["topic"] == topic && $0["name"] == name }?["value"]
        }
        #expect(value("findings", "all") == "2")
        #expect(value("outcome", "withdrawn") == "1")
        #expect(value("outcome", "failed") == "0")
        #expect(value("outcome", "undecided") == "1")
        #expect(value("basis", "challenged") == "0")
        #expect(try book.rows("Findings").map { $0["withdrawn"] } == [nil, "withdrawn"])
        #expect(try book.rows("Conflicts").count == 2)
    }

    @Test func `a criterion has its statement and numbers of WCAG beside its id`() throws {
        let row = try #require(try read([Rows.undecided]).rows("Findings").first)
        let criterion = try #require(try facts().criterion("menu.android.state-open"))
        #expect(row["statement"] == criterion.statement)
        #expect(row["wcag"] == criterion.wcag.joined(separator: "|"))
    }

    @Test func `more rows than a sheet holds go on in further sheets, none lost`() throws {
        let rows = (1...10).map { number in
            var row = Rows.undecided
            row.entry.ordinal = UInt32(number)
            return row
        }
        let book = try WorkbookReader(try written(rows, rowsMax: 4).bytes)
        let findings = book.sheets.filter { $0.hasPrefix("Findings") }
        #expect(findings == ["Findings", "Findings 2", "Findings 3", "Findings 4"])
        let ordinals = try findings.flatMap { try book.rows($0).map { $0["ordinal"] } }
        #expect(ordinals == (1...10).map { String($0) })
    }

    @Test func `a text that is longer than a cell is cut there and told`() throws {
        var row = Rows.undecided
        row.entry.texts[.note] = String(repeating: "long ", count: 10_000)
        let (bytes, remarks) = try written([row])
        let note = try #require(try WorkbookReader(bytes).rows("Findings").first?["note"])
        #expect(note.utf16.count == CellText.unitsMax)
        #expect(note.hasSuffix(CellText.cut))
        #expect(remarks.count == 1 && remarks[0].hasPrefix("1 text is longer than the 32,767"))
        #expect(try written([Rows.undecided]).remarks.isEmpty)
    }

    @Test func `the same rows make the same bytes, whenever and in whichever folder`() throws {
        var generator = SeededGenerator(seed: 7)
        let rows = (0..<40).map { _ in Rows.random(using: &generator) }
        let first = try written(rows).bytes
        let other = try TemporaryFolder()
        var output = ExportOutput { _ in }
        var writer = XLSXWriter(try facts(other.url.path))
        rows.forEach { writer.count($0) }
        try writer.begin(&output)
        try rows.forEach { try writer.row($0, &output) }
        let second = Mutex<[UInt8]>([])
        output = ExportOutput { piece in second.withLock { $0 += piece } }
        try writer.end(&output)
        try output.finish()
        #expect(second.withLock { $0 } == first)
    }

    /// Files of the folder that this program has open, those among them that have no name.
    private func open() throws -> [String] {
        let files = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
        return files.compactMap { file in
            try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(file)")
        }.filter { $0.hasPrefix(folder.url.path) }
    }

    @Test func `nothing of it stays in the folder, whether it ends or is given up`() throws {
        var output = ExportOutput { _ in }
        do {
            var writer = XLSXWriter(try facts())
            writer.count(Rows.undecided)
            try writer.begin(&output)
            try writer.row(Rows.undecided, &output)
            #expect(try open().count == 6)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
        }
        #expect(try open().isEmpty)
        _ = try written([Rows.undecided])
        #expect(try open().isEmpty)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
    }

    @Test func `a folder that cannot be written to is told with what to do`() throws {
        let gone = folder.url.path + "/gone"
        var output = ExportOutput { _ in }
        var writer = XLSXWriter(try facts(gone))
        let error = #expect(throws: WorkbookError.self) { try writer.begin(&output) }
        #expect(error?.sentence.contains(gone) == true)
        #expect(error?.sentence.contains("export csv or ndjson") == true)
    }

    @Test func `what a sheet has is held against what was written of it`() throws {
        let (bytes, _) = try written([Rows.undecided, Rows.challenged])
        let path = folder.url.appending(path: "book.xlsx").path
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        let handle = try #require(FileHandle(forReadingAtPath: path))
        let lengths = try WorkbookParts(handle.fileDescriptor).rows(ofSheets: 5)
        let sheets = try WorkbookReader(bytes)
        for (index, length) in lengths.enumerated() {
            let text = sheets.text("xl/worksheets/sheet\(index + 1).xml")
            let start = try #require(text.firstRange(of: "<sheetData>")).upperBound
            let end = try #require(text.firstRange(of: "</sheetData>")).lowerBound
            #expect(length == text[start..<end].utf8.count)
        }
    }
}
