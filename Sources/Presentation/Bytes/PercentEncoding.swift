extension String {
    /// The text as a part of an address, as `append(percentEncoding:)` writes it.
    package var percentEncoded: String {
        var bytes: [UInt8] = []
        bytes.append(percentEncoding: self)
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension [UInt8] {
    /// Appends a part of an address (RFC 3986): all but letters, digits and `-._~` as `%20`.
    ///
    /// What is appended has no colon and no slash, so nothing in a text begins another part.
    package mutating func append(percentEncoding text: String) {
        for byte in text.utf8 {
            if Self.isUnreserved(byte) {
                append(byte)
            } else {
                append(UInt8(ascii: "%"))
                append(Self.digits[Int(byte >> 4)])
                append(Self.digits[Int(byte & 15)])
            }
        }
    }

    private static let digits = Array("0123456789ABCDEF".utf8)

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "_"), UInt8(ascii: "~"):
            true
        default: false  // open set: all other bytes
        }
    }
}
