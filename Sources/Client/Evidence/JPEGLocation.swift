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
    static func blank(in file: DiskFile) throws { _ = try look(in: file, blanking: true) }

    /// - Returns: Whether the file says where it was taken.
    static func look(in file: DiskFile, blanking: Bool) throws -> Bool {
        let head = try file.read(EvidenceType.sniffedBytes, at: 0)
        guard EvidenceType(sniffing: head) == .jpeg else { throw unreadable }
        var (start, found): (UInt64?, Bool) = (0, false)
        while let picture = start {
            let (end, hasPlace) = try lookAtPicture(at: picture, in: file, blanking: blanking)
            found = found || hasPlace
            start = try nextPicture(after: end, in: file)
        }
        return found
    }

    /// Looks at the segments of one picture; returns where its own bytes begin.
    private static func lookAtPicture(
        at start: UInt64, in file: DiskFile, blanking: Bool
    ) throws -> (end: UInt64, hasPlace: Bool) {
        var (offset, hasPlace) = (start + 2, false)
        while let segment = try segment(at: offset, in: file) {
            defer { offset = segment.next }
            // Only application segments of kind 1 hold Exif and XMP.
            guard segment.marker == 0xE1 else { continue }
            var bytes = try file.read(segment.count, at: segment.content)
            guard blankExif(&bytes) || blankXMP(&bytes) else { continue }
            hasPlace = true
            if blanking { try bytes.withUnsafeBytes { try file.write($0, at: segment.content) } }
        }
        return (offset, hasPlace)
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
