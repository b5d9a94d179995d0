import Presentation
import Shared
import Testing

@testable import Publishing

struct FindingRowReportTests {
    @Test func `all that people say of a finding is in its report`() {
        var row = Rows.challenged
        for column in FindingColumn.allCases {
            if let name = column.text { row.entry.texts[name] = "text of \(column.rawValue)" }
            if let name = column.list { row.entry.lists[name] = ["element of \(column.rawValue)"] }
        }
        row.versions = []
        let report = row.report
        for column in FindingColumn.allCases {
            if column.text != nil { #expect(report.contains("text of \(column.rawValue)")) }
            if column.list != nil { #expect(report.contains("element of \(column.rawValue)")) }
        }
        for text in [
            "Heard it myself", "gone in 8.4", "A menu", "Same on the tablet", "Accounts/Options",
            "Lee Okafor", "failed state:expanded",
        ] {
            #expect(report.contains(text), "\(text)")
        }
    }

    @Test func `of several versions of a text each is told, with its author`() {
        let report = Rows.challenged.report
        #expect(report.contains("Heard, by Lee Okafor: one\nHeard, by Lee Okafor: two"))
    }
}
