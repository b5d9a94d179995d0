package import Shared

/// What a server said of the own chain, from an answer to a push or the opening of a pull.
package struct Settlement: Sendable {
    package let replica: ReplicaID
    /// The server has the chain through this number...
    package let through: UInt64
    /// ...where its chain hash is this.
    package let chain: Hash256
    /// The server's seal of both; kept to be shown to it after it was restored.
    package let seal: [UInt8]
    /// What was not plainly applied.
    package let exceptions: [(n: UInt64, outcome: Trail.Outcome, reason: String)]
    /// How far an unplaced imported chain is kept for the leads, which is no answer; 0 for others.
    package var unplaced: UInt64 = 0
    package var later: [LaterOutcome] = []
}

/// What an acknowledgement turned out to mean for the laptop.
package enum AcknowledgementResult: Hashable, Sendable {
    case settled
    /// The server has another chain under these numbers; nothing was taken over.
    case forked
    /// The server has numbers that this database never wrote; nothing was taken over.
    case ahead(by: UInt64)
    /// The server has less than it had acknowledged; nothing was taken over.
    case behind(acknowledged: UInt64)
}
