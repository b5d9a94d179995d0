import HTTPClient
import Crypto
package import Foundation
package import Shared
import Storage

/// What proves to a server which replica this is; mode 0600, outside the home.
package struct Identity: Sendable {
    /// Signs chains that others carry; its public half is registered at enrolment.
    private let signingKey: Curve25519.Signing.PrivateKey
    package let replica: ReplicaID
    /// The server this laptop was enrolled at, nil before `accord join`.
    package var server: Enrolment?
    /// The database that writes under the replica (`HomeFingerprint`); nil in none but new ones.
    package var fingerprint: String?
    /// The keys of the devices that this one goes on for, the oldest first, and its own.
    package let keys: [DeviceKey]

    /// The server and the token it gave.
    package struct Enrolment: Codable, Sendable {
        package let address: String
        /// A secret; shown nowhere.
        package let token: String
        /// The replica that the token was given to, in hexadecimal.
        ///
        /// It is another than the identity's while a successor is still to be enrolled by it.
        package let replica: String?
        /// The path of a PEM file; nil trusts the system's authorities.
        package let certificateAuthority: String?
        package let allowsPlainHTTP: Bool
        /// The key by which the server certifies devices, as it was when this one enrolled.
        package let serverKey: Data?
        /// The server's word for whose device `replica` is, serialized.
        package let certificate: Data?

        package init(
            address: String, token: String, replica: String?, certificateAuthority: String?,
            allowsPlainHTTP: Bool, serverKey: Data? = nil, certificate: Data? = nil
        ) {
            self.address = address
            self.token = token
            self.replica = replica
            self.certificateAuthority = certificateAuthority
            self.allowsPlainHTTP = allowsPlainHTTP
            self.serverKey = serverKey
            self.certificate = certificate
        }
    }

    package init(using generator: inout some RandomNumberGenerator) {
        self.init(Self.drawnKey(using: &generator), after: nil)
    }

    /// The identity of a replica that goes on for an earlier one, whose key says so.
    private init(_ signingKey: Curve25519.Signing.PrivateKey, after earlier: Identity?) {
        self.signingKey = signingKey
        let publicKey = [UInt8](signingKey.publicKey.rawRepresentation)
        let signature = earlier.flatMap { earlier in
            try? earlier.sign(DeviceKey.bytes(after: earlier.publicKey, publicKey: publicKey))
        }
        let own = DeviceKey(publicKey: publicKey, signature: signature ?? [])
        replica = own.replica
        keys = Array(((earlier?.keys ?? []) + [own]).suffix(DeviceProof.keysMax))
        server = earlier?.server
    }

    /// The identity of a new replica that goes on for this one, at the same server.
    package func succeeded(using generator: inout some RandomNumberGenerator) -> Identity {
        Identity(Self.drawnKey(using: &generator), after: self)
    }

    private static func drawnKey(
        using generator: inout some RandomNumberGenerator
    ) -> Curve25519.Signing.PrivateKey {
        let bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        if let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: bytes) { return key }
        preconditionFailure("Any 32 bytes are a private key.")
    }

    package var publicKey: [UInt8] { [UInt8](signingKey.publicKey.rawRepresentation) }
    /// What a person reads out to another who is about to accept this device.
    package var keyFingerprint: String { DeviceKey.fingerprint(of: publicKey) }
    /// The id of the person whose first device this is, or goes on for.
    package var person: PersonID { .of(firstKey: keys.first?.publicKey ?? publicKey) }

    /// What shows whose device this is to whoever has the server's key.
    package var proof: DeviceProof {
        DeviceProof(
            certificate: server?.certificate.flatMap { Certificate(serialized: $0) }, keys: keys)
    }

    /// The key by which the server certifies devices; nil before `accord join`.
    package var serverKey: ServerKey? { server?.serverKey.flatMap { ServerKey($0) } }

    func sign(_ bytes: [UInt8]) throws -> [UInt8] { [UInt8](try signingKey.signature(for: bytes)) }

    private struct Stored: Codable {
        let format: Int
        let signingKey: Data
        let server: Enrolment?
        let fingerprint: String?
        let keys: [Key]

        struct Key: Codable {
            let publicKey: Data
            let signature: Data
        }
    }

    /// Reads the identity of a home; nil when there is none.
    package static func read(_ home: ClientHome) throws(ClientError) -> Identity? {
        try read(path: home.identityPath)
    }

    /// Reads an identity file; nil when there is none.
    static func read(path: String) throws(ClientError) -> Identity? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        do {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
            return try Identity(JSONDecoder().decode(Stored.self, from: bytes))
        } catch { throw .identityUnreadable(path: path) }
    }

    private init(_ stored: Stored) throws {
        fingerprint = stored.fingerprint
        signingKey = try Curve25519.Signing.PrivateKey(rawRepresentation: stored.signingKey)
        server = stored.server
        keys = stored.keys.map {
            DeviceKey(publicKey: [UInt8]($0.publicKey), signature: [UInt8]($0.signature))
        }
        let publicKey = [UInt8](signingKey.publicKey.rawRepresentation)
        guard let own = keys.last, own.publicKey == publicKey
        else { throw CocoaError(.coderReadCorrupt) }
        replica = own.replica
    }

    package func write(_ home: ClientHome) throws(ClientError) {
        try write(path: home.identityPath)
    }

    /// Writes the file whole or not at all, readable by its owner only.
    func write(path: String) throws(ClientError) {
        let stored = Stored(
            format: 3, signingKey: signingKey.rawRepresentation, server: server,
            fingerprint: fingerprint,
            keys: keys.map { .init(publicKey: Data($0.publicKey), signature: Data($0.signature)) })
        do {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
            let bytes = try encoder.encode(stored)
            try DurableFolder.write([UInt8](bytes), to: path)
        } catch { throw .identityUnwritable(path: path) }
    }
}

extension Identity {
    /// What this device asks a server with, to be enrolled.
    ///
    /// - Parameters:
    ///   - person: The author of what the home writes; the server decides whether that is true.
    ///   - invite: As it was typed; nil to enrol by the token of an earlier device.
    ///   - ids: The server's word for other ids of hers, where it may have forgotten it.
    package func enrolment(
        of person: PersonID, named name: String, invite: String?, ids: [Certificate] = []
    ) throws -> WireEnrolRequest {
        var request = WireEnrolRequest()
        request.invite = invite ?? ""
        request.person = Data(person.bytes)
        request.personName = name
        request.deviceName = ProcessInfo.processInfo.hostName
        request.device = proof.with(others: ids).wire
        let signed = EnrolmentSignature.bytes(
            replica: replica, person: person, grant: request.invite)
        request.signature = Data(try sign(signed))
        return request
    }

    package mutating func enrolled(_ answer: WireEnrolResponse, as server: Enrolment) {
        let certificate = answer.hasCertificate ? Certificate(answer.certificate) : nil
        self.server = Enrolment(
            address: server.address, token: answer.token, replica: replica.hex,
            certificateAuthority: server.certificateAuthority,
            allowsPlainHTTP: server.allowsPlainHTTP,
            serverKey: answer.serverKey.isEmpty ? nil : answer.serverKey,
            certificate: certificate.map { Data($0.serialized) })
    }
}

extension WireEnrolResponse {
    /// - Throws: `ClientError.transport` where the answer lacks either.
    func personAndEpoch() throws(ClientError) -> (person: PersonID, epoch: EpochID) {
        guard let person = PersonID(bytes: self.person), let epoch = EpochID(bytes: self.epoch)
        else { throw .transport(.notOurServer(detail: "the enrolment is incomplete")) }
        return (person, epoch)
    }
}
