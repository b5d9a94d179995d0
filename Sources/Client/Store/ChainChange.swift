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
