import Presentation
import TestSupport
import Testing

struct QRCodeTests {
    private func bytes(of text: String) throws -> [UInt8] {
        let code = try QRCode(text: text)
        return try #require(QRReader(side: code.side, path: code.path)).bytes
    }

    @Test func `a code says its text to somebody who reads it by the standard`() throws {
        let texts = [
            "a", "https://accord.example/#VKDMV-8VP8B-SM14C-YVE8C", "Größe: Ω 日本 \u{0} 👩‍🦯",
            "http://192.168.17.4:8181/p/0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQR",
        ]
        for text in texts { #expect(try bytes(of: text) == Array(text.utf8)) }
    }

    @Test func `every length up to 100 bytes is read back`() throws {
        var generator = SeededGenerator(seed: 1)
        for length in 1...100 {
            let text = String(
                decoding: (0..<length).map { _ in UInt8(32 + generator.below(95)) }, as: UTF8.self)
            #expect(try bytes(of: text) == Array(text.utf8), "\(length) bytes")
        }
    }

    @Test func `a module drawn wrong is noticed, so the reader can fail`() throws {
        let text = "https://accord.example/"
        let code = try QRCode(text: text)
        let corner = code.side - 5  // the lowest module to the right, where the first bits stand
        let drawn = "M\(corner) \(corner)h1v1h-1z"
        let turned =
            code.path.contains(drawn) ? code.path.replacing(drawn, with: "") : code.path + drawn
        #expect(
            QRReader(side: code.side, path: turned)?.bytes != Array(text.utf8))
    }

    @Test func `nothing is drawn within four modules of the edge`() throws {
        let code = try QRCode(text: "https://accord.example/")
        let dark = QRReader.modules(side: code.side, path: code.path)
        let rim = Set([0, 1, 2, 3, code.side - 4, code.side - 3, code.side - 2, code.side - 1])
        for row in 0..<code.side {
            for column in 0..<code.side where rim.contains(row) || rim.contains(column) {
                #expect(!dark[row][column], "\(row), \(column)")
            }
        }
        #expect(dark[4][4] && dark[4][code.side - 5] && dark[code.side - 5][4])
    }

    @Test func `a text of the most bytes becomes a code, one more is an error that says how many`()
        throws
    {
        let most = String(repeating: "x", count: QRCode.textBytesMax)
        #expect(try QRCode(text: most).side > 0)
        #expect(throws: QRCodeError.tooLong(bytes: QRCode.textBytesMax + 1)) {
            try QRCode(text: most + "x")
        }
        #expect(throws: QRCodeError.empty) { try QRCode(text: "") }
    }
}
