import Foundation

/// "This is the chain of a replica through its end", signed by the device that wrote it.
///
/// With it others may carry the chain: nobody can add to it, alter it, or leave out its beginning.
package struct SignedChain: Hashable, Sendable {
    package let end: ChainEnd
    /// Whose device signed: the replica itself, or the one that its laptop goes on under.
    ///
    /// Only the first counts at a server. Of a chain with a successor nothing travels but what a
    /// server has acknowledged, so no server ever has to be told of it.
    package let device: DeviceProof
    /// Ed25519, 64 bytes.
    package let signature: [UInt8]

    package init(end: ChainEnd, device: DeviceProof, signature: [UInt8]) {
        self.end = end
        self.device = device
        self.signature = signature
    }

    /// What is signed: "accord/signed-chain/1" | audit | replica | n | chain | public keys.
    ///
    /// - Parameter keys: Those of the device's proof. By signing them it says that it goes on for
    ///   the others: else whoever passes a chain on could hand on to its key and call it her own.
    package static func bytes(audit: AuditID, end: ChainEnd, keys: [DeviceKey]) -> [UInt8] {
        var writer = ByteWriter(capacity: 93 + 32 * keys.count)
        writer.append(tag: "accord/signed-chain/1")
        writer.append(audit)
        writer.append(end.dot)
        writer.append(end.chain)
        for key in keys { writer.append(raw: key.publicKey) }
        return writer.bytes
    }

    /// The key that signed.
    package var key: DeviceKey? { device.keys.last }

    /// Whether the chain's own device signed, and none that goes on for it.
    package var isByItsReplica: Bool { key?.replica == end.replica }

    /// Whether the signature holds, for a chain of this audit.
    package func isSigned(in audit: AuditID) -> Bool {
        guard let key else { return false }
        let bytes = Self.bytes(audit: audit, end: end, keys: device.keys)
        return Ed25519.isSignature(signature, of: bytes, by: key.publicKey)
    }

    /// - Returns: Nil when something of it is missing.
    package init?(_ wire: WireSignedChain, of replica: ReplicaID, by device: WireDeviceProof) {
        guard wire.n > 0, let chain = Hash256(bytes: wire.chain), let device = DeviceProof(device)
        else { return nil }
        self.init(
            end: ChainEnd(dot: Dot(replica: replica, n: wire.n), chain: chain), device: device,
            signature: [UInt8](wire.signature))
    }

    package var wire: WireSignedChain {
        var wire = WireSignedChain()
        wire.n = end.n
        wire.chain = Data(end.chain.bytes)
        wire.signature = Data(signature)
        return wire
    }
}
