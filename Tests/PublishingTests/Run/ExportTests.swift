@testable import Publishing
import Presentation
import Shared
import TestSupport
import Testing

@testable import Publishing

/// What holds for every format.
struct ExportTests {
    @Test func `a format is found by its id, and no two have one`() {
        #expect(
            Export.all.map(\.id) == [
                "ndjson", "csv", "xlsx", "earl", "wcag-em", "sarif", "junit", "markdown", "html",
            ])
        #expect(Export.named("csv")?.fileExtension == "csv")
        #expect(Export.named("ods") == nil)
    }

    @Test(arguments: FindingRowReader.Format.allCases)
    func `what was exported is read back as it was`(format: FindingRowReader.Format) throws {
        let export = try #require(Export.named(format.rawValue))
        for seed in Seeds.first(200) {
            var generator = SeededGenerator(seed: seed)
            let rows = (0..<8).map { _ in Rows.random(using: &generator) }
            let read = try FindingRowReader.read(try export.file(rows), as: format)
            // Compared as bytes: Swift calls an é of one scalar equal to one of two.
            let again = zip(rows, read).map { row, read in
                var row = row
                row.entry = read.entry
                return row
            }
            #expect(try export.file(again) == export.file(rows), "\(Seeds.replay(seed))")
        }
    }

    @Test(arguments: FindingRowReader.Format.allCases)
    func `an undecided finding is read back without a verdict`(
        format: FindingRowReader.Format
    ) throws {
        let export = try #require(Export.named(format.rawValue))
        var row = Rows.undecided
        row.entry.texts[.note] = nil
        let read = try FindingRowReader.read(try export.file([row]), as: format)
        #expect(read.map(\.entry.outcome) == [nil])
        #expect(read.map(\.entry.isSilent) == [true])
    }

    @Test(arguments: FindingRowReader.Format.allCases)
    func `damaged files are read or refused, and nothing else happens`(
        format: FindingRowReader.Format
    ) throws {
        let export = try #require(Export.named(format.rawValue))
        for seed in Seeds.first(200) {
            var generator = SeededGenerator(seed: seed)
            var file = try export.file([
                Rows.random(using: &generator), Rows.random(using: &generator),
            ])
            for _ in 0..<generator.below(6) {
                file[generator.below(file.count)] = generator.pick([0, 10, 13, 34, 44, 59, 92, 255])
            }
            file.removeLast(generator.below(40))
            do throws(BulkInputError) {
                let lines = try FindingRowReader.read(file, as: format).map(\.line)
                #expect(lines == lines.sorted(), "\(Seeds.replay(seed))")
            } catch {
                let lines = error.problems.map(\.line)
                #expect(!lines.isEmpty && lines == lines.sorted(), "\(Seeds.replay(seed))")
            }
        }
    }
}
