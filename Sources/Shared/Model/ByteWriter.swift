/// Builds the canonical bytes that hashes are taken of: big-endian integers, lengths before text.
package struct ByteWriter {
    package private(set) var bytes: [UInt8]

    package init(capacity: Int = 0) {
        bytes = []
        bytes.reserveCapacity(capacity)
    }

    package mutating func append(_ byte: UInt8) { bytes.append(byte) }
    package mutating func append(_ value: UInt16) { append(bytesOf: value.bigEndian) }
    package mutating func append(_ value: UInt32) { append(bytesOf: value.bigEndian) }
    package mutating func append(_ value: UInt64) { append(bytesOf: value.bigEndian) }

    private mutating func append(bytesOf value: some FixedWidthInteger) {
        withUnsafeBytes(of: value) { bytes.append(contentsOf: $0) }
    }

    /// Appends its 16 bytes, without a mark of its kind.
    package mutating func append<Kind>(_ identifier: Identifier<Kind>) {
        append(identifier.high)
        append(identifier.low)
    }

    package mutating func append(_ hash: Hash256) { hash.append(to: &self) }

    /// Appends 24 bytes: the replica, then the number.
    package mutating func append(_ dot: Dot) {
        append(dot.replica)
        append(dot.n)
    }

    /// Appends bytes as they are, without a length.
    package mutating func append(raw: some Collection<UInt8>) { bytes.append(contentsOf: raw) }

    /// Appends the UTF-8 of a constant such as "accord/change/1", without a length or terminator.
    package mutating func append(tag: StaticString) {
        tag.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    /// Appends s(x): the length of the UTF-8 as u32, then the UTF-8.
    package mutating func append(text: String) {
        append(UInt32(text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }
}

/// Reads canonical bytes front to back; every read is nil once the bytes are too few.
package struct ByteReader {
    private let bytes: [UInt8]
    private var position = 0

    package init(_ bytes: [UInt8], at position: Int = 0) {
        self.bytes = bytes
        self.position = position
    }

    package var isAtEnd: Bool { position == bytes.count }

    package mutating func byte() -> UInt8? {
        guard position < bytes.count else { return nil }
        defer { position += 1 }
        return bytes[position]
    }

    /// The next integer, big-endian, of as many bytes as the type is wide.
    package mutating func integer<Value: FixedWidthInteger>(_ type: Value.Type) -> Value? {
        let width = Value.bitWidth / 8
        guard bytes.count - position >= width else { return nil }
        defer { position += width }
        return bytes.withUnsafeBytes {
            Value(bigEndian: $0.loadUnaligned(fromByteOffset: position, as: Value.self))
        }
    }

    /// The next 16 bytes as an id; the caller knows of what kind.
    package mutating func identifier<Kind>(_ type: Identifier<Kind>.Type) -> Identifier<Kind>? {
        guard let high = integer(UInt64.self), let low = integer(UInt64.self) else { return nil }
        return Identifier(high: high, low: low)
    }

    package mutating func hash() -> Hash256? {
        guard bytes.count - position >= 32 else { return nil }
        defer { position += 32 }
        return Hash256(bytes: bytes[position..<position + 32])
    }

    /// The next `count` bytes; when there are fewer, none is consumed.
    package mutating func raw(_ count: Int) -> [UInt8]? {
        guard count >= 0, bytes.count - position >= count else { return nil }
        defer { position += count }
        return Array(bytes[position..<position + count])
    }

    /// The next s(x); nil where that is no UTF-8.
    package mutating func text() -> String? {
        guard let count = integer(UInt32.self), let bytes = raw(Int(count)) else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    package mutating func rest() -> [UInt8] {
        defer { position = bytes.count }
        return Array(bytes[position...])
    }
}
