import Reading
import Shared
import Storage

/// Takes the place where a photograph was made out of a JPEG file, and leaves all else as it is.
///
/// Bytes are blanked where they lie, so that no offset within the file changes. Of Exif these are
/// the coordinates; a text that speaks of a place becomes a comment of spaces as a whole. Pictures
/// and a video behind the first picture, which many phones add, are looked through as well.
struct JPEGLocation {
    private let file: DiskFile
    private let isBlanking: Bool
    private(set) var bytes: ForwardBytes
    private var headCount = 0
    private var found = false

    private static let headsMax = 100_000

    init(file: DiskFile, isBlanking: Bool) {
        self.file = file
        self.isBlanking = isBlanking
        bytes = ForwardBytes(file)
    }

    /// - Returns: Whether the file says where it was taken.
    /// - Throws: `AuditError.invalid` for anything but a JPEG file whose every picture and video
    ///   can be read: in everything else a place could hide.
    mutating func look() throws -> Bool {
        let head = try bytes.from(0, atLeast: EvidenceType.sniffedBytes)
        guard EvidenceType(sniffing: Array(head.prefix(EvidenceType.sniffedBytes))) == .jpeg
        else { throw Self.unreadable }
        var start: UInt64? = 0
        while let picture = start {
            let end = try lookThroughPicture(at: picture)
            start = try nextPicture(behind: end)
        }
        return found
    }

    /// Looks at the segments of one picture; returns where it ends.
    private mutating func lookThroughPicture(at start: UInt64) throws -> UInt64 {
        var offset = start + 2
        var hasScan = false
        var parts: [JPEGSegment] = []
        var speaking: [JPEGSegment] = []
        while let segment = try segment(at: &offset, hasScan: hasScan) {
            offset = segment.next
            if segment.isScan {
                hasScan = true
                try skipScan(&offset)
            } else if segment.isLookedAt {
                let kind = try lookAtContent(of: segment)
                if kind.isPart { parts.append(segment) }
                if kind.speaks { speaking.append(segment) }
            }
        }
        // A text in several parts goes as a whole: a place may begin in one and end in the next.
        let markers = Set(speaking.map(\.marker))
        try blank(speaking + parts.filter { markers.contains($0.marker) })
        return offset
    }

    /// Exif is blanked at once; returns what is to become of a text.
    private mutating func lookAtContent(
        of segment: JPEGSegment
    ) throws -> (isPart: Bool, speaks: Bool) {
        var content = try file.read(segment.count, at: segment.content)
        guard segment.isExif(content) else {
            return (segment.isPart(content), segment.speaksOfPlace(content))
        }
        var exif = ExifBlock(Array(content.dropFirst(JPEGSegment.exifNameBytes)))
        guard try exif.blankLocation() else { return (false, false) }
        found = true
        if isBlanking {
            content.replaceSubrange(JPEGSegment.exifNameBytes..., with: exif.bytes)
            try content.withUnsafeBytes { try file.write($0, at: segment.content) }
        }
        return (false, false)
    }

    private mutating func blank(_ segments: [JPEGSegment]) throws {
        guard !segments.isEmpty else { return }
        found = true
        guard isBlanking else { return }
        for segment in segments {
            let spaces = [UInt8](repeating: UInt8(ascii: " "), count: segment.count)
            try spaces.withUnsafeBytes { try file.write($0, at: segment.content) }
            try [JPEGSegment.comment].withUnsafeBytes {
                try file.write($0, at: segment.content - 3)
            }
        }
    }

    /// Finds a further picture, and looks through a video, which reaches to the file's end.
    private mutating func nextPicture(behind end: UInt64) throws -> UInt64? {
        var offset = end
        while true {
            let rest = try bytes.from(offset, atLeast: 8)
            guard rest.count >= 3 else { return nil }
            if rest.starts(with: [0xFF, 0xD8, 0xFF]) { return offset }
            if rest.dropFirst(4).starts(with: "ftyp".utf8) {
                var movie = MovieLocation(file: file, isBlanking: isBlanking)
                if try movie.look(from: offset) { found = true }
                return nil
            }
            offset += 1
        }
    }

    /// The segment at a place, or behind bytes that fill up before it; nil where the picture ends.
    private mutating func segment(
        at offset: inout UInt64, hasScan: Bool
    ) throws -> JPEGSegment? {
        var head = try head(at: offset)
        while head.starts(with: [0xFF, 0xFF]) {
            offset += 1
            head = try self.head(at: offset)
        }
        if hasScan {
            // Nothing can hide where a picture is cut off.
            guard !head.isEmpty else { return nil }
            if head.starts(with: [0xFF, 0xD8]) { return nil }
            if head.starts(with: [0xFF, 0xD9]) {
                offset += 2
                return nil
            }
        }
        guard let segment = JPEGSegment(head, at: offset) else { throw Self.unreadable }
        return segment
    }

    /// The bytes that a segment begins with; no picture has as many as are refused here.
    private mutating func head(at offset: UInt64) throws -> ArraySlice<UInt8> {
        headCount += 1
        guard headCount <= Self.headsMax else { throw Self.unreadable }
        return try bytes.from(offset, atLeast: 4)
    }

    /// Passes over a coded picture, to the next marker that is not a part of it.
    private mutating func skipScan(_ offset: inout UInt64) throws {
        while let place = try bytes.place(of: 0xFF, from: offset) {
            offset = place
            let marker = try bytes.from(place + 1).first
            guard let marker, marker < 0xC0 || 0xD0...0xD7 ~= marker || marker == 0xFF
            else { return }
            offset += marker == 0xFF ? 1 : 2
        }
        offset = try file.size()
    }

    private static var unreadable: AuditError {
        .invalid("the JPEG file is damaged, so its location data cannot be taken out")
    }
}
