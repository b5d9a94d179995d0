/// Counts the messages of a protobuf file at a path of fields, without decoding any of them.
enum MessageCount {
    /// Nil where the bytes are no protobuf, up to where that shows.
    static func of(path: [UInt64], in bytes: [UInt8]) -> Int? {
        count(path[...], bytes, bytes.indices)
    }

    private static func count(
        _ path: ArraySlice<UInt64>, _ bytes: [UInt8], _ range: Range<Int>
    ) -> Int? {
        var count = 0
        var position = range.lowerBound
        while position < range.upperBound {
            guard let tag = varint(bytes, &position, range.upperBound) else { return nil }
            var length: UInt64 = 0
            switch tag & 7 {
            case 0: guard varint(bytes, &position, range.upperBound) != nil else { return nil }
            case 1: length = 8
            case 2:
                guard let value = varint(bytes, &position, range.upperBound) else { return nil }
                length = value
            case 5: length = 4
            default: return nil  // open set: groups, which the framework never wrote
            }
            guard length <= UInt64(range.upperBound - position) else { return nil }
            let end = position + Int(length)
            if tag & 7 == 2, tag >> 3 == path.first {
                let rest = path.dropFirst()
                guard let inner = rest.isEmpty ? 1 : Self.count(rest, bytes, position..<end)
                else { return nil }
                count += inner
            }
            position = end
        }
        return count
    }

    private static func varint(_ bytes: [UInt8], _ position: inout Int, _ end: Int) -> UInt64? {
        guard case .read(let value, let next) = Framing.varint(in: bytes[position..<end])
        else { return nil }
        position = next
        return value
    }
}
