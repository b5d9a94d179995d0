import Foundation
import Reading
import Shared
import Storage
import TestSupport
import Testing

@testable import Client

/// PNG, MP4 and QuickTime files that say where they were made, and what is left of that.
struct FileLocationTests {
    @Test(arguments: PNGSample.withPlace)
    func `a PNG loses its place, and every chunk keeps its length and a right checksum`(
        _ bytes: [UInt8]
    ) throws {
        let (outcome, after) = try Self.settle(.remove, bytes)
        #expect(outcome == .removed)
        #expect(after.count == bytes.count)
        #expect(after.firstRange(of: PNGSample.place) == nil)
        #expect(after.firstRange(of: Array("exif:GPS".utf8)) == nil)
        #expect(PNGSample.isSound(after))
        // A second look finds nothing, and what else was written stands.
        #expect(try Self.settle(.remove, after).outcome == .none)
        #expect(after.firstRange(of: Array("Menu".utf8)) != nil)
    }

    @Test(arguments: MovieSample.withPlace)
    func `a video loses its place, and every offset holds`(_ bytes: [UInt8]) throws {
        let (outcome, after) = try Self.settle(.remove, bytes)
        #expect(outcome == .removed)
        #expect(after.count == bytes.count)
        #expect(after.firstRange(of: MovieSample.place) == nil)
        #expect(
            after.firstRange(of: MovieSample.stream) == bytes.firstRange(of: MovieSample.stream))
        #expect(after.firstRange(of: Array("Pixel 8".utf8)) != nil)
        #expect(try Self.settle(.remove, after).outcome == .none)
    }

    @Test func `what says no place is left byte for byte`() throws {
        for bytes in [PNGSample.plain, MovieSample.plain] {
            let (outcome, after) = try Self.settle(.remove, bytes)
            #expect(outcome == .none)
            #expect(after == bytes)
        }
        #expect(try Self.settle(.removeWherePossible, Array("text".utf8)).outcome == .none)
    }

    @Test func `a place that is to be kept is told, and stays`() throws {
        for bytes in PNGSample.withPlace + MovieSample.withPlace {
            let (outcome, after) = try Self.settle(.keep, bytes)
            #expect(outcome == .kept)
            #expect(after == bytes)
        }
    }

    @Test func `what cannot be read is refused, or left as it is and told`() throws {
        let cases = [
            Array(PNGSample.withPlace[0].dropLast(6)), Array(MovieSample.withPlace[0].dropLast(6)),
            [0x25, 0x50, 0x44, 0x46, 0x2D, 0x31, 0], Array(PNGSample.plain.prefix(8)),
        ]
        for bytes in cases {
            #expect(throws: AuditError.self) { _ = try Self.settle(.remove, bytes) }
            let (outcome, after) = try Self.settle(.removeWherePossible, bytes)
            #expect(outcome == .unknown)
            #expect(after == bytes)
        }
    }

    @Test func `damaged sizes neither trap nor make a file longer`() throws {
        var generator = SeededGenerator(seed: 7)
        let samples = PNGSample.withPlace + MovieSample.withPlace
        for round in 0..<600 {
            var bytes = samples[round % samples.count]
            for _ in 0..<(1 + generator.below(3)) {
                let place = 8 + generator.below(bytes.count - 8)
                bytes[place] = generator.pick([0, 1, 0x7F, 0x80, 0xFF])
            }
            let after = try Self.settle(.removeWherePossible, bytes).after
            #expect(after.count == bytes.count)
        }
    }

    private static func settle(
        _ wish: LocationChoice, _ bytes: [UInt8]
    ) throws -> (outcome: LocationOutcome, after: [UInt8]) {
        let folder = try TemporaryFolder(preferMemory: true)
        let file = try DiskFile(folder.url.appending(path: "file").path, for: .writing)
        try bytes.withUnsafeBytes { try file.write($0, at: 0) }
        let outcome = try FileLocation.settle(wish, in: file)
        return (outcome, try file.read(bytes.count + 1, at: 0))
    }
}

/// Pictures of one pixel, made by code.
enum PNGSample {
    static let place: [UInt8] = [52, 31, 12, 99, 13, 24, 36, 98]

    static let plain = picture([chunk("tEXt", Array("Title\0Menu".utf8))])

    static let withPlace: [[UInt8]] = [
        picture([chunk("eXIf", exif), chunk("tEXt", Array("Title\0Menu".utf8))]),
        picture([
            chunk("iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0<exif:GPSLatitude>".utf8) + place),
            chunk("tEXt", Array("Title\0Menu".utf8)),
        ]),
        picture([
            chunk("tEXt", Array("exif:GPSLatitude\0".utf8) + place),
            chunk("zTXt", Array("Raw profile type exif\0\0".utf8) + place),
            chunk("tEXt", Array("Title\0Menu".utf8)),
        ]),
        picture([
            chunk("caBX", Array("jumbexif:GPSLatitude".utf8) + place),
            chunk("tEXt", Array("Title\0Menu".utf8)),
        ]),
    ]

    /// Header, one directory with a place of 8 bytes behind it.
    private static var exif: [UInt8] {
        func number(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(value >> (8 * (count - 1 - $0)) & 255) }
        }
        func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: Int) -> [UInt8] {
            number(tag, 2) + number(type, 2) + number(count, 4) + number(value, 4)
        }
        let first = number(1, 2) + entry(0x8825, 4, 1, 26) + number(0, 4)
        let second = number(1, 2) + entry(2, 5, 1, 44) + number(0, 4)
        return Array("MM".utf8) + number(42, 2) + number(8, 4) + first + second + place
    }

    private static func picture(_ chunks: [[UInt8]]) -> [UInt8] {
        let head: [UInt8] = [0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]
        let data: [UInt8] = [0x78, 0x9C, 0x63, 0x60, 0, 0, 0, 2, 0, 1]
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", head)
            + chunks.flatMap(\.self) + chunk("IDAT", data) + chunk("IEND", [])
    }

    private static func chunk(_ kind: String, _ content: [UInt8]) -> [UInt8] {
        let body = Array(kind.utf8) + content
        return big(UInt32(content.count)) + body + big(checksum(body))
    }

    /// Whether every chunk has the checksum that its content asks for.
    static func isSound(_ bytes: [UInt8]) -> Bool {
        var offset = 8
        while offset < bytes.count {
            let length = bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
            let body = Array(bytes[(offset + 4)..<(offset + 8 + length)])
            guard
                Array(bytes[(offset + 8 + length)..<(offset + 12 + length)]) == big(checksum(body))
            else { return false }
            offset += 12 + length
        }
        return offset == bytes.count
    }

    private static func big(_ number: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    }

    /// Bit by bit, another way than the code under test.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var sum = UInt32.max
        for byte in bytes {
            for bit in 0..<8 {
                let mixes = (sum ^ UInt32(byte) >> bit) & 1 == 1
                sum = mixes ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1
            }
        }
        return ~sum
    }
}

/// Videos without frames, made by code, as phones of both platforms and players write them.
enum MovieSample {
    static let place = Array("+52.5200+013.4050/".utf8)
    static let stream = Array("the stream itself".utf8)
    private static let camera = box("\u{A9}mod", [0, 7, 0, 0] + Array("Pixel 8".utf8))

    static let plain = movie(box("udta", camera))
    static let withPlace: [[UInt8]] = [
        // Android, and QuickTime's user data with the four zero bytes at its end.
        movie(box("udta", camera + box("\u{A9}xyz", [0, 18, 0x15, 0xC7] + place) + [0, 0, 0, 0])),
        movie(box("udta", camera + box("loci", [0, 0, 0, 0] + place))),
        // iPhones: a list of names, and of values by their numbers.
        movie(box("udta", camera) + box("meta", box("hdlr", [0, 0, 0, 0]) + keys + values)),
        // The same as MPEG-4 has it, within a track, and a long size.
        movie(
            box("udta", camera)
                + box("trak", long("meta", [0, 0, 0, 0] + box("hdlr", [0]) + keys + values))),
        movie(box("udta", camera + box("XMP_", Array("<exif:GPSLatitude>".utf8) + place))),
    ]

    private static var keys: [UInt8] {
        let names = ["com.apple.quicktime.make", "com.apple.quicktime.location.ISO6709"]
        return box(
            "keys", [0, 0, 0, 0, 0, 0, 0, 2] + names.flatMap { box("mdta", Array($0.utf8)) })
    }

    private static var values: [UInt8] {
        func value(_ number: UInt8, _ text: [UInt8]) -> [UInt8] {
            let data = box("data", [0, 0, 0, 1, 0, 0, 0, 0] + text)
            return big(data.count + 8) + [0, 0, 0, number] + data
        }
        return box("ilst", value(1, Array("Apple".utf8)) + value(2, place))
    }

    private static func movie(_ content: [UInt8]) -> [UInt8] {
        box("ftyp", Array("mp42".utf8) + [0, 0, 0, 0]) + box("moov", content) + box("mdat", stream)
    }

    private static func box(_ kind: String, _ content: [UInt8]) -> [UInt8] {
        big(content.count + 8) + kind.unicodeScalars.map { UInt8($0.value) } + content
    }

    private static func long(_ kind: String, _ content: [UInt8]) -> [UInt8] {
        [0, 0, 0, 1] + Array(kind.utf8) + [0, 0, 0, 0] + big(content.count + 16) + content
    }

    private static func big(_ number: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    }
}
