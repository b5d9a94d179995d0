import Crypto
import Foundation
import Shared

/// A device's key that is the same in every run, by a number.
struct TestKey {
    let replica: ReplicaID
    private let key: Curve25519.Signing.PrivateKey
    /// Those of the devices before it, and its own.
    let keys: [DeviceKey]

    init(_ number: UInt8, replica: ReplicaID, after earlier: TestKey? = nil) {
        self.replica = replica
        let seed = [UInt8](repeating: number, count: 32)
        guard let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: seed) else {
            preconditionFailure("Any 32 bytes are a private key.")
        }
        self.key = key
        let publicKey = [UInt8](key.publicKey.rawRepresentation)
        let signature = earlier?.sign(
            DeviceKey.bytes(
                after: earlier?.replica ?? replica, replica: replica, publicKey: publicKey))
        let own = DeviceKey(replica: replica, publicKey: publicKey, signature: signature ?? [])
        keys = (earlier?.keys ?? []) + [own]
    }

    var publicKey: [UInt8] { [UInt8](key.publicKey.rawRepresentation) }

    /// The id of the person whose first device has the first of the keys.
    var person: PersonID { .of(firstKey: keys[0].publicKey) }

    func sign(_ bytes: [UInt8]) -> [UInt8] {
        (try? key.signature(for: Data(bytes))).map { [UInt8]($0) } ?? []
    }

    func proof(_ certificate: Certificate? = nil) -> DeviceProof {
        DeviceProof(certificate: certificate, keys: keys)
    }

    /// What enrols the device.
    ///
    /// - Parameter person: Another id than the key's, to claim that.
    func enrolment(
        invite: String = "", person: PersonID? = nil, certificate: Certificate? = nil
    ) -> WireEnrolRequest {
        var request = WireEnrolRequest()
        let person = person ?? self.person
        request.invite = invite
        request.person = Data(person.bytes)
        request.replica = Data(replica.bytes)
        request.personName = "Maya"
        request.deviceName = "Maya's laptop"
        request.device = proof(certificate).wire
        request.signature = Data(
            sign(EnrolmentSignature.bytes(replica: replica, person: person, grant: invite)))
        return request
    }
}
