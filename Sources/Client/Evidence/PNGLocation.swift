import Reading
import Shared
import Storage

/// Takes the place where a picture was made out of a PNG file, and leaves all else as it is.
///
/// Coordinates of Exif are blanked where they lie. A text that speaks of coordinates, or could in
/// a form that is not read here, becomes a comment of spaces of the same length.
enum PNGLocation {
    private static let signatureBytes: UInt64 = 8
    private static let chunksMax = 200_000
    /// No camera writes more into one of the chunks that are looked at.
    private static let chunkBytesMax = 16 * 1024 * 1024

    /// - Returns: Whether the file says where it was taken.
    /// - Throws: `AuditError.invalid` for a file that cannot be read to its last chunk.
    static func look(in file: DiskFile, blanking: Bool) throws -> Bool {
        let size = try file.size()
        var offset = signatureBytes
        var found = false
        for _ in 0..<chunksMax {
            guard size >= 12, offset <= size - 12 else { throw unreadable }
            let head = try file.read(8, at: offset)
            let length = number(head[0..<4])
            guard UInt64(length) <= size - 12 - offset else { throw unreadable }
            let kind = String(decoding: head[4..<8], as: UTF8.self)
            guard kind != "IEND" else { return found }
            if kinds.contains(kind) {
                guard length <= chunkBytesMax else { throw unreadable }
                let content = try file.read(length, at: offset + 8)
                if let clean = try blanked(kind, content) {
                    found = true
                    if blanking { try write(clean.kind, clean.content, to: file, at: offset + 4) }
                }
            }
            offset += 12 + UInt64(length)
        }
        throw unreadable
    }

    private static let kinds: Set = ["eXIf", "tEXt", "zTXt", "iTXt", "caBX"]

    private static var unreadable: AuditError {
        .invalid("the PNG file is damaged, so its location data cannot be taken out")
    }

    /// What a chunk becomes; nil for one that says nothing of a place.
    private static func blanked(
        _ kind: String, _ content: [UInt8]
    ) throws -> (kind: String, content: [UInt8])? {
        guard kind != "eXIf" else {
            var exif = ExifBlock(content)
            return try exif.blankLocation() ? (kind, exif.bytes) : nil
        }
        let keyword = String(decoding: content.prefix { $0 != 0 }, as: UTF8.self)
        // Of content credentials the whole is a profile, without a keyword.
        let isCredentials = kind == "caBX"
        let isProfile =
            isCredentials || keyword == "XML:com.adobe.xmp"
            || keyword.hasPrefix("Raw profile type")
        // What is compressed or written in digits is not read: it could hold a place.
        let isHidden =
            isCredentials
            ? content.firstRange(of: Array("brob".utf8)) != nil
            : kind == "zTXt" || keyword.hasPrefix("Raw") || isCompressed(kind, content)
        let speaks = PlaceWords.stand(in: isProfile ? content : Array(keyword.utf8))
        guard speaks || isProfile && isHidden else { return nil }
        let name = Array("Comment".utf8.prefix(max(1, content.count - 1)))
        let rest = max(0, content.count - name.count - 1)
        let comment = name + [0] + [UInt8](repeating: UInt8(ascii: " "), count: rest)
        return ("tEXt", Array(comment.prefix(content.count)))
    }

    /// An international text says behind its keyword whether it is compressed.
    private static func isCompressed(_ kind: String, _ content: [UInt8]) -> Bool {
        guard kind == "iTXt", let end = content.firstIndex(of: 0), end + 1 < content.count
        else { return false }
        return content[end + 1] != 0
    }

    /// Kind, content and the checksum of both, which decoders refuse when it is wrong.
    private static func write(
        _ kind: String, _ content: [UInt8], to file: DiskFile, at offset: UInt64
    ) throws {
        let bytes = Array(kind.utf8) + content
        let sum = checksum(bytes)
        let all = bytes + (0..<4).map { UInt8(truncatingIfNeeded: sum >> (24 - 8 * $0)) }
        try all.withUnsafeBytes { try file.write($0, at: offset) }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reduce(0) { $0 << 8 | Int($1) }
    }

    /// CRC-32 as PNG has it.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~0) { sum, byte in
            table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ (sum >> 8)
        }
    }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { sum, _ in
            sum & 1 == 1 ? 0xEDB8_8320 ^ (sum >> 1) : sum >> 1
        }
    }
}
