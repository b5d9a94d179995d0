import Foundation
import Reading
import Shared
import Storage
import TestSupport
import Testing

@testable import Client

struct JPEGLocationTests {
    @Test(arguments: [true, false])
    func `coordinates are blanked and nothing else changes`(_ isLittleEndian: Bool) throws {
        let exif = ExifSample(isLittleEndian: isLittleEndian)
        let before = Self.picture(exif.segment)
        let after = try Self.blanked(before)
        #expect(after.count == before.count)
        #expect(after.firstRange(of: ExifSample.latitude) == nil)
        #expect(after.firstRange(of: ExifSample.camera) != nil)
        #expect(after.suffix(6) == before.suffix(6))
        #expect(try Self.blanked(after) == after)
    }

    @Test func `XMP that speaks of coordinates is blanked, other XMP is not`() throws {
        let name = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
        let place = Self.segment(name + Array("<exif:GPSLatitude>52,31N</exif:GPSLatitude>".utf8))
        let other = Self.segment(name + Array("<dc:title>Menu</dc:title>".utf8))
        let after = try Self.blanked(Self.picture(place + other))
        #expect(after.firstRange(of: Array("52,31N".utf8)) == nil)
        #expect(after.firstRange(of: Array("Menu".utf8)) != nil)
    }

    @Test func `a further picture in the same file is blanked too`() throws {
        let second = Self.picture(ExifSample(isLittleEndian: true).segment)
        let after = try Self.blanked(Self.picture([]) + second)
        #expect(after.firstRange(of: ExifSample.latitude) == nil)
    }

    @Test func `what is no whole JPEG file is refused, because a place could hide in it`() throws {
        let picture = Self.picture(ExifSample(isLittleEndian: true).segment)
        let cases = [
            Array("plain text".utf8), Array(picture.prefix(40)), [0xFF, 0xD8, 0xFF, 0xE1],
        ]
        for bytes in cases {
            #expect(throws: AuditError.self) { _ = try Self.blanked(bytes) }
        }
    }

    @Test func `damaged Exif neither traps nor reaches beyond its segment`() throws {
        let picture = Self.picture(ExifSample(isLittleEndian: true).segment)
        var generator = SeededGenerator(seed: 4)
        for _ in 0..<500 {
            var bytes = picture
            // Within the TIFF structure: header, directories, values.
            let place = 12 + generator.below(60)
            bytes[place] = UInt8(truncatingIfNeeded: generator.next())
            let after = try Self.blanked(bytes)
            #expect(after.count == bytes.count)
            #expect(after.suffix(6) == bytes.suffix(6))
        }
    }

    // MARK: Files

    static func picture(_ segments: [UInt8]) -> [UInt8] {
        [0xFF, 0xD8] + segments + [0xFF, 0xDB, 0, 3, 0] + [0xFF, 0xDA, 0, 2, 1, 2, 0xFF, 0xD9]
    }

    static func segment(_ content: [UInt8], marker: UInt8 = 0xE1) -> [UInt8] {
        let length = content.count + 2
        return [0xFF, marker, UInt8(length >> 8), UInt8(length & 255)] + content
    }

    private static func blanked(_ bytes: [UInt8]) throws -> [UInt8] {
        let folder = try TemporaryFolder(preferMemory: true)
        let path = folder.url.appending(path: "picture").path
        let file = try DiskFile(path, for: .writing)
        try bytes.withUnsafeBytes { try file.write($0, at: 0) }
        var jpeg = JPEGLocation(file: file, isBlanking: true)
        _ = try jpeg.look()
        return try file.read(bytes.count + 1, at: 0)
    }
}

/// Exif with a camera's name and one coordinate, in either byte order.
private struct ExifSample {
    let isLittleEndian: Bool

    static let camera = Array("Pixel 8\0".utf8)
    static let latitude: [UInt8] = [1, 52, 1, 31, 1, 12, 1, 99]

    var segment: [UInt8] {
        // Header at 0, directory at 8, camera at 38, coordinates' directory at 46, value at 64.
        let header = isLittleEndian ? Array("II".utf8) : Array("MM".utf8)
        let first = header + number(42, 2) + number(8, 4)
        let directory =
            number(2, 2) + entry(0x0110, type: 2, count: 8, 38)
            + entry(0x8825, type: 4, count: 1, 46) + number(0, 4)
        let location = number(1, 2) + entry(2, type: 5, count: 1, 64) + number(0, 4)
        return JPEGLocationTests.segment(
            Array("Exif\0\0".utf8) + first + directory + Self.camera + location + Self.latitude)
    }

    private func entry(_ tag: Int, type: Int, count: Int, _ value: Int) -> [UInt8] {
        number(tag, 2) + number(type, 2) + number(count, 4) + number(value, 4)
    }

    private func number(_ value: Int, _ count: Int) -> [UInt8] {
        let bytes = (0..<count).map { UInt8(value >> (8 * $0) & 255) }
        return isLittleEndian ? bytes : bytes.reversed()
    }
}
