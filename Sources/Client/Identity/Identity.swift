import Crypto
import Foundation
package import Shared

/// What proves to a server which replica this is; mode 0600, outside the home.
package struct Identity: Sendable {
    /// The replica the secrets belong to.
    package let replica: ReplicaID
    /// Signs chains that others carry; its public half is registered at enrolment.
    private let signingKey: Curve25519.Signing.PrivateKey
    /// The server this laptop was enrolled at, nil before `accord join`.
    package var server: Enrolment?
    /// The database that writes under the replica (`HomeFingerprint`); nil in none but new ones.
    package var fingerprint: String?

    /// Replicas before it that the server has to be told of, the oldest first.
    package internal(set) var unenrolled: [EarlierReplica] = []
    /// Those before them, of which it was told.
    var enrolled: [EarlierReplica] = []

    /// The server and the token it gave.
    package struct Enrolment: Codable, Sendable {
        /// The server's, as it was given at enrolment.
        package let address: String
        /// A secret; shown nowhere.
        package let token: String
        /// The replica that the token was given to, in hexadecimal.
        ///
        /// It is another than the identity's while a successor is still to be enrolled by it.
        package let replica: String?
        /// A file with the certificate authority to trust, nil for the system's.
        package let certificateAuthority: String?
        /// Whether requests and token may travel unencrypted.
        package let allowsPlainHTTP: Bool

        package init(
            address: String, token: String, replica: String?, certificateAuthority: String?,
            allowsPlainHTTP: Bool
        ) {
            self.address = address
            self.token = token
            self.replica = replica
            self.certificateAuthority = certificateAuthority
            self.allowsPlainHTTP = allowsPlainHTTP
        }
    }

    /// Mints an identity for a new replica.
    package init(replica: ReplicaID) {
        self.replica = replica
        signingKey = Curve25519.Signing.PrivateKey()
    }

    /// The 32 bytes that a server registers.
    package var publicKey: [UInt8] { [UInt8](signingKey.publicKey.rawRepresentation) }

    /// Signs with the key whose public half a server registers.
    func sign(_ bytes: [UInt8]) throws -> [UInt8] {
        [UInt8](try signingKey.signature(for: Data(bytes)))
    }

    private struct Stored: Codable {
        let format: Int
        let replica: String
        let signingKey: Data
        let server: Enrolment?
        let fingerprint: String?
        /// Nil for none.
        let unenrolled: [EarlierReplica]?
        /// Nil for none.
        let enrolled: [EarlierReplica]?
    }

    /// Reads the identity of a home; nil when there is none.
    ///
    /// - Throws: `ClientError.identityUnreadable`.
    package static func read(_ home: ClientHome) throws(ClientError) -> Identity? {
        try read(path: home.identityPath)
    }

    /// Reads an identity file; nil when there is none.
    ///
    /// - Throws: `ClientError.identityUnreadable`.
    static func read(path: String) throws(ClientError) -> Identity? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        do {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
            return try Identity(JSONDecoder().decode(Stored.self, from: bytes))
        } catch {
            throw .identityUnreadable(path: path)
        }
    }

    private init(_ stored: Stored) throws {
        guard let replica = ReplicaID(hex: stored.replica) else {
            throw CocoaError(.coderReadCorrupt)
        }
        self.replica = replica
        fingerprint = stored.fingerprint
        signingKey = try Curve25519.Signing.PrivateKey(rawRepresentation: stored.signingKey)
        server = stored.server
        unenrolled = stored.unenrolled ?? []
        enrolled = stored.enrolled ?? []
    }

    /// Writes the file whole or not at all, readable by its owner only.
    package func write(_ home: ClientHome) throws(ClientError) {
        try write(path: home.identityPath)
    }

    /// The same under a path of its own.
    func write(path: String) throws(ClientError) {
        let stored = Stored(
            format: 1, replica: replica.hex, signingKey: signingKey.rawRepresentation,
            server: server, fingerprint: fingerprint,
            unenrolled: unenrolled.isEmpty ? nil : unenrolled,
            enrolled: enrolled.isEmpty ? nil : enrolled)
        let temporary = path + ".new"
        do {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
            let bytes = try encoder.encode(stored)
            guard
                FileManager.default.createFile(
                    atPath: temporary, contents: nil, attributes: [.posixPermissions: 0o600])
            else { throw ClientError.identityUnwritable(path: path) }
            let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: temporary))
            try handle.write(contentsOf: bytes)
            try handle.synchronize()
            try handle.close()
            guard rename(temporary, path) == 0 else {
                throw ClientError.identityUnwritable(path: path)
            }
        } catch {
            throw .identityUnwritable(path: path)
        }
    }
}
