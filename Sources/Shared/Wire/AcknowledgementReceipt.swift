import Foundation

/// "The server has this replica's chain through n", as the server once sealed it.
///
/// A laptop shows it to a server that was put back to an older state: the server believes what it
/// said itself.
package struct AcknowledgementReceipt: Hashable, Sendable {
    package let epoch: EpochID
    package let end: ChainEnd
    /// The server's, over all of this and the outcomes, whose hash it begins with.
    package let seal: [UInt8]

    package init(epoch: EpochID, end: ChainEnd, seal: [UInt8]) {
        (self.epoch, self.end, self.seal) = (epoch, end, seal)
    }

    package var outcomes: Hash256? { Hash256(bytes: Array(seal.prefix(32))) }

    package func holds(in audit: AuditID, by key: ReceiptKey) -> Bool {
        guard let outcomes else { return false }
        let expected = key.acknowledgement(
            epoch: epoch, audit: audit, end: end, outcomes: outcomes)
        return ReceiptKey.matches(seal, expected)
    }

    package init?(_ wire: WireAcknowledgement) {
        guard let epoch = EpochID(bytes: wire.epoch), let replica = ReplicaID(bytes: wire.replica),
            let chain = Hash256(bytes: wire.chain), wire.n > 0
        else { return nil }
        self.init(
            epoch: epoch, end: ChainEnd(dot: Dot(replica: replica, n: wire.n), chain: chain),
            seal: [UInt8](wire.receipt))
    }

    package var wire: WireAcknowledgement {
        var wire = WireAcknowledgement()
        (wire.epoch, wire.chain) = (Data(epoch.bytes), Data(end.chain.bytes))
        (wire.replica, wire.n) = (Data(end.dot.replica.bytes), end.dot.n)
        wire.receipt = Data(seal)
        return wire
    }
}

extension ChainEnd {
    package init?(_ wire: WireVectorEntry) {
        guard let replica = ReplicaID(bytes: wire.replica), let chain = Hash256(bytes: wire.chain)
        else { return nil }
        self.init(dot: Dot(replica: replica, n: wire.n), chain: chain)
    }
}
