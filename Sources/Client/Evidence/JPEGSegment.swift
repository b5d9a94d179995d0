/// One segment of a JPEG file: a marker, a length, and what is said.
struct JPEGSegment {
    let marker: UInt8
    let content: UInt64
    let count: Int
    var next: UInt64 { content + UInt64(count) }

    static let comment: UInt8 = 0xFE
    static let exifNameBytes = 6
    /// Exif and XMP; content credentials; IPTC.
    private static let camera: UInt8 = 0xE1
    private static let credentials: UInt8 = 0xEB
    private static let press: UInt8 = 0xED
    /// The data sets of IPTC that name a place, from the content's to city and country.
    private static let pressPlaces: Set<UInt8> = [26, 27, 90, 92, 95, 100, 101]

    /// Nil for bytes that no segment begins with.
    init?(_ head: ArraySlice<UInt8>, at offset: UInt64) {
        let head = Array(head.prefix(4))
        guard head.count == 4, head[0] == 0xFF else { return nil }
        let length = Int(head[2]) << 8 | Int(head[3])
        guard length >= 2 else { return nil }
        marker = head[1]
        content = offset + 4
        count = length - 2
    }

    var isScan: Bool { marker == 0xDA }

    /// Whether it is of a kind that may say where the picture was taken.
    var isLookedAt: Bool {
        [Self.camera, Self.credentials, Self.press, Self.comment].contains(marker)
    }

    func isExif(_ bytes: [UInt8]) -> Bool {
        marker == Self.camera && bytes.count >= Self.exifNameBytes
            && bytes.starts(with: "Exif\0".utf8)
    }

    /// Whether it may be one of several segments that are one text together.
    func isPart(_ bytes: [UInt8]) -> Bool {
        marker == Self.credentials || marker == Self.press
            || bytes.starts(with: "http://ns.adobe.com/xmp/extension/".utf8)
    }

    func speaksOfPlace(_ bytes: [UInt8]) -> Bool {
        if PlaceWords.stand(in: bytes) { return true }
        // Content credentials that are compressed are not read: they could hold a place.
        if marker == Self.credentials { return bytes.firstRange(of: Array("brob".utf8)) != nil }
        guard marker == Self.press else { return false }
        return bytes.indices.dropLast(2).contains {
            bytes[$0] == 0x1C && bytes[$0 + 1] == 2 && Self.pressPlaces.contains(bytes[$0 + 2])
        }
    }
}
