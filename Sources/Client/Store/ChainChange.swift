package import Shared

/// One number of a chain, as it is stored and sent: its bytes are never encoded again.
package struct ChainChange: Sendable {
    package let n: UInt64
    /// Empty where a server has none.
    package let key: [UInt8]
    package let hash: Hash256
    /// Empty where none is left.
    package let body: [UInt8]
    /// What a server made of it, where that travels with it.
    var answer: ChangeAnswer?
}

/// What a server made of one change.
package struct ChangeAnswer: Hashable, Sendable {
    package let n: UInt64
    /// The outcome as it stands on the wire.
    package let code: Int
    /// The server's sentence; empty when it gave none.
    package let reason: String

    /// Nil for one that only a later version of Accord knows.
    package var outcome: Trail.Outcome? {
        UInt8(exactly: code).flatMap(Trail.Outcome.init(code:))
    }
}
