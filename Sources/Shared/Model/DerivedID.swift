extension Identifier {
    /// The first 16 bytes of SHA-256(tag | bytes).
    static func derived(_ tag: String, _ bytes: [UInt8]) -> Self {
        let edit = Hash256(of: Array(tag.utf8) + bytes).edit
        return Self(high: edit.high, low: edit.low)
    }
}

extension PersonID {
    /// Made from the key of her first device, so that nobody else can show that it is hers.
    package static func of(firstKey publicKey: [UInt8]) -> PersonID {
        .derived("accord/person/1", publicKey)
    }
}

extension ReplicaID {
    /// Made from the device's key, so that no other device can take it.
    package static func of(key publicKey: [UInt8]) -> ReplicaID {
        .derived("accord/replica/1", publicKey)
    }
}

extension AuditID {
    package static var nonceBytes: Int { 16 }

    /// Made by the person who begins the audit, from 16 bytes that only she knows at first.
    package static func founded(by person: PersonID, nonce: [UInt8]) -> AuditID {
        .derived("accord/audit/1", person.bytes + nonce)
    }
}
