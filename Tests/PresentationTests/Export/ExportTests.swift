import Presentation
import Shared
import TestSupport
import Testing

/// What holds for every format.
struct ExportTests {
    @Test func `a format is found by its id, and no two have one`() {
        #expect(Export.all.map(\.id) == ["ndjson", "csv"])
        #expect(Export.named("csv")?.fileExtension == "csv")
        #expect(Export.named("xlsx") == nil)
    }

    @Test(arguments: FindingRowReader.Format.allCases)
    func `what was exported is read back as it was`(format: FindingRowReader.Format) throws {
        let export = try #require(Export.named(format.rawValue))
        for seed in Seeds.first(200) {
            var generator = SeededGenerator(seed: seed)
            let rows = (0..<8).map { _ in Rows.random(using: &generator) }
            let read = try FindingRowReader.read(export.file(rows), as: format)
            // Compared as bytes: Swift calls an é of one scalar equal to one of two.
            let again = zip(rows, read).map { row, read in
                var row = row
                row.entry = read.entry
                return row
            }
            #expect(export.file(again) == export.file(rows), "\(Seeds.replay(seed))")
        }
    }

    @Test(arguments: FindingRowReader.Format.allCases)
    func `an undecided finding is read back without a verdict`(
        format: FindingRowReader.Format
    ) throws {
        let export = try #require(Export.named(format.rawValue))
        var row = Rows.undecided
        row.entry.texts[.note] = nil
        let read = try FindingRowReader.read(export.file([row]), as: format)
        #expect(read.map(\.entry.outcome) == [nil])
        #expect(read.map(\.entry.isSilent) == [true])
    }
}
