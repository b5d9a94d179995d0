import Shared
import Testing

@testable import Reading

struct RoundComparisonTests {
    private static let words: [String: RoundOutcome] = [
        "untested": .untested, "passed": .judged(.passed), "inapplicable": .judged(.inapplicable),
        "failed": .judged(.failed(.minor, .app)), "cantTell": .judged(.cantTell),
        "undecided": .undecided,
    ]

    private static let signs = [
        "fix": "fixed", "still": "still-failing", "back": "regressed", "new": "new",
        "open": "not-retested", "?": "not-comparable", "-": "-",
    ]

    /// A row for what was said then, a column for what is said now.
    private static let table = """
                     untested passed inapplicable failed cantTell undecided
        untested     -        -      -            new    -        -
        passed       -        -      -            back   ?        ?
        inapplicable -        -      -            back   ?        ?
        failed       open     fix    fix          still  ?        ?
        cantTell     ?        ?      ?            ?      ?        ?
        undecided    ?        ?      ?            ?      ?        ?
        """

    @Test func `what became of a finding follows from what both rounds say`() throws {
        let rows = Self.table.split(separator: "\n").map {
            $0.split(separator: " ").map(String.init)
        }
        let columns = rows[0]
        #expect(rows.count == 7)
        for row in rows.dropFirst() {
            for (now, sign) in zip(columns, row.dropFirst()) {
                let found = RoundComparison.Change(
                    from: try #require(Self.words[row[0]]), to: try #require(Self.words[now]))
                #expect(found?.rawValue ?? "-" == Self.signs[sign], "\(row[0]), then \(now)")
            }
        }
    }

    @Test func `a worse or milder failure is still one`() {
        let found = RoundComparison.Change(
            from: .judged(.failed(.critical, .app)), to: .judged(.failed(.minor, .platform)))
        #expect(found == .stillFailing)
    }
}
