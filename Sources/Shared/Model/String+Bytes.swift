import Foundation

/// Comparison by UTF-8 bytes: Swift's own `==` and `<` on `String` compare canonical equivalents.
extension String {
    func hasSameBytes(as other: String) -> Bool {
        utf8.count == other.utf8.count && order(against: other) == 0
    }

    /// Whether these bytes come first; a prefix comes before what it begins.
    func precedesInBytes(_ other: String) -> Bool {
        let order = order(against: other)
        return order < 0 || (order == 0 && utf8.count < other.utf8.count)
    }

    /// Whether every byte is ASCII, which is in any normal form as it stands.
    var isASCII: Bool {
        withBytes { bytes in bytes.allSatisfy { $0 < 0x80 } }
    }

    /// Whether a byte is among these; `utf8.contains` takes a hundred times as long.
    func hasByte(_ byte: UInt8) -> Bool {
        withBytes { bytes in
            bytes.baseAddress.map { memchr($0, Int32(byte), bytes.count) != nil } ?? false
        }
    }

    /// `memcmp` over as many bytes as both have.
    private func order(against other: String) -> Int32 {
        withBytes { mine in
            other.withBytes { theirs in
                guard let left = mine.baseAddress, let right = theirs.baseAddress else { return 0 }
                return memcmp(left, right, min(mine.count, theirs.count))
            }
        }
    }

    /// Lends the UTF-8; only a bridged string has to be copied for it.
    private func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
        return Array(utf8).withUnsafeBufferPointer(body)
    }
}
