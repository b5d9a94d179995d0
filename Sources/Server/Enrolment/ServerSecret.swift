import Crypto
package import Foundation
package import Shared

/// The server's one secret, from which receipts, tokens and certificates are made.
///
/// It is kept outside the database and its backups, so that a restored server still believes what
/// it said, and tokens that it gave out since the backup still get in.
package struct ServerSecret: Sendable {
    let sealKey: ReceiptKey
    private let tokenKey: SymmetricKey
    /// Certifies devices; whoever keeps the secret keeps it too.
    private let identityKey: Curve25519.Signing.PrivateKey
    package static let byteCount = 32

    package init(bytes: [UInt8]) {
        sealKey = ReceiptKey(bytes: bytes)
        tokenKey = SymmetricKey(data: Self.derived("accord/token-key/1", from: bytes))
        let seed = Self.derived("accord/identity-key/1", from: bytes)
        guard let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: seed) else {
            preconditionFailure("Any 32 bytes are a private key.")
        }
        identityKey = key
    }

    private static func derived(_ tag: String, from bytes: [UInt8]) -> [UInt8] {
        let key = SymmetricKey(data: bytes)
        return Array(HMAC<SHA256>.authenticationCode(for: [UInt8](tag.utf8), using: key))
    }

    package var serverKey: ServerKey {
        guard let key = ServerKey(identityKey.publicKey.rawRepresentation) else {
            preconditionFailure("A public key has 32 bytes.")
        }
        return key
    }

    /// A device's certificate; nil for one whose key is not known.
    func certificate(of id: ReplicaID, in tables: IdentityTables) throws -> Certificate? {
        guard let row = try tables.replica(id), let device = try tables.device(id)
        else { return nil }
        return certificate(of: row, serial: UInt64(clamping: device.enrolled.unixMilliseconds))
    }

    /// The server's word that a device's person has written under other ids as well.
    func certificates(
        of id: ReplicaID, as ids: [PersonID], in tables: IdentityTables
    ) throws -> [Certificate] {
        guard !ids.isEmpty, let row = try tables.replica(id), let device = try tables.device(id)
        else { return [] }
        let serial = UInt64(clamping: device.enrolled.unixMilliseconds)
        return ids.prefix(DeviceProof.othersMax).compactMap {
            certificate(of: row, as: $0, serial: serial)
        }
    }

    /// The server's word for whose device a replica is; nil for one that only others told of.
    ///
    /// - Parameter other: Another id of its person.
    func certificate(
        of replica: ReplicaRow, as other: PersonID? = nil, serial: UInt64
    ) -> Certificate? {
        guard replica.publicKey.count == 32 else { return nil }
        let server = serverKey.id
        let person = other ?? replica.person
        let bytes = Certificate.bytes(
            server: server, person: person, publicKey: replica.publicKey, serial: serial)
        guard let signature = try? identityKey.signature(for: Data(bytes)) else { return nil }
        return Certificate(
            server: server, person: person, publicKey: replica.publicKey,
            serial: serial, signature: Array(signature))
    }

    /// A device's token, valid until the device is retired.
    func token(person: PersonID, replica: ReplicaID, at now: Date) -> String {
        sealed(.device) {
            $0.append(person)
            $0.append(replica)
            $0.append(UInt64(clamping: now.unixMilliseconds))
        }
    }

    /// How long a script's token works at most: a year and a day, since years differ.
    static let exporterLifetime: TimeInterval = 366 * 24 * 3600

    /// What the database keeps in a token's place: of its bytes, which may be written in many ways.
    static func hash(of token: String) -> Hash256 {
        let bytes = [UInt8](base64URL: String(token.dropFirst(prefix.count))) ?? []
        return hash(of: Array(bytes.dropLast(codeBytes)))
    }

    private static func hash(of fields: [UInt8]) -> Hash256 {
        Hash256(of: [UInt8]("accord/token/1".utf8) + fields)
    }

    package func exporterToken(audit: AuditID, expires: Date) -> String {
        sealed(.exporter) {
            $0.append(audit)
            $0.append(UInt64(clamping: expires.unixMilliseconds))
        }
    }

    /// Whom a token speaks for, by no database; `token-expired` if over or not made by this key.
    package func bearer(of token: String, at now: Date) throws(Problem) -> Bearer {
        guard token.hasPrefix(Self.prefix),
            let bytes = [UInt8](base64URL: String(token.dropFirst(Self.prefix.count))),
            bytes.count > Self.codeBytes
        else { throw Problem(.tokenExpired, detail: "this is no token of an Accord server") }
        let fields = Array(bytes.dropLast(Self.codeBytes))
        guard ReceiptKey.matches(Array(bytes.suffix(Self.codeBytes)), code(of: fields))
        else { throw Problem(.tokenExpired, detail: "another server made this token") }
        guard let bearer = Self.bearer(of: fields, at: now)
        else { throw Problem(.tokenExpired, detail: "the token's time is over") }
        return bearer
    }

    private enum Kind: UInt8 { case device = 1, exporter = 2 }

    /// Starts every token, so that scanners for leaked secrets can find it.
    private static let prefix = "accord_"
    private static let codeBytes = 16

    private func sealed(_ kind: Kind, _ fields: (inout ByteWriter) -> Void) -> String {
        var writer = ByteWriter(capacity: 57)
        writer.append(kind.rawValue)
        fields(&writer)
        return Self.prefix + (writer.bytes + code(of: writer.bytes)).base64URL
    }

    private func code(of fields: [UInt8]) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: fields, using: tokenKey).prefix(Self.codeBytes))
    }

    /// The bearer that sealed fields name; nil once an exporter's time is over.
    private static func bearer(of fields: [UInt8], at now: Date) -> Bearer? {
        var reader = ByteReader(fields)
        switch reader.byte().flatMap(Kind.init) {
        case .device:
            guard let person = reader.identifier(PersonID.self),
                let replica = reader.identifier(ReplicaID.self)
            else { return nil }
            return .device(person: person, replica: replica)
        case .exporter:
            guard let audit = reader.identifier(AuditID.self),
                let expires = reader.integer(UInt64.self), now.unixMilliseconds < expires
            else { return nil }
            return .exporter(audit: audit, token: hash(of: fields))
        case nil: return nil
        }
    }
}

extension ServerSecret: CustomStringConvertible {
    /// Says nothing, wherever it is printed or logged.
    package var description: String { "(secret)" }
}
