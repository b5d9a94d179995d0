import Shared

/// The server's secret as its owner keeps it on paper: 68 hexadecimal digits in groups of four.
///
/// The last group is the front of the others' SHA-256, so that a slip of the pen is noticed.
package struct EscrowCode: Sendable {
    /// 32 bytes.
    package let secret: [UInt8]
    private static let checkBytes = 2

    package init(secret: [UInt8]) { self.secret = secret }

    /// Reads a code as people type it; nil for one with a slip.
    package init?(typed text: String) {
        let digits = text.filter { !$0.isWhitespace && $0 != "-" }
        guard let bytes = [UInt8](hex: digits),
            bytes.count == ServerSecret.byteCount + Self.checkBytes
        else { return nil }
        self.init(secret: Array(bytes.prefix(ServerSecret.byteCount)))
        guard Array(bytes.suffix(Self.checkBytes)) == check else { return nil }
    }

    private var check: [UInt8] { Array(Hash256(of: secret).bytes.prefix(Self.checkBytes)) }

    /// As it is printed, and nowhere else.
    package var text: String {
        let digits = (secret + check).hex.uppercased()
        return stride(from: 0, to: digits.count, by: 4).map { start in
            String(digits.dropFirst(start).prefix(4))
        }.joined(separator: " ")
    }
}
