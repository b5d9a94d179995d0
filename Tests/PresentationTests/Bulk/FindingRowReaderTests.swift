import Presentation
import Shared
import TestSupport
import Testing

struct FindingRowReaderTests {
    private let head = "screen,label,environment,state,criterion,outcome,severity,attribution\n"
    private let names = "Accounts,Options,ios-voiceover-phone-18,expanded,state-open,"
    private let keys =
        #""screen":"Accounts","label":"Options","environment":"ios-voiceover-phone-18","#
        + #""state":"expanded","criterion":"state-open""#

    private func read(
        _ text: String, as format: FindingRowReader.Format = .csv
    ) throws(BulkInputError) -> [BulkRow] {
        try FindingRowReader.read(Array(text.utf8), as: format)
    }

    /// What is wrong with a text, each as `line 2, column state: ...`.
    private func problems(
        _ text: String, as format: FindingRowReader.Format = .csv
    ) -> [String] {
        problems(Array(text.utf8), as: format)
    }

    private func problems(_ bytes: [UInt8], as format: FindingRowReader.Format) -> [String] {
        do {
            _ = try FindingRowReader.read(bytes, as: format)
            return []
        } catch {
            return error.summary
        }
    }

    // MARK: What is understood

    @Test func `columns may stand in any order and most may be missing`() throws {
        let rows = try read(
            "note,criterion,state,environment,label,screen\n"
                + "quiet,state-open,expanded,ios-voiceover-phone-18,Options,Accounts\n")
        let entry = try #require(rows.first?.entry)
        #expect(entry.texts[.note] == "quiet")
        #expect(entry.screen == "Accounts")
        #expect(entry.ordinal == 1)
        #expect(entry.outcome == nil)
        #expect(!entry.isSilent)
    }

    @Test func `Excel's byte order mark, semicolons and capitals are understood`() throws {
        let rows = try read(
            "\u{FEFF}Screen;Label;Environment;State;Criterion;Outcome;Severity;Note\r\n"
                + "Accounts;Options;ios-voiceover-phone-18;expanded;state-open;Failed; Serious ;"
                + "\"a;b, c\"\r\n;;;;;;;\r\n")
        #expect(rows.map(\.entry.outcome) == [.failed])
        #expect(rows.map(\.entry.severity) == [.serious])
        #expect(rows.map(\.entry.texts[.note]) == ["a;b, c"])
    }

    @Test(arguments: ["\n", "\r\n", "\r"])
    func `a row is told by the line it begins on`(end: String) throws {
        let lines = [
            head.dropLast() + ",note", names + "passed,,,\"one\(end)two\"", "",
            names + "failed,,,three",
        ]
        let rows = try read(lines.joined(separator: end))
        #expect(rows.map(\.line) == [2, 5])
        #expect(rows.map(\.entry.texts[.note]) == ["one\(end)two", "three"])
    }

    @Test func `cells that a spreadsheet left out at the end are empty`() throws {
        let rows = try read(head + "Accounts,Options,ios-voiceover-phone-18,expanded,state-open")
        #expect(rows.map(\.entry.isSilent) == [true])
    }

    @Test func `tags in one cell are told apart by bars`() throws {
        let rows = try read(
            "tags,screen,label,environment,state,criterion\n"
                + #"focus | a\|b||c\\d,"# + names.dropLast() + "\n")
        #expect(rows.map(\.entry.lists[.tag]) == [["focus", "a|b", #"c\d"#]])
    }

    @Test func `a component still to come is named by the front of its id`() throws {
        let rows = try read(head + ",c00000,ios-voiceover-phone-18,expanded,state-open,passed")
        #expect(rows.map(\.entry.label) == ["c00000"])
    }

    @Test func `untested is an outcome, and empty says nothing`() throws {
        let rows = try read(head + names + "untested,,\n" + names + ",,\n")
        #expect(rows.map(\.entry.outcome) == [.untested, nil])
    }

    @Test func `round, links and what was tested with are read`() throws {
        let rows = try read(
            "{\(keys),\"round\":2,\"links\":[\"https://a\"],\"at-version\":\"18.1\"}",
            as: .ndjson)
        let cells = try read(
            "round,links,at-version," + head.dropLast() + "\n2,https://a,18.1," + names + ",,\n")
        for entry in (rows + cells).map(\.entry) {
            #expect(entry.round == 2)
            #expect(entry.lists[.link] == ["https://a"])
            #expect(entry.texts[.assistiveTechnologyVersion] == "18.1")
        }
        #expect((rows + cells).count == 2)
    }

    // MARK: What is wrong, and what to do

    @Test func `every row is checked, and every fault of a row is told`() {
        #expect(
            problems(head + names + "good,,\n" + ",,,,,passed,minor,app\n" + names + "passed,,\n")
                == [
                    "line 2, column outcome: `good` is none of passed, failed, cantTell, "
                        + "inapplicable, untested",
                    "line 3, column label: give the component's label",
                    "line 3, column environment: give the environment, such as "
                        + "ios-voiceover-phone-18",
                    "line 3, column state: give the state's id, such as expanded",
                    "line 3, column criterion: give the criterion's id, such as "
                        + "menu.ios.trigger-name",
                    "line 3, column severity: only a failure has one: empty it, or make the "
                        + "outcome failed",
                    "line 3, column attribution: only a failure has one: empty it, or make the "
                        + "outcome failed",
                ])
    }

    @Test func `severity and attribution have their own words, and a position is a number`() {
        #expect(
            problems("ordinal," + head + "0," + names + "failed,bad,us\n") == [
                "line 2, column ordinal: `0` is no position: give 1 or a higher whole number",
                "line 2, column severity: `bad` is none of minor, moderate, serious, critical",
                "line 2, column attribution: `us` is none of app, platform",
            ])
    }

    @Test func `an empty cell says nothing of a text`() throws {
        let cells = try read(head.dropLast() + ",note,device\n" + names + ",,,,\n")
        #expect(cells.map(\.entry.isSilent) == [true])
    }

    @Test func `a label without a screen has to be the front of an id`() {
        #expect(
            problems(head + ",Options,ios-voiceover-phone-18,expanded,state-open,passed") == [
                "line 2, column screen: give the screen's name, or 6 or more digits of the id "
                    + "as label"
            ])
    }

    @Test func `a severity is not blamed for an outcome that could not be read`() {
        #expect(problems(head + names + "fail,minor,app").count == 1)
        let row = "{\(keys),\"outcome\":1,\"severity\":\"minor\"}"
        #expect(problems(row, as: .ndjson).count == 1)
    }

    @Test func `columns that are unknown, missing or doubled are told on the first line`() {
        #expect(
            problems("label,criterion,state,Label,remark\n,,,,\n") == [
                "line 1, column Label: the column is there twice: keep one",
                "line 1, column remark: there is no such column: leave it out, or name one of "
                    + "screen, control, label, ordinal, environment, state, criterion, outcome, "
                    + "severity, attribution, note, heard, steps, recommendation, tags, audit, "
                    + "round, links, device, system, at-version, build, workaround, "
                    + "at-hints, at-verbosity, at-language, component, imported-from",
                "line 1: columns are missing, add them: screen, environment",
            ])
        #expect(
            problems(head.replacing("screen", with: "page,site") + names).map(\.count).max() ?? 0
                < 400, "the columns that there are, are listed once")
        #expect(
            problems("") == ["line 1: the file is empty: name the columns on the first line"])
    }

    @Test func `more cells than columns mean that quotes are missing`() {
        #expect(
            problems(head + names + "passed,,,oh\n") == [
                "line 2: there are 9 cells under 8 columns: put cells that hold a separator "
                    + "into quotes"
            ])
    }

    @Test func `quotes that do not fit are told with the line they stand on`() {
        #expect(
            problems(head + "\"A\"b," + names + "\n" + names + "\"passed\n\n") == [
                "line 2: a quoted cell goes on after its closing quote: double the quotes "
                    + "within it",
                "line 3: a quote that opens here is never closed: close it, or double it",
            ])
    }

    @Test func `a file in another encoding is told as such`() {
        let latin = Array(head.utf8) + Array("K\u{F6}ln".unicodeScalars.map { UInt8($0.value) })
        #expect(
            problems(latin + Array(names.utf8.dropFirst(8)), as: .csv) == [
                "line 2, column screen: the cell is not UTF-8: save the file as CSV UTF-8"
            ])
        #expect(
            problems([0xFF, 0xFE, 0x73, 0], as: .csv) == [
                "line 1: the file is UTF-16: save it as CSV UTF-8"
            ])
        #expect(
            problems(Array("{\(keys),\"note\":\"".utf8) + [0xF6, 0x22, 0x7D], as: .ndjson) == [
                "line 1, column note: write a text in quotes and in UTF-8, or null"
            ])
    }

    /// As Excel, LibreOffice and Numbers write tables; the cells are always the same.
    @Test(arguments: [
        "{head},,,\n{row},,,\n,,,,,,,,,,\n", "{head}\n{row},,,,,,\n", "\n\n{head}\n{row}\n",
        "sep=;\r\n{head;}\r\n{row;}\r\n", "\"sep=\t\"\n{head\t}\n{row\t}\n",
        "\u{FEFF}{head\t}\r\n{row\t}\r\n", "{head;}\n{row;};;\n",
    ])
    func `tables are read as spreadsheets write them`(file: String) throws {
        var text = file
        for separator in [",", ";", "\t"] {
            let mark = separator == "," ? "" : separator
            text = text.replacing(
                "{head\(mark)}", with: head.dropLast().replacing(",", with: separator))
            text = text.replacing(
                "{row\(mark)}", with: (names + "failed,minor,app").replacing(",", with: separator))
        }
        let rows = try read(text)
        #expect(rows.map(\.entry.outcome) == [.failed])
        #expect(rows.map(\.entry.attribution) == [.app])
    }

    @Test func `a cell under no name is told, an empty one passed over`() throws {
        let middle = head.replacing("outcome", with: ",outcome")
        #expect(try read(middle + names + ",passed,,\n").map(\.entry.outcome) == [.passed])
        #expect(
            problems(middle + names + "x,passed,,\n") == [
                "line 2: a cell stands under no column's name: name the column, or empty the cell"
            ])
    }

    @Test(arguments: [[0x50, 0x4B, 3, 4, 20], [0xD0, 0xCF, 0x11, 0xE0]] as [[UInt8]])
    func `a workbook is told as such`(bytes: [UInt8]) {
        for format in FindingRowReader.Format.allCases {
            #expect(problems(bytes, as: format).map { $0.contains("Excel workbook") } == [true])
        }
    }

    @Test func `a row names its component by id, with names or without`() throws {
        let row = try #require(
            read("component,environment,state,criterion\nC0FFEE,ios-voiceover-phone-18,a,b\n").first
        )
        #expect(row.entry.component == "c0ffee")
        #expect(row.audit.isEmpty)
        #expect(
            problems("component,environment,state,criterion\nxyz,ios-voiceover-phone-18,a,b\n") == [
                "line 2, column component: give 6 or more digits of the component's id, or nothing"
            ])
        let other = try read("{\(keys),\"audit\":\"AB\",\"component\":null}", as: .ndjson)
        #expect(other.map(\.audit) == ["ab"])
        #expect(other.map(\.entry.component) == [""])
    }

    @Test(arguments: [
        ("a.CSV", "{", FindingRowReader.Format.csv), ("a.tsv", "", .csv), ("a.json", "x", .ndjson),
        ("a", " [", .ndjson), ("-", "\u{FEFF}{", .ndjson), ("-", "screen", .csv),
        ("-", "", .ndjson),
    ])
    func `the ending tells the format, or else the first character`(
        name: String, text: String, format: FindingRowReader.Format
    ) {
        #expect(FindingRowReader.Format(of: Array(text.utf8), named: name) == format)
    }
}
