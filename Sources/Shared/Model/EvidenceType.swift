/// What a file of evidence is, told from its first bytes and never from what anybody says of it.
///
/// Only types that a browser shows without running anything are told; all else is text or bytes.
package struct EvidenceType: Hashable, Sendable {
    package let mediaType: String
    /// What its file's name ends with, without the dot.
    package let fileExtension: String

    package static let sniffedBytes = 1024

    /// Which of the senses it is for.
    package enum Kind: Sendable { case picture, video, sound, other }

    package var kind: Kind {
        switch mediaType.split(separator: "/").first {
        case "image": .picture
        case "video": .video
        case "audio": .sound
        default: .other  // open set: types
        }
    }

    private init(_ mediaType: String, _ fileExtension: String) {
        self.mediaType = mediaType
        self.fileExtension = fileExtension
    }

    /// Looks at the first bytes of a file, at most `sniffedBytes` of them.
    package init(sniffing bytes: [UInt8]) {
        self = Self.known(bytes) ?? (Self.isText(bytes) ? .text : .unknown)
    }

    /// The only type that location data can be taken out of.
    package static let jpeg = EvidenceType("image/jpeg", "jpg")
    private static let text = EvidenceType("text/plain; charset=utf-8", "txt")
    private static let unknown = EvidenceType("application/octet-stream", "bin")

    private static func known(_ bytes: [UInt8]) -> EvidenceType? {
        if let brand = bytes.ascii(8..<12), bytes.ascii(4..<8) == "ftyp" { return media(brand) }
        if bytes.ascii(0..<4) == "RIFF" {
            switch bytes.ascii(8..<12) {
            case "WEBP": return EvidenceType("image/webp", "webp")
            case "WAVE": return EvidenceType("audio/wav", "wav")
            default: return nil  // open set: everything else that RIFF holds
            }
        }
        return signatures.first { bytes.starts(with: $0.bytes) }?.type
    }

    /// The family of ISO media files tells by its brand what it holds.
    private static func media(_ brand: String) -> EvidenceType {
        switch brand {
        case "qt  ": EvidenceType("video/quicktime", "mov")
        case "M4A ": EvidenceType("audio/mp4", "m4a")
        case "avif": EvidenceType("image/avif", "avif")
        case "heic", "heix", "mif1", "msf1": EvidenceType("image/heic", "heic")
        default: EvidenceType("video/mp4", "mp4")  // open set: brands of MPEG-4
        }
    }

    private static let signatures: [(bytes: [UInt8], type: EvidenceType)] = [
        ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], EvidenceType("image/png", "png")),
        ([0xFF, 0xD8, 0xFF], .jpeg),
        (Array("GIF8".utf8), EvidenceType("image/gif", "gif")),
        (Array("%PDF-".utf8), EvidenceType("application/pdf", "pdf")),
        ([0x1A, 0x45, 0xDF, 0xA3], EvidenceType("video/webm", "webm")),
        (Array("OggS".utf8), EvidenceType("audio/ogg", "ogg")),
        (Array("ID3".utf8), EvidenceType("audio/mpeg", "mp3")),
        ([0xFF, 0xFB], EvidenceType("audio/mpeg", "mp3")),
        ([0x50, 0x4B, 0x03, 0x04], EvidenceType("application/zip", "zip")),
    ]

    /// UTF-8 without control characters; the last character may be cut off by the sample's end.
    private static func isText(_ bytes: [UInt8]) -> Bool {
        guard !bytes.isEmpty,
            bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || (0x09...0x0D).contains($0) })
        else { return false }
        let tail = bytes.count < sniffedBytes ? 0 : 3
        return (0...tail).contains { cut in
            String(validating: bytes.dropLast(cut), as: UTF8.self) != nil
        }
    }
}

extension EvidenceType {
    /// What a name promises that the bytes do not hold, such as `.png`; nil for nothing.
    ///
    /// Only endings are looked at of which everybody knows what they stand for.
    package func brokenPromise(of name: String?) -> String? {
        guard let name, let dot = name.lastIndex(of: "."), dot != name.startIndex else {
            return nil
        }
        let ending = name[name.index(after: dot)...].lowercased()
        guard let promised = Self.promised[ending], !promised.contains(mediaType) else {
            return nil
        }
        return ".\(ending)"
    }

    /// A format of Apple's and MPEG-4 are one family, in which files often have the other's name.
    private static let films: Set = ["video/mp4", "video/quicktime", "audio/mp4"]
    private static let pictures: Set = ["image/heic", "image/avif"]

    private static let promised: [String: Set<String>] = [
        "png": ["image/png"], "jpg": ["image/jpeg"], "jpeg": ["image/jpeg"], "gif": ["image/gif"],
        "webp": ["image/webp"], "avif": pictures, "heic": pictures, "heif": pictures,
        "mp4": films, "m4v": films, "mov": films, "m4a": films, "webm": ["video/webm"],
        "mkv": ["video/webm"], "wav": ["audio/wav"], "ogg": ["audio/ogg"], "oga": ["audio/ogg"],
        "mp3": ["audio/mpeg"], "pdf": ["application/pdf"], "zip": ["application/zip"],
    ]
}

extension [UInt8] {
    fileprivate func ascii(_ range: Range<Int>) -> String? {
        guard count >= range.upperBound else { return nil }
        return String(decoding: self[range], as: UTF8.self)
    }
}
