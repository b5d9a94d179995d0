extension [UInt8] {
    /// Two lower-case hexadecimal digits a byte.
    package var hex: String {
        String(unsafeUninitializedCapacity: count * 2) { buffer in
            for (offset, byte) in enumerated() {
                buffer[offset * 2] = Self.digits[Int(byte >> 4)]
                buffer[offset * 2 + 1] = Self.digits[Int(byte & 15)]
            }
            return count * 2
        }
    }

    /// Reads pairs of hexadecimal digits of either case; nil for anything else.
    package init?(hex: String) {
        guard hex.utf8.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(hex.utf8.count / 2)
        var pending: UInt8?
        for digit in hex.utf8 {
            guard let value = Self.value(ofDigit: digit) else { return nil }
            if let high = pending {
                bytes.append(high << 4 | value)
                pending = nil
            } else {
                pending = value
            }
        }
        self = bytes
    }

    private static let digits = [UInt8]("0123456789abcdef".utf8)

    private static func value(ofDigit digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

extension Decoder {
    /// A text of hexadecimal digits as what it stands for.
    func hexadecimal<Value>(_ read: (String) -> Value?) throws -> Value {
        guard let value = read(try String(from: self)) else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: codingPath, debugDescription: "not in hexadecimal digits"))
        }
        return value
    }
}
