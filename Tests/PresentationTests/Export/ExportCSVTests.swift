import Presentation
import Shared
import Testing

struct ExportCSVTests {
    private let header =
        "screen,control,label,ordinal,environment,state,criterion,outcome,severity,attribution,"
        + "note,heard,steps,recommendation,tags,audit,round,effective,basis,authors,changed,"
        + "siblings,decisions,versions,withdrawn,evidence,links,device,system,at-version,build,"
        + "comments,suggestion,version,unconfirmed,see,workaround,"
        + "at-hints,at-verbosity,at-language,evidence-words,component\r\n"
    private let names =
        "Accounts,menu,Account options,1,android-talkback-phone-15,expanded,"
        + "menu.android.state-open,"

    @Test func `an export without rows names its columns`() {
        #expect(Export.csv.text([]) == header)
    }

    @Test func `an undecided finding has exactly these bytes`() {
        #expect(
            Export.csv.text([Rows.undecided]) == header + names
                + ",,,\"Says \"\"expanded\"\" twice;\nthen nothing\",,,,,"
                + "a0d17000000000000000000000000001,2,undecided,undecided,"
                + "Maya Lindqvist|Lee Okafor,2026-03-14T09:26:53.589Z,2,0,,,,,,,,,,,"
                + "\"{4e000000000000000000000000000001:1, 4e000000000000000000000000000002:4}\""
                + ",,,,,,,,c0000000000000000000000000000001\r\n")
    }

    @Test func `a challenged finding shows the decision and that it is challenged`() {
        #expect(
            Export.csv.text([Rows.challenged]) == header + names
                + #"failed,serious,app,,,,,focus|a\|b,"#
                + "a0d17000000000000000000000000001,1,failed/serious/app,challenged,"
                + "Lee Okafor,2026-03-14T09:26:53.589Z,1,1,"
                + "heard: Lee Okafor: one|heard: Lee Okafor: two,contested,ab12,"
                + "https://example.org/7,Pixel 8,,15.0.1,,"
                + #"Lee Okafor: Same on the tablet|Lee Okafor: a\|b"#
                + ",failed state:expanded,"
                + "\"{4e000000000000000000000000000002:1, 4e000000000000000000000000000003:1}\""
                + ",,Accounts/Options|a\\|b,,,,,ab12: A menu / No state"
                + ",c0000000000000000000000000000001\r\n")
    }

    @Test func `a byte order mark is written only when asked for`() {
        #expect(Export.csv.file([]).first == UInt8(ascii: "s"))
        let marked = Export.csv(byteOrderMark: true).file([Rows.undecided])
        #expect(marked == [0xEF, 0xBB, 0xBF] + Export.csv.file([Rows.undecided]))
        let named = Export.named("csv", byteOrderMark: true)
        #expect(named?.file([Rows.undecided]) == marked)
        // JSON has none (RFC 8259).
        #expect(Export.named("ndjson", byteOrderMark: true) == nil)
    }

    @Test(arguments: ["csv", "CSV", "NDJSON", "Ndjson", "xlsx", ""])
    func `a format is found in any capitals`(name: String) {
        let known = ["csv", "ndjson"].contains(name.lowercased())
        #expect(Export.named(name)?.id == (known ? name.lowercased() : nil))
    }

    @Test(
        arguments: [
            "=1+1", "+1", "-1", "@sum", "\t=1", "\r=1", "\n=1", "'=1", "\u{FF1D}1", " =1",
            "\u{A0}=1+1", "\u{FEFF}=1+1", "\u{200B}=cmd", " '=1", "'\u{A0}'=1", "\u{3000}-1",
            "\u{200E}@sum", "\u{0}=1", "\u{2028}=1",
        ])
    func `no cell begins as a formula`(text: String) throws {
        var row = Rows.undecided
        row.entry.texts[.note] = text
        let file = Export.csv.file([row])
        #expect(String(decoding: file, as: UTF8.self).contains("'" + text))
        #expect(try FindingRowReader.read(file, as: .csv).map(\.entry.texts[.note]) == [text])
    }

    @Test(arguments: ["'quoted'", "a=b", "1-2", "it's", "'", "\u{A0}a=b", "\u{200B}1", "\u{200B}"])
    func `other text is left as it is`(text: String) throws {
        var row = Rows.undecided
        row.entry.texts[.note] = text
        let file = Export.csv.file([row])
        #expect(String(decoding: file, as: UTF8.self).contains(",\(text),"))
        #expect(try FindingRowReader.read(file, as: .csv).map(\.entry.texts[.note]) == [text])
    }
}
