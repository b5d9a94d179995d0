@testable import Publishing
import Presentation
import Reading
import Shared
import Testing

struct ExportCSVTests {
    private let header =
        "screen,control,label,ordinal,environment,state,criterion,outcome,severity,attribution,"
        + "note,heard,steps,recommendation,tags,audit,round,effective,basis,authors,changed,"
        + "siblings,decisions,versions,withdrawn,evidence,links,device,system,at-version,build,"
        + "comments,suggestion,version,unconfirmed,see,workaround,"
        + "at-hints,at-verbosity,at-language,evidence-words,component,imported-from\r\n"
    private let names =
        "Accounts,menu,Account options,1,android-talkback-phone-15,expanded,"
        + "menu.android.state-open,"

    @Test func `an export without rows names its columns`() throws {
        #expect(try Export.csv.text([]) == header)
    }

    @Test func `an undecided finding has exactly these bytes`() throws {
        #expect(
            try Export.csv.text([Rows.undecided]) == header + names
                + ",,,\"Says \"\"expanded\"\" twice;\nthen nothing\",,,,,"
                + "a0d17000000000000000000000000001,2,undecided,undecided,"
                + "Maya Lindqvist|Lee Okafor,2026-03-14T09:26:53.589Z,2,0,,,,,,,,,,,"
                + "\"{4e000000000000000000000000000001:1, 4e000000000000000000000000000002:4}\""
                + ",,,,,,,,c0000000000000000000000000000001,\r\n")
    }

    @Test func `a challenged finding shows the decision and that it is challenged`() throws {
        #expect(
            try Export.csv.text([Rows.challenged]) == header + names
                + #"failed,serious,app,,,,,focus|a\|b,"#
                + "a0d17000000000000000000000000001,1,failed/serious/app,challenged,"
                + "Lee Okafor,2026-03-14T09:26:53.589Z,1,1,"
                + "heard: Lee Okafor: one|heard: Lee Okafor: two,contested,ab12,"
                + "https://example.org/7,Pixel 8,,15.0.1,,"
                + #"Lee Okafor: Same on the tablet|Lee Okafor: a\|b"#
                + ",failed state:expanded,"
                + "\"{4e000000000000000000000000000002:1, 4e000000000000000000000000000003:1}\""
                + ",,Accounts/Options|a\\|b,,,,,ab12: A menu / No state"
                + ",c0000000000000000000000000000001,\r\n")
    }

    @Test func `a byte order mark is written only when asked for`() throws {
        #expect(try Export.csv.file([]).first == UInt8(ascii: "s"))
        let query = try ExportQuery([("format", "csv"), ("bom", "true")])
        let marked = try query.export.file([Rows.undecided], query.options)
        let plain = try Export.csv.file([Rows.undecided])
        #expect(marked == [0xEF, 0xBB, 0xBF] + plain)
        // JSON has none (RFC 8259).
        #expect(throws: AuditError.self) {
            try ExportQuery([("format", "ndjson"), ("bom", "true")])
        }
    }

    @Test(arguments: ["csv", "CSV", "NDJSON", "Ndjson", "ods", ""])
    func `a format is found in any capitals`(name: String) {
        let known = ["csv", "ndjson"].contains(name.lowercased())
        #expect(Export.named(name)?.id == (known ? name.lowercased() : nil))
    }

    @Test(
        arguments: [
            "=1+1", "+1", "-1", "@sum", "\t=1", "\r=1", "\n=1", "'=1", "\u{FF1D}1", " =1",
            "\u{A0}=1+1", "\u{FEFF}=1+1", "\u{200B}=cmd", " '=1", "'\u{A0}'=1", "\u{3000}-1",
            "\u{200E}@sum", "\u{1}=1", "\u{2028}=1",
        ])
    func `no cell begins as a formula`(text: String) throws {
        var row = Rows.undecided
        row.entry.texts[.note] = text
        let file = try Export.csv.file([row])
        #expect(String(decoding: file, as: UTF8.self).contains("'" + text))
        #expect(try FindingRowReader.read(file, as: .csv).map(\.entry.texts[.note]) == [text])
    }

    @Test func `NUL, which no table can hold, is its picture, and read back it is no news`() throws
    {
        var row = Rows.undecided
        row.entry.texts[.note] = "\0=1\0"
        let file = try Export.csv.file([row])
        #expect(!file.contains(0))
        let read = try FindingRowReader.read(file, as: .csv).map(\.entry.texts[.note])
        #expect(read == ["␀=1␀"])
        let text = FieldValue.text(Text(normalizing: "\0=1\0"))
        #expect(text.typed == .text(Text(normalizing: "␀=1␀")))
    }

    @Test(arguments: ["'quoted'", "a=b", "1-2", "it's", "'", "\u{A0}a=b", "\u{200B}1", "\u{200B}"])
    func `other text is left as it is`(text: String) throws {
        var row = Rows.undecided
        row.entry.texts[.note] = text
        let file = try Export.csv.file([row])
        #expect(String(decoding: file, as: UTF8.self).contains(",\(text),"))
        #expect(try FindingRowReader.read(file, as: .csv).map(\.entry.texts[.note]) == [text])
    }
}
