import Foundation
package import Shared

/// What every reader and writer of bundles keeps to (docs/formats.md, "Bundles").
enum BundleFormat {
    static let magic = [UInt8]("ACCBNDL1".utf8)
    /// The header's; a reader refuses a later one.
    static let version: UInt32 = 1
    /// An item is never larger, so that a damaged length asks for no memory.
    static let itemBytesMax = 8 * 1024 * 1024
    /// After how many bytes of keys and bodies an item of changes ends.
    static let changesBytesMax = 512 * 1024
    /// How much of a file of evidence one item has at most.
    static let partBytes = 1024 * 1024
}

/// How much a bundle has.
package struct BundleCounts: Hashable, Sendable {
    package var chains: UInt64 = 0
    package var changes: UInt64 = 0
    package var files: UInt64 = 0
}

/// A chain on its way in a bundle, without its changes: whose it is, and who vouches for it.
package struct BundleChain: Hashable, Sendable {
    /// The person in whose name all its changes are.
    package let person: PersonID
    package let personName: String
    /// By the device that signed: the replica itself, or the one that its laptop goes on under.
    ///
    /// Only the first counts at a server. Of a chain with a successor nothing travels but what a
    /// server has acknowledged, so no server ever has to be told of it.
    let proof: DeviceProof
    package let signed: SignedChain

    package var replica: ReplicaID { signed.end.dot.replica }
    package var last: UInt64 { signed.end.dot.n }

    /// The key that signed.
    package var key: DeviceKey? { proof.keys.last }
}

extension WireBundleChain {
    init(_ chain: BundleChain) {
        self.init()
        replica = Data(chain.replica.bytes)
        person = Data(chain.person.bytes)
        personName = chain.personName
        signed = chain.signed.wire
        device = chain.proof.wire
    }
}

extension BundleChain {
    /// Reads it as it travels; nil when something is missing.
    init?(_ wire: WireBundleChain) {
        guard let replica = ReplicaID(bytes: wire.replica),
            let person = PersonID(bytes: wire.person), let proof = DeviceProof(wire.device),
            let signed = SignedChain(wire.signed, of: replica)
        else { return nil }
        let name = wire.personName
        self.init(person: person, personName: name, proof: proof, signed: signed)
    }
}
