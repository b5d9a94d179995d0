import Foundation
import Reading
import Shared
import Storage

/// Takes the place where a photograph was made out of a JPEG file, and leaves all else as it is.
///
/// Bytes are blanked where they lie, so that no offset within the file changes: the coordinates of
/// the Exif segment, and a segment of XMP that speaks of coordinates as a whole; also those of
/// further pictures behind the first, which many phones add.
enum JPEGLocation {
    /// - Throws: `AuditError.invalid` for anything but a JPEG file that can be read to its
    ///   picture: in everything else a place could hide.
    static func blank(in file: DiskFile) throws {
        let head = try file.read(EvidenceType.sniffedBytes, at: 0)
        guard EvidenceType(sniffing: head) == .jpeg
        else { throw AuditError.invalid("location data can be taken out of JPEG files only") }
        var start: UInt64? = 0
        while let picture = start {
            start = try nextPicture(after: try blankPicture(at: picture, in: file), in: file)
        }
    }

    /// Blanks the segments of one picture; returns where its own bytes begin.
    private static func blankPicture(at start: UInt64, in file: DiskFile) throws -> UInt64 {
        var offset = start + 2
        while let segment = try segment(at: offset, in: file) {
            defer { offset = segment.next }
            // Only application segments of kind 1 hold Exif and XMP.
            guard segment.marker == 0xE1 else { continue }
            var bytes = try file.read(segment.count, at: segment.content)
            guard blankExif(&bytes) || blankXMP(&bytes) else { continue }
            try bytes.withUnsafeBytes { try file.write($0, at: segment.content) }
        }
        return offset
    }

    /// Finds a further picture; within one, these three bytes never stand side by side.
    private static func nextPicture(after offset: UInt64, in file: DiskFile) throws -> UInt64? {
        var offset = offset
        while true {
            let piece = try file.read(DiskFile.pieceBytes, at: offset)
            if let range = piece.firstRange(of: [0xFF, 0xD8, 0xFF] as [UInt8]) {
                return offset + UInt64(range.lowerBound)
            }
            guard piece.count == DiskFile.pieceBytes else { return nil }
            // They may lie across the border of two pieces.
            offset += UInt64(piece.count - 2)
        }
    }

    private struct Segment {
        let marker: UInt8
        let content: UInt64
        let count: Int
        var next: UInt64 { content + UInt64(count) }
    }

    /// The segment at a place; nil where the picture itself begins.
    private static func segment(at offset: UInt64, in file: DiskFile) throws -> Segment? {
        let head = try file.read(4, at: offset)
        guard head.count == 4, head[0] == 0xFF else { throw unreadable }
        // Start of scan: what follows is the picture.
        guard head[1] != 0xDA else { return nil }
        // Bytes may be filled up before a marker.
        guard head[1] != 0xFF else { return try segment(at: offset + 1, in: file) }
        let length = Int(head[2]) << 8 | Int(head[3])
        guard length >= 2 else { throw unreadable }
        return Segment(marker: head[1], content: offset + 4, count: length - 2)
    }

    private static var unreadable: AuditError {
        .invalid("the JPEG file is damaged, so its location data cannot be taken out")
    }

    private static func blankXMP(_ bytes: inout [UInt8]) -> Bool {
        let name = Array("http://ns.adobe.com/".utf8)
        guard bytes.starts(with: name), bytes.contains(Array("GPS".utf8)) else { return false }
        let start = bytes.firstIndex(of: 0).map { $0 + 1 } ?? bytes.count
        for index in start..<bytes.count { bytes[index] = UInt8(ascii: " ") }
        return true
    }

    private static func blankExif(_ bytes: inout [UInt8]) -> Bool {
        guard bytes.starts(with: Array("Exif\0\0".utf8)) else { return false }
        var exif = ExifBlock(Array(bytes.dropFirst(6)))
        guard exif.blankLocation() else { return false }
        bytes.replaceSubrange(6..., with: exif.bytes)
        return true
    }
}

/// The TIFF structure within an Exif segment; every offset in it is checked before it is followed.
private struct ExifBlock {
    private(set) var bytes: [UInt8]
    private let isLittleEndian: Bool
    private static let gpsDirectory = 0x8825
    private static let entryBytes = 12
    /// How many bytes a value of each type has.
    private static let sizes = [
        1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8,
    ]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        isLittleEndian = bytes.starts(with: [0x49, 0x49])
    }

    mutating func blankLocation() -> Bool {
        guard let first = number(4, bytes: 4), let gps = gpsOffset(in: first),
            let count = number(gps, bytes: 2)
        else { return false }
        for index in 0..<count {
            let entry = gps + 2 + index * Self.entryBytes
            if let type = number(entry + 2, bytes: 2), let values = number(entry + 4, bytes: 4),
                let size = Self.sizes[type], values * size > 4,
                let place = number(entry + 8, bytes: 4)
            {
                blank(place, count: values * size)
            }
            blank(entry, count: Self.entryBytes)
        }
        blank(gps, count: 2)
        return true
    }

    private func gpsOffset(in directory: Int) -> Int? {
        guard let count = number(directory, bytes: 2) else { return nil }
        let entries = (0..<count).map { directory + 2 + $0 * Self.entryBytes }
        let entry = entries.first { number($0, bytes: 2) == Self.gpsDirectory }
        return entry.flatMap { number($0 + 8, bytes: 4) }
    }

    private func number(_ offset: Int, bytes count: Int) -> Int? {
        guard offset >= 0, offset + count <= bytes.count else { return nil }
        let part = Array(bytes[offset..<offset + count])
        return (isLittleEndian ? part.reversed() : part).reduce(0) { $0 << 8 | Int($1) }
    }

    private mutating func blank(_ offset: Int, count: Int) {
        let end = min(offset + count, bytes.count)
        guard offset >= 0, offset < end else { return }
        for index in offset..<end { bytes[index] = 0 }
    }
}
