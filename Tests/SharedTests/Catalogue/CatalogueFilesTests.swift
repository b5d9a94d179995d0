import Foundation
import Shared
import SwiftProtobuf
import Testing

/// Files of a catalogue as they travel (`CatalogueFiles.swift`).
struct CatalogueFilesTests {
    private static let menu = CatalogueFiles.File(path: "menu.yaml", content: [1, 2, 3])
    private static let sheet = CatalogueFiles.File(path: "more/sheet.yaml", content: [])

    @Test func `the order in which files are found alters nothing`() throws {
        let files = try CatalogueFiles([Self.sheet, Self.menu])
        #expect(files == (try CatalogueFiles([Self.menu, Self.sheet])))
        #expect(files.files == [Self.menu, Self.sheet])
        #expect(try CatalogueFiles(decoding: files.bytes) == files)
    }

    @Test func `each byte and each path is in the hash`() throws {
        let files = try CatalogueFiles([Self.menu])
        let longer = CatalogueFiles.File(path: "menu.yaml", content: [1, 2, 3, 0])
        let renamed = CatalogueFiles.File(path: "menv.yaml", content: [1, 2, 3])
        #expect(try CatalogueFiles([longer]).hash != files.hash)
        #expect(try CatalogueFiles([renamed]).hash != files.hash)
    }

    @Test(arguments: [
        "", "/etc/passwd", "../menu.yaml", "a/../../b", "a//b", "./a", "a/", "a\u{0}b",
        String(repeating: "n", count: 600),
    ])
    func `a path that leads out of the folder is refused`(_ path: String) {
        #expect(throws: CatalogueError.self) {
            try CatalogueFiles([CatalogueFiles.File(path: path, content: [1])])
        }
    }

    @Test func `more files, more bytes or one path twice do not travel`() {
        let many = (0...200).map { CatalogueFiles.File(path: "\($0).yaml", content: []) }
        let large = CatalogueFiles.File(
            path: "a.yaml", content: [UInt8](repeating: 7, count: 16 * 1024 * 1024))
        for files in [many, [large], [Self.menu, Self.menu]] {
            #expect(throws: CatalogueError.self) { try CatalogueFiles(files) }
        }
        #expect(throws: Never.self) { try CatalogueFiles(many.dropLast()) }
    }

    @Test func `bytes in any other form are refused`() throws {
        let whole = try CatalogueFiles([Self.menu, Self.sheet]).bytes
        // An unknown field behind it; the two files in the other order; one cut off.
        let turned =
            try CatalogueFiles([Self.sheet]).bytes + CatalogueFiles([Self.menu]).bytes
        for bytes in [whole + [0x78, 0x01], turned, Array(whole.dropLast())] {
            #expect(throws: CatalogueError.self) { try CatalogueFiles(decoding: bytes) }
        }
    }

    @Test func `a pin is read as it is written, and nothing else is one`() throws {
        let pin = CataloguePin(version: "2026.11.1", files: try CatalogueFiles([Self.menu]).hash)
        #expect(CataloguePin(pin.text) == pin)
        for text in ["", "2026.11.1", "2026.11.1+abcd", pin.text + "0", "+", pin.files.hex] {
            #expect(CataloguePin(text) == nil)
        }
    }
}
