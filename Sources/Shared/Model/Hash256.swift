import Crypto

/// Thirty-two bytes of SHA-256, or a sum of such values modulo 2^256.
package struct Hash256: Hashable, Comparable, Sendable {
    /// Four big-endian words, most significant first.
    private let words: (UInt64, UInt64, UInt64, UInt64)

    /// The empty sum.
    package static let zero = Hash256(words: (0, 0, 0, 0))

    private init(words: (UInt64, UInt64, UInt64, UInt64)) {
        self.words = words
    }

    /// Reads exactly thirty-two bytes; nil for any other count.
    package init?(bytes: some Collection<UInt8>) {
        self.init(bytes: Array(bytes))
    }

    /// Reads exactly thirty-two bytes; nil for any other count.
    package init?(bytes: [UInt8]) {
        guard let words = bytes.withUnsafeBytes(Self.words) else { return nil }
        self.init(words: words)
    }

    /// Reads exactly thirty-two bytes where they lie; nil for any other count.
    package init?(raw: UnsafeRawBufferPointer) {
        guard let words = Self.words(raw) else { return nil }
        self.init(words: words)
    }

    /// Hashes the bytes with SHA-256.
    package init(of bytes: [UInt8]) {
        var hasher = SHA256()
        bytes.withUnsafeBytes { hasher.update(bufferPointer: $0) }
        self.init(hasher.finalize())
    }

    /// Takes over a finished SHA-256.
    init(_ digest: SHA256.Digest) {
        guard let words = digest.withUnsafeBytes(Self.words) else {
            preconditionFailure("A SHA-256 has thirty-two bytes.")
        }
        self.init(words: words)
    }

    private static func words(
        _ raw: UnsafeRawBufferPointer
    ) -> (UInt64, UInt64, UInt64, UInt64)? {
        func word(_ offset: Int) -> UInt64 {
            UInt64(bigEndian: raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        }
        return raw.count == 32 ? (word(0), word(8), word(16), word(24)) : nil
    }

    /// The thirty-two bytes in order.
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

    /// Adds modulo 2^256.
    package static func &+ (left: Self, right: Self) -> Self {
        var carry: UInt64 = 0
        func add(_ one: UInt64, _ two: UInt64) -> UInt64 {
            let (half, first) = one.addingReportingOverflow(two)
            let (full, second) = half.addingReportingOverflow(carry)
            carry = first || second ? 1 : 0
            return full
        }
        let last = add(left.words.3, right.words.3)
        let third = add(left.words.2, right.words.2)
        let second = add(left.words.1, right.words.1)
        let first = add(left.words.0, right.words.0)
        return Self(words: (first, second, third, last))
    }

    /// Subtracts modulo 2^256.
    package static func &- (left: Self, right: Self) -> Self {
        var borrow: UInt64 = 0
        func subtract(_ one: UInt64, _ two: UInt64) -> UInt64 {
            let (half, first) = one.subtractingReportingOverflow(two)
            let (full, second) = half.subtractingReportingOverflow(borrow)
            borrow = first || second ? 1 : 0
            return full
        }
        let last = subtract(left.words.3, right.words.3)
        let third = subtract(left.words.2, right.words.2)
        let second = subtract(left.words.1, right.words.1)
        let first = subtract(left.words.0, right.words.0)
        return Self(words: (first, second, third, last))
    }
}
