import Foundation
import Reading
import Storage
import TestSupport
import Testing

@testable import Client

/// Places that stand elsewhere than in the coordinates of Exif, and files that were made to harm.
struct HiddenLocationTests {
    private static let xmp = "http://ns.adobe.com/xap/1.0/\0"
    private static let place = Array("52.5200".utf8)

    private static func text(_ text: String, as encoding: String.Encoding = .utf8) -> [UInt8] {
        Array(text.data(using: encoding) ?? Data())
    }

    private static let segments: [(marker: UInt8, content: [UInt8])] = [
        (0xE1, text(xmp) + text(#"<x exif:GPSLatitude="52.5200"/>"#, as: .utf16BigEndian)),
        (0xE1, text(xmp) + text(#"<x exif:GPSLatitude="52.5200"/>"#, as: .utf16LittleEndian)),
        (0xE1, text(xmp) + text(#"<x exif:GPSLatitude="52.5200"/>"#, as: .utf32BigEndian)),
        (0xE1, text(xmp + #"<x geo:lat="52.5200" geo:long="13.4050"/>"#)),
        (0xE1, text(xmp + #"<x Iptc4xmpCore:Location="Home Street 52.5200"/>"#)),
        (
            0xED,
            text("Photoshop 3.0\0") + text("8BIM") + [4, 4, 0, 0, 0, 0, 0, 12]
                + [0x1C, 2, 90, 0, 7] + place
        ),
        (0xEB, text(#"JP\0\u{1}jumbstds.exif{"exif:GPSLatitude":"52.5200"}"#)),
        (0xEB, text("JP\0\u{1}jumbc2pa\0\0\0\u{20}brob") + place),
        (0xFE, text("GPS 52.5200")),
    ]

    @Test(arguments: segments)
    func `a text that speaks of a place becomes a comment of spaces`(
        _ marker: UInt8, _ content: [UInt8]
    ) throws {
        let own = JPEGLocationTests.segment(content, marker: marker)
        let before = JPEGLocationTests.picture(own)
        #expect(try Self.settle(.keep, before).outcome == .kept)
        let (outcome, after) = try Self.settle(.remove, before)
        #expect(outcome == .removed)
        let spaces = [UInt8](repeating: UInt8(ascii: " "), count: content.count)
        let expected = JPEGLocationTests.picture(
            JPEGLocationTests.segment(spaces, marker: 0xFE))
        #expect(after == expected)
        #expect(try Self.settle(.remove, after).outcome == .none)
    }

    @Test(arguments: [UInt8(0xE1), 0xEB, 0xED, 0xFE])
    func `a text that speaks of no place stays`(_ marker: UInt8) throws {
        let name = marker == 0xE1 ? Self.xmp : ""
        let text = Self.text(name + #"<x dc:title="Menu" state="open" platform="iOS"/>"#)
        let before = JPEGLocationTests.picture(JPEGLocationTests.segment(text, marker: marker))
        #expect(try Self.settle(.remove, before) == (.none, before))
    }

    @Test func `a text in several segments goes as a whole`() throws {
        let parts = ["JP\0\u{1}GPSLatitude", "JP\0\u{1}52.5200"].flatMap {
            JPEGLocationTests.segment(Self.text($0), marker: 0xEB)
        }
        let after = try Self.settle(.remove, JPEGLocationTests.picture(parts)).after
        #expect(after.firstRange(of: Self.place) == nil)
    }

    @Test(arguments: MovieSample.withPlace)
    func `the video behind a photograph loses its place too`(_ video: [UInt8]) throws {
        let photograph = JPEGLocationTests.picture([])
        for between in [[], [UInt8](repeating: 0, count: 5)] {
            let before = photograph + between + video
            #expect(try Self.settle(.keep, before).outcome == .kept)
            let (outcome, after) = try Self.settle(.remove, before)
            #expect(outcome == .removed)
            #expect(after.count == before.count)
            #expect(after.firstRange(of: MovieSample.place) == nil)
            #expect(after.starts(with: photograph + between))
            #expect(after.firstRange(of: MovieSample.stream) != nil)
        }
        // One that cannot be read to its end could hide a place.
        #expect(throws: AuditError.self) {
            _ = try Self.settle(.remove, photograph + video.dropLast(6))
        }
    }

    @Test func `texts between two scans of one picture are looked at`() throws {
        let scan: [UInt8] = [0xFF, 0xDA, 0, 2, 1, 0xFF, 0, 0xFF, 0xD0, 2]
        let text = JPEGLocationTests.segment(Self.text("GPS 52.5200"), marker: 0xFE)
        let after = try Self.settle(.remove, JPEGLocationTests.picture(scan + text)).after
        #expect(after.firstRange(of: Self.place) == nil)
    }

    @Test func `every directory of coordinates is blanked`() throws {
        let empty: [UInt8] = [0, 0]
        let full = [0, 1] + Self.entry(1, 2, 2, 0x4E00_0000)
        let first = [0, 2] + Self.entry(0x8825, 4, 1, 38) + Self.entry(0x8825, 4, 1, 40)
        let block = Self.header + first + [0, 0, 0, 0] + empty + full
        var exif = ExifBlock(block)
        #expect(try exif.blankLocation())
        #expect(exif.bytes.dropLast(full.count) == block.dropLast(full.count))
        #expect(exif.bytes.suffix(full.count).allSatisfy { $0 == 0 })
    }

    // MARK: Made to harm

    @Test func `a picture of fill bytes alone is damaged`() throws {
        let bytes = [0xFF, 0xD8] + [UInt8](repeating: 0xFF, count: 2_000_000)
        #expect(throws: AuditError.self) { _ = try Self.settle(.remove, bytes) }
        #expect(try Self.settle(.removeWherePossible, bytes) == (.unknown, bytes))
        let folder = try TemporaryFolder(preferMemory: true)
        var jpeg = JPEGLocation(file: try Self.file(bytes, in: folder), isBlanking: false)
        #expect(throws: AuditError.self) { _ = try jpeg.look() }
        #expect(jpeg.bytes.readBytes <= UInt64(DiskFile.pieceBytes), "it is passed over to its end")
    }

    @Test(arguments: [[0xFF, 0xD8, 0xFF, 0xDA], [0xFF, 0xD8, 0xFF, 0xDA, 0, 2] as [UInt8]])
    func `however many pictures a file claims to have, it is read once`(
        _ picture: [UInt8]
    ) throws {
        let bytes = Array(repeatElement(picture, count: 3_000_000 / picture.count).joined())
        let folder = try TemporaryFolder(preferMemory: true)
        let file = try Self.file(bytes, in: folder)
        var jpeg = JPEGLocation(file: file, isBlanking: false)
        _ = try? jpeg.look()
        #expect(jpeg.bytes.readBytes <= UInt64(bytes.count + 1024))
    }

    @Test func `coordinates that all claim the same bytes are damaged`() throws {
        let count = 1000
        let first = [0, 1] + Self.entry(0x8825, 4, 1, 26) + [0, 0, 0, 0]
        let entries = (0..<count).flatMap { _ in Self.entry(2, 1, 12_000, 28 + 12 * count) }
        let values = [UInt8](repeating: 1, count: 12_000)
        var exif = ExifBlock(Self.header + first + Self.number(count, 2) + entries + values)
        #expect(throws: AuditError.self) { _ = try exif.blankLocation() }
    }

    // MARK: Files

    private static let header = Array("MM".utf8) + number(42, 2) + number(8, 4)

    private static func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: Int) -> [UInt8] {
        number(tag, 2) + number(type, 2) + number(count, 4) + number(value, 4)
    }

    private static func number(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(value >> (8 * (count - 1 - $0)) & 255) }
    }

    private static func file(_ bytes: [UInt8], in folder: TemporaryFolder) throws -> DiskFile {
        let file = try DiskFile(folder.url.appending(path: "file").path, for: .writing)
        try bytes.withUnsafeBytes { try file.write($0, at: 0) }
        return file
    }

    private static func settle(
        _ wish: LocationChoice, _ bytes: [UInt8]
    ) throws -> (outcome: LocationOutcome, after: [UInt8]) {
        let folder = try TemporaryFolder(preferMemory: true)
        let file = try file(bytes, in: folder)
        let outcome = try FileLocation.settle(wish, in: file)
        return (outcome, try file.read(bytes.count + 1, at: 0))
    }
}
