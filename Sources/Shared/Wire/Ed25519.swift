import Crypto
import Foundation

/// Ed25519 as the product uses it; what is no key or no signature is simply not right.
enum Ed25519 {
    static func isSignature(
        _ signature: [UInt8], of bytes: [UInt8], by publicKey: [UInt8]
    ) -> Bool {
        guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: publicKey)
        else { return false }
        return key.isValidSignature(Data(signature), for: Data(bytes))
    }
}

/// What a device signs when it enrols: "accord/enrol/1" | replica | person | SHA-256(grant).
///
/// Whoever only saw a device's keys, in a bundle, cannot enrol in its place.
package enum EnrolmentSignature {
    /// - Parameter grant: The invite as it is sent; empty where a token enrols.
    package static func bytes(replica: ReplicaID, person: PersonID, grant: String) -> [UInt8] {
        var writer = ByteWriter(capacity: 78)
        writer.append(tag: "accord/enrol/1")
        writer.append(replica)
        writer.append(person)
        writer.append(Hash256(of: Array(grant.utf8)))
        return writer.bytes
    }

    package static func isSigned(
        _ signature: [UInt8], replica: ReplicaID, person: PersonID, grant: String,
        by publicKey: [UInt8]
    ) -> Bool {
        Ed25519.isSignature(
            signature, of: bytes(replica: replica, person: person, grant: grant), by: publicKey)
    }
}
