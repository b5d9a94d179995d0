@testable import Presentation
import Shared
import TestSupport
import Testing

/// Rows that are read some bytes at a time are those of the whole file.
struct ByteSourceTests {
    private static let ndjson = #"""
        {"screen":"A","label":"é \" \\","environment":"e","state":"s","criterion":"c","note":"a\nb"}

        {"screen":"A","label":"L","environment":"e","state":"s","criterion":"d","tags":["x","y"]}
        {"screen":7}
        {"screen":"A","label":"L","environment":"e","state":"s","criterion":"e"}
        """#
    private static let csv =
        "screen,label,environment,state,criterion,note\r\nA,L,e,s,c,\"a,\r\n\"\"b\"\"\"\r\n"
        + "A,L,e,s,d,\rA,L,e,s,\"f\"x,\nA,L,e,s,g,h"
    private static let files: [(FindingRowReader.Format, String)] = [
        (.ndjson, ndjson), (.csv, csv),
        (.ndjson, "[" + ndjson.split(separator: "\n").joined(separator: ",\n") + " ]\n"),
        (.ndjson, "[{}, {\"screen\":\"x\"} ] trailing"), (.ndjson, "[{},"),
    ]

    private func read(
        _ text: String, as format: FindingRowReader.Format, pieceBytes: Int
    ) -> (rows: [BulkRow], problems: [RowProblem]) {
        var rows: [BulkRow] = []
        var problems = BulkProblems()
        let bytes = Array(text.utf8)
        var offset = 0
        // The front is handed out in such pieces, too, and behind it everything is.
        let source = ByteSource(pieceBytes: pieceBytes) { count in
            let end = min(offset + min(count, pieceBytes), bytes.count)
            defer { offset = end }
            return Array(bytes[offset..<end])
        }
        FindingRowReader.read(source, as: format, telling: &problems) {
            rows.append($0)
            return nil
        }
        do throws(BulkInputError) { try problems.check() } catch { return (rows, error.problems) }
        return (rows, [])
    }

    @Test(arguments: files)
    func `pieces of any size give the rows of the whole`(
        format: FindingRowReader.Format, text: String
    ) {
        // Longer than the front, so that rows lie across the ends of pieces.
        let long =
            format == .csv
            ? text + "\r\n" + String(repeating: "A,L,e,s,g,\"n\r\nm\"\r\n", count: 20_000) : text
        let whole = read(long, as: format, pieceBytes: 1 << 24)
        #expect(!whole.rows.isEmpty || !whole.problems.isEmpty)
        for pieceBytes in [1_021, 65_537] {
            let pieces = read(long, as: format, pieceBytes: pieceBytes)
            #expect(pieces.rows == whole.rows)
            #expect(pieces.problems == whole.problems)
        }
    }

    @Test func `lines of many pieces are whole`() {
        let lines = (0..<40_000).map { "\($0) " + String(repeating: "x", count: $0 % 91) }
        let source = ByteSource(Array(lines.joined(separator: "\n").utf8), pieceBytes: 977)
        var read = ByteLines(source.front(), then: source)
        var found: [String] = []
        while let (bytes, number) = read.next() {
            found.append(String(decoding: bytes ?? [], as: UTF8.self))
            #expect(number == found.count)
        }
        #expect(found == lines)
    }

    @Test(arguments: FindingRowReader.Format.allCases)
    func `a row that has no end is told, and what can be read behind it is`(
        format: FindingRowReader.Format
    ) {
        let long = String(repeating: "x", count: ByteSource.rowBytesMax + 1)
        let row = #"{"screen":"A","label":"L","environment":"e","state":"s","criterion":"c"}"#
        let text =
            format == .csv
            ? "screen,label,environment,state,criterion\nA,L,e,s,\"\(long)\n"
            : "\(long)\n\(row)\n"
        let found = read(text, as: format, pieceBytes: 1 << 20)
        #expect(found.problems.map(\.line) == [format == .csv ? 2 : 1])
        #expect(found.problems.first?.advice.contains("8 MiB") == true)
        #expect(found.rows.map(\.line) == (format == .csv ? [] : [2]))
    }

    @Test func `no more is read than problems that anybody reads`() {
        let found = read(
            String(repeating: "{}\n", count: 30_000), as: .ndjson, pieceBytes: 1 << 20)
        #expect(found.problems.count == 10_000)
        let error = BulkInputError(problems: found.problems, isCut: true)
        #expect(error.summary.last == "what follows was not looked at: mend these first")
    }
}
