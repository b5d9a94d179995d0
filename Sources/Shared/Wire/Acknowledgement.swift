import Foundation

/// "The server has this replica's chain through its end", as the server said and sealed it.
///
/// A laptop shows it to a server that was put back to an older state: the server believes what it
/// said itself.
package struct Acknowledgement: Hashable, Sendable {
    package let epoch: EpochID
    /// How far the server has the chain, or only keeps it.
    package let end: ChainEnd
    /// The server's, over epoch, end and the hash of all outcomes, which it begins with.
    ///
    /// Empty where the server only keeps the chain.
    package let seal: [UInt8]
    /// What was not plainly applied, where that is told with it.
    package let answers: [ChangeAnswer]
    /// Whether the server only keeps an imported chain for the leads, which is no answer to it.
    package let isUnplaced: Bool

    package init(
        epoch: EpochID, end: ChainEnd, seal: [UInt8], answers: [ChangeAnswer] = [],
        isUnplaced: Bool = false
    ) {
        self.epoch = epoch
        self.end = end
        self.seal = seal
        self.answers = answers
        self.isUnplaced = isUnplaced
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
        wire.epoch = Data(epoch.bytes)
        wire.chain = Data(end.chain.bytes)
        wire.replica = Data(end.replica.bytes)
        wire.n = end.n
        wire.receipt = Data(seal)
        return wire
    }
}

/// What a server made of one change.
package struct ChangeAnswer: Hashable, Sendable {
    package let n: UInt64
    /// The outcome as it stands on the wire.
    package let code: Int
    /// The server's sentence; empty when it gave none.
    package let reason: String

    package init(n: UInt64, code: Int, reason: String) {
        self.n = n
        self.code = code
        self.reason = reason
    }

    package init(_ wire: WireChangeAnswer) {
        self.init(n: wire.n, code: wire.outcome.rawValue, reason: wire.reason)
    }

    /// Nil for one that only a later version of Accord knows.
    package var outcome: Trail.Outcome? {
        UInt8(exactly: code).flatMap(Trail.Outcome.init(code:))
    }
}

extension ChainEnd {
    package init?(_ wire: WireVectorEntry) {
        guard let replica = ReplicaID(bytes: wire.replica), let chain = Hash256(bytes: wire.chain)
        else { return nil }
        self.init(dot: Dot(replica: replica, n: wire.n), chain: chain)
    }
}
