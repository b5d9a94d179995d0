import Crypto
import Foundation
import Shared

/// A device's key that is the same in every run, by a number.
struct TestKey {
    private let key: Curve25519.Signing.PrivateKey
    /// Those of the devices before it, and its own.
    let keys: [DeviceKey]

    init(_ number: UInt64, after earlier: TestKey? = nil) {
        let seed = Hash256(of: Array("\(number)".utf8)).bytes
        guard let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: seed) else {
            preconditionFailure("Any 32 bytes are a private key.")
        }
        self.key = key
        let publicKey = [UInt8](key.publicKey.rawRepresentation)
        let signature = earlier.map {
            $0.sign(DeviceKey.bytes(after: $0.publicKey, publicKey: publicKey))
        }
        let own = DeviceKey(publicKey: publicKey, signature: signature ?? [])
        keys = (earlier?.keys ?? []) + [own]
    }

    var replica: ReplicaID { .of(key: publicKey) }

    /// The replica whose key has a number.
    static func replica(_ number: UInt64) -> ReplicaID { TestKey(number).replica }

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
        request.personName = "Maya"
        request.deviceName = "Maya's laptop"
        request.device = proof(certificate).wire
        request.signature = Data(
            sign(EnrolmentSignature.bytes(replica: replica, person: person, grant: invite)))
        return request
    }
}
