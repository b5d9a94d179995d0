import Presentation
import TestSupport
import Testing

/// Rows for bulk recording over damaged bytes: no crash, and every fault has its line.
struct RowFuzzTests {
    private static let ndjson = #"""
        {"screen":"Accounts","control":"menu","label":"Options","environment":"ios-phone-18",\#
        "state":"expanded","criterion":"state-open","outcome":"failed","severity":"minor",\#
        "note":"caf\u00e9 \ud83d\ude00","tags":["a","b"],"ordinal":2}
        {"screen":"Accounts","label":"Options","environment":"e","state":"expanded","criterion":"x"}

        """#

    private static let csv = """
        screen,label,environment,state,criterion,outcome,severity,note,tags\r
        Accounts,Options,ios-phone-18,expanded,state-open,failed,minor,"a ""b"",\n c",x y\r
        Accounts,Options,ios-phone-18,collapsed,state-open,passed,,,\r
        """

    @Test(arguments: [
        (FindingRowReader.Format.ndjson, ndjson, 3_000), (.csv, csv, 3_000),
        (.csv, csv.replacing(",", with: ";"), 1_000),
    ])
    func `rows are read whole, or told why not`(
        _ format: FindingRowReader.Format, _ text: String, _ count: Int
    ) {
        let found = Fuzz.violations(
            of: "rows, \(format)", samples: [Array(text.utf8)], count: count
        ) { bytes in
            let lines = bytes.count { $0 == 0x0A || $0 == 0x0D } + 1
            do throws(BulkInputError) {
                let rows = try FindingRowReader.read(bytes, as: format)
                return .claim(
                    rows.allSatisfy { (1...lines).contains($0.line) },
                    else: "a row lies outside of the file")
            } catch {
                guard !error.problems.isEmpty else { return .broken("refused without a reason") }
                return error.problems.allSatisfy { (1...lines).contains($0.line) }
                    ? .refused : .broken("a problem lies outside of the file")
            }
        }
        #expect(found == [])
    }
}
