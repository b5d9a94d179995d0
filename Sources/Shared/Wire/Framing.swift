/// Length-prefixed frames, the form of a pull's answer: varint length, then that many bytes.
package enum Framing {
    package static func append(_ frame: [UInt8], to bytes: inout [UInt8]) {
        appendVarint(UInt64(frame.count), to: &bytes)
        bytes.append(contentsOf: frame)
    }

    package static func appendVarint(_ value: UInt64, to bytes: inout [UInt8]) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    /// The whole frames at the front of the bytes, as ranges; a cut last frame is left out.
    ///
    /// - Returns: Nil when a length is no varint or above `bytesMax`: these are not our frames.
    package static func ranges(in bytes: [UInt8], bytesMax: Int) -> [Range<Int>]? {
        var ranges: [Range<Int>] = []
        var position = 0
        while position < bytes.count {
            switch varint(in: bytes[position...]) {
            case .cut: return ranges
            case .none: return nil
            case .read(let length, let next):
                guard length <= UInt64(bytesMax) else { return nil }
                guard bytes.count - next >= Int(length) else { return ranges }
                ranges.append(next..<next + Int(length))
                position = next + Int(length)
            }
        }
        return ranges
    }

    /// The message that is a frame's only field, by a number below 16; nil for any other frame.
    package static func onlyField(
        _ field: UInt8, in frame: ArraySlice<UInt8>
    ) -> ArraySlice<UInt8>? {
        guard frame.first == field << 3 | 2,
            case .read(let length, let start) = varint(in: frame.dropFirst()),
            length == UInt64(frame.endIndex - start)
        else { return nil }
        return frame[start...]
    }

    enum Varint {
        case read(UInt64, next: Int)
        case cut
        case none
    }

    /// The integer at the front of the bytes, with the index behind it.
    static func varint(in bytes: ArraySlice<UInt8>) -> Varint {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        for index in bytes.indices {
            guard shift < 64 else { return .none }
            value |= UInt64(bytes[index] & 0x7F) << shift
            if bytes[index] < 0x80 { return .read(value, next: index + 1) }
            shift += 7
        }
        return .cut
    }
}
