import Reading
import Shared
import Storage

/// Takes the place where a video or sound was made out of an MPEG-4 or QuickTime file.
///
/// Boxes keep their length and place, so that every offset in the file holds: one that is a place
/// becomes `free`, which players pass over, and a value under the name of a place is blanked.
/// A place within the stream itself, as action cameras record it, is not found.
struct MovieLocation {
    let file: DiskFile
    let isBlanking: Bool
    private var boxCount = 0
    private var found = false

    private static let boxesMax = 100_000
    private static let depthMax = 8
    private static let keysBytesMax: UInt64 = 1024 * 1024
    /// Boxes that hold a place and nothing else: of QuickTime and of 3GPP.
    private static let places: Set = ["\u{A9}xyz", "loci"]
    private static let containers: Set = ["moov", "trak", "udta", "meta"]

    init(file: DiskFile, isBlanking: Bool) {
        self.file = file
        self.isBlanking = isBlanking
    }

    /// Looks through a file, or through the video at its end.
    ///
    /// - Returns: Whether it says where it was taken.
    /// - Throws: `AuditError.invalid` for a file whose boxes do not lie within each other.
    mutating func look(from start: UInt64 = 0) throws -> Bool {
        let size = try file.size()
        guard start <= size else { throw Self.unreadable }
        try look(through: start..<size, depth: 0)
        return found
    }

    private struct Box {
        let kind: String
        let kindOffset: UInt64
        let content: Range<UInt64>
    }

    private mutating func look(through range: Range<UInt64>, depth: Int) throws {
        guard depth < Self.depthMax else { throw Self.unreadable }
        let boxes = try children(of: range)
        let keys = try boxes.first { $0.kind == "keys" }.map { try names(in: $0.content) } ?? []
        for box in boxes {
            if Self.places.contains(box.kind) {
                try free(box)
            } else if Self.containers.contains(box.kind) {
                let start = box.kind == "meta" ? try contentOfMeta(box.content) : box.content
                try look(through: start, depth: depth + 1)
            } else if box.kind == "ilst" {
                try lookThroughList(box.content, keys)
            } else if ["XMP_", "uuid"].contains(box.kind), try speaksOfPlace(box.content) {
                try free(box)
            }
        }
    }

    /// Boxes of a range, which they fill to its end.
    private mutating func children(of range: Range<UInt64>) throws -> [Box] {
        var all: [Box] = []
        var offset = range.lowerBound
        while range.upperBound - offset >= 8 {
            boxCount += 1
            guard boxCount <= Self.boxesMax else { throw Self.unreadable }
            let head = try file.read(16, at: offset)
            guard head.count >= 8 else { throw Self.unreadable }
            var headBytes = UInt64(8)
            var size = Self.number(head[0..<4])
            if size == 1 {
                guard head.count == 16 else { throw Self.unreadable }
                headBytes = 16
                size = Self.number(head[8..<16])
            } else if size == 0 {
                // QuickTime ends a list of user data with four zero bytes; else: up to the end.
                size = range.upperBound - offset
            }
            guard size >= headBytes, size <= range.upperBound - offset else {
                throw Self.unreadable
            }
            // One byte a character: the copyright sign of Apple's kinds is no UTF-8.
            let kind = String(String.UnicodeScalarView(head[4..<8].map { Unicode.Scalar($0) }))
            all.append(
                Box(
                    kind: kind, kindOffset: offset + 4,
                    content: (offset + headBytes)..<(offset + size)))
            offset += size
        }
        return all
    }

    /// In MPEG-4 four bytes stand before the first box, in QuickTime none do.
    private func contentOfMeta(_ content: Range<UInt64>) throws -> Range<UInt64> {
        let head = try file.read(12, at: content.lowerBound)
        let isPlain = head.count >= 8 && head[4..<8].elementsEqual("hdlr".utf8)
        guard !isPlain, content.count >= 4 else { return content }
        return (content.lowerBound + 4)..<content.upperBound
    }

    /// Which numbers in a list of values have the names of places; counted from 1.
    private func names(in content: Range<UInt64>) throws -> Set<UInt64> {
        let length = content.upperBound - content.lowerBound
        guard length >= 8, length <= Self.keysBytesMax else { throw Self.unreadable }
        let bytes = try file.read(Int(length), at: content.lowerBound)
        guard bytes.count == Int(length) else { throw Self.unreadable }
        var places: Set<UInt64> = []
        var offset: Int = 8
        var number: UInt64 = 1
        while bytes.count - offset >= 8 {
            let size = Int(Self.number(bytes[offset..<offset + 4]))
            guard size >= 8, size <= bytes.count - offset else { throw Self.unreadable }
            let name = String(decoding: bytes[(offset + 8)..<(offset + size)], as: UTF8.self)
                .lowercased()
            if name.contains("location") || name.contains("gps") { places.insert(number) }
            offset = offset + size
            number = number + 1
        }
        return places
    }

    private mutating func lookThroughList(
        _ content: Range<UInt64>, _ keys: Set<UInt64>
    ) throws {
        for item in try children(of: content) {
            let number = Self.number(item.kind.unicodeScalars.map { UInt8($0.value) }[...])
            if Self.places.contains(item.kind) {
                try free(item)
            } else if keys.contains(number) {
                // Behind its type and language; the key stays, with nothing to it.
                for value in try children(of: item.content)
                where value.kind == "data" && value.content.count > 8 {
                    try blank(
                        (value.content.lowerBound + 8)..<value.content.upperBound,
                        with: UInt8(ascii: " "))
                }
            }
        }
    }

    private func speaksOfPlace(_ content: Range<UInt64>) throws -> Bool {
        var offset = content.lowerBound
        while offset < content.upperBound {
            let count = Int(min(UInt64(DiskFile.pieceBytes), content.upperBound - offset))
            let piece = try file.read(count, at: offset)
            if PlaceWords.stand(in: piece) { return true }
            guard piece.count == DiskFile.pieceBytes else { return false }
            // A word may lie across the border of two pieces.
            offset += UInt64(piece.count - PlaceWords.sharedBytes)
        }
        return false
    }

    private mutating func free(_ box: Box) throws {
        found = true
        guard isBlanking else { return }
        try blank(box.content, with: 0)
        try Array("free".utf8).withUnsafeBytes { try file.write($0, at: box.kindOffset) }
    }

    private mutating func blank(_ range: Range<UInt64>, with filler: UInt8) throws {
        var offset = range.lowerBound
        while offset < range.upperBound {
            let count = Int(min(UInt64(DiskFile.pieceBytes), range.upperBound - offset))
            let piece = try file.read(count, at: offset)
            if piece.contains(where: { $0 != filler }) { found = true }
            if isBlanking {
                try [UInt8](repeating: filler, count: count).withUnsafeBytes {
                    try file.write($0, at: offset)
                }
            }
            offset += UInt64(count)
        }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }

    private static var unreadable: AuditError {
        .invalid("the video is damaged, so its location data cannot be taken out")
    }
}
