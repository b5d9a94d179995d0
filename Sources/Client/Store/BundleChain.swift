package import Shared

/// A chain on its way in a bundle, without its changes: whose it is, and who vouches for it.
package struct BundleChain: Hashable, Sendable {
    package let replica: ReplicaID
    /// In whose name all its changes are.
    package let person: PersonID
    /// What she calls herself.
    package let personName: String
    /// What shows whose it is: of the device that signed, the replica itself or the one that its
    /// laptop goes on under.
    ///
    /// Only the first counts at a server. Of a chain with a successor nothing travels but what a
    /// server has acknowledged, so no server ever has to be told of it.
    let proof: DeviceProof
    /// How far it goes, and the signature of that.
    package let signed: SignedChain

    /// The last number.
    package var last: UInt64 { signed.dot.n }

    /// The key that signed.
    package var key: DeviceKey? { proof.keys.last }
}

/// One number of a chain on its way in a bundle.
struct BundleChange: Sendable {
    let n: UInt64
    /// The record key's bytes.
    let key: [UInt8]
    let hash: Hash256
    /// The chain hash at this number.
    let chain: Hash256
    /// As first serialised.
    let body: [UInt8]
    /// What its author was told of it; nil when no server had answered her.
    let outcome: Trail.Outcome?
    /// The sentence for that.
    let reason: String
}
