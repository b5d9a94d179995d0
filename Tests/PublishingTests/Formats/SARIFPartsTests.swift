import Shared
import TestSupport
import Testing

@testable import Publishing

struct SARIFPartsTests {
    private func parts(
        _ rows: [(environment: UInt64, judgement: Judgement)], zipped: Int = 100, rule: Int = 100
    ) -> SARIFParts {
        var audit = PlannedAudit()
        for (number, row) in rows.enumerated() {
            audit.add(.judged(row.judgement), environment: row.environment, state: "s\(number)")
        }
        var parts = SARIFParts()
        for row in audit.rows { parts.add(row, zipped: { zipped }, ruleBytes: { _ in rule }) }
        return parts
    }

    private func sizes(_ parts: SARIFParts) throws -> [[Int]] {
        let count = try parts.chosen(1, in: { $0 }, around: 10).parts
        return try (1...count).map { part in
            try parts.chosen(part, in: { $0 }, around: 10).runs.values.map(\.results).sorted()
        }
    }

    @Test func `a file has no more zipped bytes than GitHub takes`() throws {
        let failed = (environment: UInt64(1), judgement: Judgement.failed(.minor, .app))
        let parts = parts(Array(repeating: failed, count: 20), zipped: 1_000_000)
        #expect(try sizes(parts) == [[9], [9], [2]])
        // One that is too large alone is still told.
        #expect(try sizes(self.parts([failed, failed], zipped: 20_000_000)) == [[1], [1]])
        // A rule is counted once in each run.
        let rules = self.parts(Array(repeating: failed, count: 4), rule: 5_000_000)
        #expect(try sizes(rules) == [[4]])
    }

    @Test func `a file has no more than twenty runs, those without results among them`() throws {
        let judgements = [Judgement.failed(.minor, .app), .passed]
        let rows = (1...45).map {
            (environment: UInt64($0), judgement: judgements[$0 % 2])
        }
        let sizes = try sizes(parts(rows))
        #expect(sizes.map(\.count) == [20, 20, 5])
        #expect(sizes.flatMap(\.self).reduce(0, +) == 22)
    }

    @Test func `a file has no more than 25,000 results, the worst in the first`() throws {
        let rows = (0..<33_000).map { number in
            (
                environment: UInt64(number % 11 + 1),
                judgement: number < 16_500 ? Judgement.cantTell : .failed(.critical, .app)
            )
        }
        let parts = parts(rows)
        #expect(try sizes(parts).map { $0.reduce(0, +) } == [25_000, 8_000])
        let first = try parts.chosen(1, in: { $0 }, around: 10)
        #expect(first.partOf[16_500...].allSatisfy { $0 == 1 })
        // Whatever the order in which states are written.
        let turned = try parts.chosen(1, in: { $0.reversed() }, around: 10)
        #expect(turned.partOf[..<16_500].allSatisfy { $0 == 1 })
    }
}
