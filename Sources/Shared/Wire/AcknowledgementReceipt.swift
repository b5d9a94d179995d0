import Foundation

/// "The server has this replica's chain through n", as the server once sealed it.
///
/// A laptop shows it to a server that was put back to an older state: the server believes what it
/// said itself.
package struct AcknowledgementReceipt: Hashable, Sendable {
    package let epoch: EpochID
    /// The last number that is acknowledged.
    package let dot: Dot
    package let chain: Hash256
    /// The server's, over all of this and the outcomes, whose hash it begins with.
    package let seal: [UInt8]

    package init(epoch: EpochID, dot: Dot, chain: Hash256, seal: [UInt8]) {
        self.epoch = epoch
        self.dot = dot
        self.chain = chain
        self.seal = seal
    }

    package var outcomes: Hash256? { Hash256(bytes: Array(seal.prefix(32))) }

    /// Whether the key's owner said so of a chain in this audit.
    package func holds(in audit: AuditID, by key: ReceiptKey) -> Bool {
        guard let outcomes else { return false }
        return ReceiptKey.matches(
            seal,
            key.acknowledgement(
                epoch: epoch, audit: audit, dot: dot, chain: chain, outcomes: outcomes))
    }

    package init?(_ wire: WireAcknowledgement) {
        guard let epoch = EpochID(bytes: wire.epoch), let replica = ReplicaID(bytes: wire.replica),
            let chain = Hash256(bytes: wire.chain), wire.n > 0
        else { return nil }
        self.init(
            epoch: epoch, dot: Dot(replica: replica, n: wire.n), chain: chain,
            seal: [UInt8](wire.receipt))
    }

    package var wire: WireAcknowledgement {
        var wire = WireAcknowledgement()
        wire.epoch = Data(epoch.bytes)
        wire.replica = Data(dot.replica.bytes)
        wire.n = dot.n
        wire.chain = Data(chain.bytes)
        wire.receipt = Data(seal)
        return wire
    }
}

extension ChainEntry {
    package init?(_ wire: WireVectorEntry) {
        guard let replica = ReplicaID(bytes: wire.replica), let chain = Hash256(bytes: wire.chain)
        else { return nil }
        self.init(dot: Dot(replica: replica, n: wire.n), chain: chain)
    }
}
