import Foundation
import Presentation
import Reading
import Shared
import TestSupport
import Testing

@testable import Publishing

struct ThumbnailsTests {
    private static let png = bytes(
        "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d494441"
            + "54789c63484848f80f00046402207f9f912e0000000049454e44ae426082")

    /// 200 by 100 pixels to whoever reads its head; nothing is in it.
    private static let jpeg = bytes(
        "ffd8ffe000104a46494600010101004800480000ffc0000b08006400c801011100ffd9")

    private static func bytes(_ digits: String) -> [UInt8] { [UInt8](hex: digits) ?? [] }

    private static let webp = Array("RIFF\u{10}\0\0\0WEBPVP8 \u{4}\0\0\0abcd".utf8)

    /// A finding with these files, which are where the export is made as `files` says.
    private func row(_ files: [Hash256]) -> FindingRow {
        var row = Rows.challenged
        row.evidence = files.map(\.hex)
        row.evidenceWords = []
        return row
    }

    private func options() throws -> ExportOptions {
        var options = ExportOptions()
        try options.set(.thumbnails, "true")
        return options
    }

    private func file(_ export: Export, _ pictures: [[UInt8]]) throws -> [UInt8] {
        let here = Dictionary(uniqueKeysWithValues: pictures.map { (Hash256(of: $0), $0) })
        return try export.file([row(pictures.map(Hash256.init(of:)))], options()) { hash, most in
            guard let bytes = here[hash] else { return .notHere }
            return bytes.count > most ? .tooLarge : .here(bytes)
        }
    }

    private func page(_ pictures: [[UInt8]]) throws -> String {
        String(decoding: try file(.html, pictures), as: UTF8.self)
    }

    @Test func `a page has pictures as they are, by what their bytes are`() throws {
        let page = try page([Self.png, Self.jpeg, Self.webp])
        for (type, bytes) in [
            ("image/png", Self.png), ("image/jpeg", Self.jpeg), ("image/webp", Self.webp),
        ] {
            let data = Data(bytes).base64EncodedString()
            #expect(page.contains("src=\"data:\(type);base64,\(data)\">"))
        }
        #expect(page.components(separatedBy: "<img ").count == 4)
        #expect(page.contains("alt=\"A picture of which nothing is said\""))
    }

    @Test func `a page with pictures allows two styles and pictures within it, no more`() throws {
        let page = try page([Self.png])
        let styles = page.components(separatedBy: "<style>").dropFirst()
            .compactMap { $0.components(separatedBy: "</style>").first }
        #expect(styles.count == 2)
        let hashes = styles.map {
            "'sha256-\(Data(Hash256(of: Array($0.utf8)).bytes).base64EncodedString())'"
        }.joined(separator: " ")
        #expect(
            page.contains(
                "content=\"default-src 'none'; style-src \(hashes); img-src data:; base-uri"))
        #expect(styles[1].contains("max-width:240px"))
    }

    @Test func `what is not shown says why`() throws {
        let large = Self.png + [UInt8](repeating: 0, count: Thumbnails.bytesMax)
        let script = Array("<svg onload=\"alert(1)\"></svg>".utf8)
        let page = try page([large, script])
        #expect(!page.contains("<img"))
        #expect(page.contains("Too large to show"))
        #expect(page.contains("Not a picture that can be shown here."))
        let absent = try Export.html.file([row([Hash256(of: [1])])], options())
        #expect(String(decoding: absent, as: UTF8.self).contains(">Not here: "))
    }

    @Test func `what lies there under another's hash is not shown`() throws {
        let file = try Export.html.file([row([Hash256(of: [1])])], options()) { _, _ in
            .here(Self.png)
        }
        #expect(!String(decoding: file, as: UTF8.self).contains("<img"))
    }

    @Test(arguments: ["html", "xlsx"])
    func `pictures of an export have a bound together`(format: String) throws {
        let export = try #require(Export.named(format))
        let pictures = (0..<70).map { number in
            // What is behind the end of a picture is no part of it, and another file all the same.
            Self.png + [UInt8](repeating: UInt8(number), count: 250_000)
        }
        let file = try file(export, pictures)
        let shown = Thumbnails.roomMax / pictures[0].count
        #expect(shown < 70)
        if format == "html" {
            let page = String(decoding: file, as: UTF8.self)
            #expect(page.components(separatedBy: "<img ").count == shown + 1)
            #expect(page.components(separatedBy: "Not shown: the pictures").count == 71 - shown)
        } else {
            let book = try WorkbookReader(file)
            #expect(book.parts.keys.count { $0.hasPrefix("xl/media/") } == shown)
        }
    }

    @Test func `a workbook has pictures in their rows, as large as they say and no larger`() throws
    {
        let book = try WorkbookReader(try file(.xlsx, [Self.png, Self.jpeg, Self.webp]))
        #expect(
            Set(book.parts.keys.filter { $0.hasPrefix("xl/media/") }.compactMap(book.bytes))
                == [Self.png, Self.jpeg])
        let rows = try book.rows("Evidence")
        #expect(
            rows.map { $0["thumbnail"] ?? "" } == ["", "", "Not a picture that can be shown here."])
        let drawing = book.text("xl/drawings/drawing1.xml")
        #expect(drawing.contains("descr=\"A picture of which nothing is said\""))
        // 9,525 to a pixel: one, and 176 by 88.
        #expect(drawing.contains("<a:ext cx=\"9525\" cy=\"9525\"/>"))
        #expect(drawing.contains("<a:ext cx=\"1676400\" cy=\"838200\"/>"))
    }

    @Test func `what the library can make nothing of is a sentence, and no row is lost`() throws {
        let cut = Array(Self.jpeg.prefix(12))
        let rows = try WorkbookReader(try file(.xlsx, [cut, Self.png])).rows("Evidence")
        #expect(rows.map { $0["thumbnail"] ?? "" } == [Thumbnails.Reason.damaged.rawValue, ""])
    }

    @Test(arguments: ["html", "xlsx"])
    func `an export without them is as it was, and reads no file`(format: String) throws {
        let export = try #require(Export.named(format))
        let rows = [row([Hash256(of: Self.png)])]
        let plain = try export.file(rows) { _, _ in
            Issue.record("A file is read.")
            return .notHere
        }
        #expect(try plain == export.file(rows))
        #expect(try plain != export.file(rows, options()))
    }

    @Test func `what stands in place of a picture is one line, cut where it is long`() {
        #expect("a\n\u{202E}\"b".inLine(250) == "a <U+202E>\"b")
        #expect(String(repeating: "ab", count: 300).inLine(250).unicodeScalars.count == 251)
    }

    @Test func `no other format takes the option`() {
        for export in Export.all where !["html", "xlsx"].contains(export.id) {
            #expect(throws: AuditError.self, "\(export.id)") {
                try ExportQuery([("format", export.id), ("thumbnails", "true")])
            }
        }
    }
}
