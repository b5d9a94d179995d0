/// A device's public key, and the signature by which the device before it handed on to it.
package struct DeviceKey: Hashable, Sendable {
    /// Ed25519, 32 bytes.
    package let publicKey: [UInt8]
    /// By the key before; empty for the first.
    package let signature: [UInt8]
    package let replica: ReplicaID

    /// A device's first key, or one that another has handed on to.
    package init(publicKey: [UInt8], signature: [UInt8] = []) {
        self.publicKey = publicKey
        self.signature = signature
        replica = .of(key: publicKey)
    }

    /// What the device before signs: "accord/successor/1" | its public key | the next one's.
    package static func bytes(after earlier: [UInt8], publicKey: [UInt8]) -> [UInt8] {
        var writer = ByteWriter(capacity: 82)
        writer.append(tag: "accord/successor/1")
        writer.append(raw: earlier)
        writer.append(raw: publicKey)
        return writer.bytes
    }

    func isSigned(by earlier: DeviceKey) -> Bool {
        let bytes = Self.bytes(after: earlier.publicKey, publicKey: publicKey)
        return Ed25519.isSignature(signature, of: bytes, by: earlier.publicKey)
    }

    /// Twenty hexadecimal digits that two people compare before one accepts the other's device.
    package var fingerprint: String { Self.fingerprint(of: publicKey) }

    /// The first ten bytes of the key's SHA-256, such as `7F3A-91C2-0B5D-44E1-9A20`.
    package static func fingerprint(of publicKey: [UInt8]) -> String {
        grouped(Array(Hash256(of: publicKey).bytes.prefix(10)).hex.uppercased())
    }

    /// A fingerprint as people type it; nil for anything else.
    package static func fingerprint(typed: String) -> String? {
        let digits = typed.filter { $0.isLetter || $0.isNumber }.uppercased()
        guard digits.utf8.count == 20, digits.allSatisfy(\.isHexDigit) else { return nil }
        return grouped(digits)
    }

    private static func grouped(_ digits: String) -> String {
        stride(from: 0, to: digits.count, by: 4).map { start in
            String(digits.dropFirst(start).prefix(4))
        }.joined(separator: "-")
    }
}

/// Shows whose a chain is: certificates, and the keys from these to the one that signed.
package struct DeviceProof: Hashable, Sendable {
    /// For one of the keys; nil for a device that no server has enrolled.
    package let certificate: Certificate?
    /// For other ids of the same person, where changes of the chain are in these; mostly none.
    package let others: [Certificate]
    /// The signing device's key last, before it those of the devices that it goes on for.
    package let keys: [DeviceKey]
    /// More than these no device has gone on for; older ones are left out.
    package static let keysMax = 64
    /// Nobody writes in more names than these besides her own.
    package static let othersMax = 16

    package init(certificate: Certificate?, others: [Certificate] = [], keys: [DeviceKey]) {
        self.certificate = certificate
        self.others = others
        self.keys = keys
    }

    package var certificates: [Certificate] { [certificate].compactMap(\.self) + others }

    /// The same with certificates for other ids.
    package func with(others: [Certificate]) -> DeviceProof {
        DeviceProof(certificate: certificate, others: others, keys: keys)
    }

    /// Whose chain a replica's is, as the server with this key says; nil when it does not.
    ///
    /// From the certified device and from the chain's own, whichever is older, each has to have
    /// handed on to the next, up to the one that signed.
    package func person(of replica: ReplicaID, by server: ServerKey) -> PersonID? {
        certificate.flatMap { ids(of: replica, [$0], by: server).first }
    }

    /// The other ids of a replica's person, as the server with this key says.
    package func otherIDs(of replica: ReplicaID, by server: ServerKey) -> Set<PersonID> {
        ids(of: replica, others, by: server)
    }

    private func ids(
        of replica: ReplicaID, _ certificates: [Certificate], by server: ServerKey
    ) -> Set<PersonID> {
        let signed = certificates.filter { $0.isSigned(by: server) }
        guard !signed.isEmpty, let own = keys.firstIndex(where: { $0.replica == replica })
        else { return [] }
        // Once for all of them: each key takes time to check.
        let oldest = keys.count - 1 - predecessors.count
        guard own >= oldest else { return [] }
        let certified = signed.filter { one in
            keys.firstIndex { $0.publicKey == one.publicKey }.map { $0 >= oldest } == true
        }
        return Set(certified.map(\.person))
    }

    /// Whether the key of a replica is one of them and has handed on, up to the one that signs.
    package func speaks(for replica: ReplicaID) -> Bool {
        keys.firstIndex { $0.replica == replica }.map(isLinked) ?? false
    }

    /// Whether a person's id was made from the first key, and each key has handed on to the next.
    package func isOwn(_ person: PersonID) -> Bool {
        keys.first.map { PersonID.of(firstKey: $0.publicKey) == person } == true
            && isLinked(from: 0)
    }

    /// Whether each key from an index on has handed on to the next.
    package func isLinked(from index: Int) -> Bool {
        zip(keys[index...], keys[index...].dropFirst()).allSatisfy { $1.isSigned(by: $0) }
    }

    /// The keys before the signing one that have handed on up to it, the newest first.
    package var predecessors: [DeviceKey] {
        var linked: [DeviceKey] = []
        for (earlier, later) in zip(keys, keys.dropFirst()).reversed() {
            guard later.isSigned(by: earlier) else { break }
            linked.append(earlier)
        }
        return linked
    }
}
