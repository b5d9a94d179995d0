/// Length-prefixed frames, the form of a pull's answer: varint length, then that many bytes.
package enum Framing {
    /// Appends one frame.
    package static func append(_ frame: [UInt8], to bytes: inout [UInt8]) {
        appendVarint(UInt64(frame.count), to: &bytes)
        bytes.append(contentsOf: frame)
    }

    /// Appends an integer in protobuf's varint form.
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
            var length: UInt64 = 0
            var shift: UInt64 = 0
            var isWhole = false
            var next = position
            while next < bytes.count {
                guard shift < 64 else { return nil }
                let byte = bytes[next]
                next += 1
                length |= UInt64(byte & 0x7F) << shift
                shift += 7
                if byte < 0x80 {
                    isWhole = true
                    break
                }
            }
            guard isWhole else { break }
            guard length <= UInt64(bytesMax) else { return nil }
            guard bytes.count - next >= Int(length) else { break }
            ranges.append(next..<next + Int(length))
            position = next + Int(length)
        }
        return ranges
    }
}
