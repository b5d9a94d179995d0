import Testing

@testable import Presentation

/// `BulkInputError`: what a person reads of a file with many faults.
struct BulkInputErrorTests {
    private func problem(_ line: Int, _ advice: String, column: String? = nil) -> RowProblem {
        RowProblem(line: line, column: column, advice: advice)
    }

    @Test func `a fault of many rows is one line that names them all`() {
        let error = BulkInputError(
            problems: (1...3_000).map { problem($0, "leave it out", column: "menu") }
                + [problem(7, "give the label")])
        #expect(
            error.summary == ["lines 1-3000, column menu: leave it out", "line 7: give the label"])
        #expect(error.rowCount == 3_000)
    }

    @Test func `what a file says is repeated no longer than it takes to find it`() throws {
        let long = String(repeating: "menu ", count: 20_000)
        let rows = [
            "\(long),environment,state,criterion,screen,label\na,b,c,d,e,f\n",
            "outcome,environment,state,criterion,screen,label\n\(long),b,c,d,e,f\n",
            "ordinal,environment,state,criterion,screen,label\n\(long),b,c,d,e,f\n",
        ]
        for file in rows {
            let error = #expect(throws: BulkInputError.self) {
                try FindingRowReader.read(Array(file.utf8), as: .csv)
            }
            let said = try #require(error?.summary.first { $0.contains("menu menu") })
            #expect(said.utf8.count < 1_000)
            #expect(said.contains("menu me…"))
        }
    }

    @Test func `rows that are apart are named apart`() {
        let error = BulkInputError(problems: [2, 4, 5, 5, 6, 9].map { problem($0, "give it") })
        #expect(error.summary == ["lines 2, 4-6, 9: give it"])
        #expect(error.rowCount == 5)
    }
}
