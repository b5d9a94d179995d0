import Crypto

/// Thirty-two bytes of SHA-256, or a sum of such values modulo 2^256.
package struct Hash256: Hashable, Comparable, Sendable {
    /// Four big-endian words, most significant first.
    private let words: (UInt64, UInt64, UInt64, UInt64)

    package static let zero = Hash256(words: (0, 0, 0, 0))

    private init(words: (UInt64, UInt64, UInt64, UInt64)) { self.words = words }
    package init?(bytes: some Collection<UInt8>) { self.init(bytes: Array(bytes)) }

    /// Reads exactly thirty-two bytes; nil for any other count.
    package init?(bytes: [UInt8]) {
        guard let words = bytes.withUnsafeBytes(Self.words) else { return nil }
        self.init(words: words)
    }

    /// Reads sixty-four hexadecimal digits of either case; nil for anything else.
    package init?(hex: String) {
        guard let bytes = [UInt8](hex: hex) else { return nil }
        self.init(bytes: bytes)
    }

    /// Reads exactly thirty-two bytes where they lie; nil for any other count.
    package init?(raw: UnsafeRawBufferPointer) {
        guard let words = Self.words(raw) else { return nil }
        self.init(words: words)
    }

    package init(of bytes: [UInt8]) {
        var hasher = SHA256()
        bytes.withUnsafeBytes { hasher.update(bufferPointer: $0) }
        self.init(hasher.finalize())
    }

    init(_ digest: SHA256.Digest) {
        guard let words = digest.withUnsafeBytes(Self.words) else {
            preconditionFailure("A SHA-256 has thirty-two bytes.")
        }
        self.init(words: words)
    }

    private static func words(_ raw: UnsafeRawBufferPointer) -> (UInt64, UInt64, UInt64, UInt64)? {
        func word(_ offset: Int) -> UInt64 {
            UInt64(bigEndian: raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        }
        return raw.count == 32 ? (word(0), word(8), word(16), word(24)) : nil
    }

    package var bytes: [UInt8] {
        var writer = ByteWriter(capacity: 32)
        append(to: &writer)
        return writer.bytes
    }

    /// Sixty-four lower-case hexadecimal digits.
    package var hex: String { bytes.hex }

    /// The edit id that a change with this hash has when it is nobody's re-issue.
    package var edit: EditID { EditID(high: words.0, low: words.1) }

    func append(to writer: inout ByteWriter) {
        writer.append(words.0)
        writer.append(words.1)
        writer.append(words.2)
        writer.append(words.3)
    }

    package static func == (left: Self, right: Self) -> Bool { left.words == right.words }
    package static func < (left: Self, right: Self) -> Bool { left.words < right.words }
    package func hash(into hasher: inout Hasher) { hasher.combine(words.0) }

    package static func &+ (left: Self, right: Self) -> Self {
        left.combined(with: right) { $0.addingReportingOverflow($1) }
    }

    package static func &- (left: Self, right: Self) -> Self {
        left.combined(with: right) { $0.subtractingReportingOverflow($1) }
    }

    /// Combines the words from the least to the most significant, and hands on what overflows.
    private func combined(
        with other: Self, _ step: (UInt64, UInt64) -> (partialValue: UInt64, overflow: Bool)
    ) -> Self {
        var carry: UInt64 = 0
        func next(_ one: UInt64, _ two: UInt64) -> UInt64 {
            let (half, first) = step(one, two)
            let (full, second) = step(half, carry)
            carry = first || second ? 1 : 0
            return full
        }
        let last = next(words.3, other.words.3)
        let third = next(words.2, other.words.2)
        let second = next(words.1, other.words.1)
        return Self(words: (next(words.0, other.words.0), second, third, last))
    }
}

extension Hash256: Decodable {
    /// Reads hexadecimal digits.
    package init(from decoder: any Decoder) throws {
        self = try decoder.hexadecimal { Hash256(hex: $0) }
    }
}
