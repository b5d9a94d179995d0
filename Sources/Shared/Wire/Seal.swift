import Crypto
import Foundation

/// The server's key that seals what it says, so that a restored server can believe it later.
///
/// A seal is the first 16 bytes of HMAC-SHA-256 over "accord/receipt/<what>/1", the epoch, and the
/// fields in order. The key lives in the server's settings, never in its database or backups.
package struct ReceiptKey: Sendable {
    private let key: SymmetricKey

    package init(bytes: [UInt8]) {
        precondition(bytes.count == 32, "A seal key has 32 bytes.")
        key = SymmetricKey(data: bytes)
    }

    /// Seals a record as it stood in an epoch.
    package func record(epoch: EpochID, audit: AuditID, digest: Hash256) -> [UInt8] {
        seal("accord/receipt/record/1", epoch) {
            $0.append(audit)
            $0.append(digest)
        }
    }

    /// Seals "the server has this replica's chain through n, and these are the outcomes".
    ///
    /// The hash of the outcomes comes before the seal: whoever keeps it need not know them.
    package func acknowledgement(
        epoch: EpochID, audit: AuditID, end: ChainEnd, outcomes: Hash256
    ) -> [UInt8] {
        outcomes.bytes
            + seal("accord/receipt/acknowledgement/1", epoch) {
                $0.append(audit)
                $0.append(end.dot)
                $0.append(end.chain)
                $0.append(outcomes)
            }
    }

    /// Seals a checkpoint: the audit's vector with chain hashes, root and count, and a time.
    ///
    /// The time comes before the seal: whoever keeps it need not know it.
    ///
    /// - Parameter time: Unix milliseconds by the server's clock.
    package func checkpoint(
        epoch: EpochID, audit: AuditID, vector: [ChainEnd], root: Hash256, count: UInt64,
        at time: UInt64
    ) -> [UInt8] {
        var clear = ByteWriter(capacity: 8)
        clear.append(time)
        return clear.bytes
            + seal("accord/receipt/checkpoint/1", epoch) {
                $0.append(audit)
                $0.append(UInt32(vector.count))
                for entry in vector {
                    $0.append(entry.dot)
                    $0.append(entry.chain)
                }
                $0.append(root)
                $0.append(count)
                $0.append(time)
            }
    }

    /// Whether a seal is one that this key made; takes the same time for every wrong one.
    package static func matches(_ seal: [UInt8], _ expected: [UInt8]) -> Bool {
        guard seal.count == expected.count else { return false }
        return zip(seal, expected).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    func seal(
        _ tag: StaticString, _ epoch: EpochID, _ fields: (inout ByteWriter) -> Void
    ) -> [UInt8] {
        var writer = ByteWriter(capacity: 128)
        writer.append(tag: tag)
        writer.append(epoch)
        fields(&writer)
        let code = HMAC<SHA256>.authenticationCode(for: writer.bytes, using: key)
        return Array(code.prefix(16))
    }
}

/// Where a pull stands; opaque and sealed on the wire.
package struct Cursor: Hashable, Sendable {
    package let epoch: EpochID
    package let audit: AuditID
    /// The sequence of the asker's last checkpoint: what its own work may be left out up to.
    package let floor: UInt64
    /// The sequence of the last record that was sent.
    package let position: UInt64
    /// The head of the snapshot that was read.
    package let head: UInt64
    /// The trail hash at that head.
    package let trail: Hash256

    package init(
        epoch: EpochID, audit: AuditID, floor: UInt64, position: UInt64, head: UInt64,
        trail: Hash256
    ) {
        self.epoch = epoch
        self.audit = audit
        self.floor = floor
        self.position = position
        self.head = head
        self.trail = trail
    }

    /// The bytes that travel: the fields, then the seal.
    package func sealed(by key: ReceiptKey) -> [UInt8] { fields.bytes + seal(by: key) }

    /// Reads a cursor that this key sealed; nil for anything else.
    package init?(sealed bytes: [UInt8], by key: ReceiptKey) {
        guard let (cursor, seal) = Self.read(bytes), ReceiptKey.matches(seal, cursor.seal(by: key))
        else { return nil }
        self = cursor
    }

    /// Reads a cursor and the seal behind it, which is not checked; nil for any other bytes.
    static func read(_ bytes: [UInt8]) -> (cursor: Cursor, seal: [UInt8])? {
        var reader = ByteReader(bytes)
        guard let epoch = reader.identifier(EpochID.self),
            let audit = reader.identifier(AuditID.self), let floor = reader.integer(UInt64.self),
            let position = reader.integer(UInt64.self), let head = reader.integer(UInt64.self),
            let trail = reader.hash(), let seal = reader.raw(16), reader.isAtEnd
        else { return nil }
        let cursor = Cursor(
            epoch: epoch, audit: audit, floor: floor, position: position, head: head, trail: trail)
        return (cursor, seal)
    }

    private func seal(by key: ReceiptKey) -> [UInt8] {
        key.seal("accord/receipt/cursor/1", epoch) { $0.append(raw: fields.bytes) }
    }

    private var fields: ByteWriter {
        var writer = ByteWriter(capacity: 104)
        writer.append(epoch)
        writer.append(audit)
        writer.append(floor)
        writer.append(position)
        writer.append(head)
        writer.append(trail)
        return writer
    }
}
