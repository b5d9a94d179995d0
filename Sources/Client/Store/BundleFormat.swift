import Foundation
import Shared

/// What every reader and writer of bundles keeps to (docs/formats.md, "Bundles").
enum BundleFormat {
    /// What a file begins with.
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
    /// Own and imported ones.
    package var chains: UInt64 = 0
    /// Changes of all chains.
    package var changes: UInt64 = 0
    /// Files of evidence.
    package var files: UInt64 = 0
}

extension WirePushedChange {
    init(_ change: BundleChange) {
        self.init()
        key = Data(change.key)
        body = Data(change.body)
        if let outcome = change.outcome { self.outcome = outcome.wire }
        reason = change.outcome == nil ? "" : change.reason
    }
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
        self.init(
            replica: replica, person: person, personName: wire.personName, proof: proof,
            signed: signed)
    }
}
