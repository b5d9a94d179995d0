import Foundation

/// "This is the chain of a replica through n", signed by the device that wrote it.
///
/// With it others may carry the chain: nobody can add to it, alter it, or leave out its beginning.
package struct SignedChain: Hashable, Sendable {
    package let end: ChainEnd
    /// Ed25519, 64 bytes.
    package let signature: [UInt8]

    package init(end: ChainEnd, signature: [UInt8]) {
        (self.end, self.signature) = (end, signature)
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

    /// Whether the device with the last of the keys signed it, for a chain of this audit.
    package func isSigned(in audit: AuditID, by device: DeviceProof) -> Bool {
        guard let last = device.keys.last else { return false }
        let bytes = Self.bytes(audit: audit, end: end, keys: device.keys)
        return Ed25519.isSignature(signature, of: bytes, by: last.publicKey)
    }

    package init?(_ wire: WireSignedChain, of replica: ReplicaID) {
        guard wire.n > 0, let chain = Hash256(bytes: wire.chain) else { return nil }
        self.init(
            end: ChainEnd(dot: Dot(replica: replica, n: wire.n), chain: chain),
            signature: [UInt8](wire.signature))
    }

    package var wire: WireSignedChain {
        var wire = WireSignedChain()
        (wire.n, wire.chain) = (end.dot.n, Data(end.chain.bytes))
        wire.signature = Data(signature)
        return wire
    }
}
