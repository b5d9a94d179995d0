/// A server's word for whose device a replica is, signed at enrolment (SYNC, section 6).
package struct Certificate: Hashable, Sendable {
    /// The id of the server's key, so that a reader knows whose word it is.
    package let server: ServerKeyID
    package let person: PersonID
    /// The device's, Ed25519, 32 bytes; its replica is made from it.
    package let publicKey: [UInt8]
    /// Unix milliseconds of the enrolment: of two certificates for one device the later holds.
    package let serial: UInt64
    /// The server's, Ed25519, 64 bytes.
    package let signature: [UInt8]

    package init(
        server: ServerKeyID, person: PersonID, publicKey: [UInt8], serial: UInt64,
        signature: [UInt8]
    ) {
        self.server = server
        self.person = person
        self.serial = serial
        self.publicKey = publicKey
        self.signature = signature
    }

    package var replica: ReplicaID { .of(key: publicKey) }

    /// What a server signs: "accord/certificate/1" | the fields in their order.
    package static func bytes(
        server: ServerKeyID, person: PersonID, publicKey: [UInt8], serial: UInt64
    ) -> [UInt8] {
        var writer = ByteWriter(capacity: 92)
        writer.append(tag: "accord/certificate/1")
        writer.append(server)
        writer.append(person)
        writer.append(raw: publicKey)
        writer.append(serial)
        return writer.bytes
    }

    package func isSigned(by key: ServerKey) -> Bool {
        let bytes = Self.bytes(server: server, person: person, publicKey: publicKey, serial: serial)
        return server == key.id && Ed25519.isSignature(signature, of: bytes, by: key.publicKey)
    }
}

/// The public half of the key by which a server certifies devices; a laptop keeps it from joining.
package struct ServerKey: Hashable, Sendable {
    package let publicKey: [UInt8]

    /// Nil for bytes that are no key.
    package init?(_ publicKey: some Sequence<UInt8>) {
        self.publicKey = [UInt8](publicKey)
        guard self.publicKey.count == 32 else { return nil }
    }

    /// The first 16 bytes of SHA-256("accord/server-key/1" | public key).
    package var id: ServerKeyID { .derived("accord/server-key/1", publicKey) }
    /// What a person compares with what the server's owner reads out.
    package var fingerprint: String { DeviceKey.fingerprint(of: publicKey) }
}
