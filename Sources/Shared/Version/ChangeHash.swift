/// The hashes that bind a change to its place (docs/protocol.md, "Bytes").
package enum ChangeHash {
    /// h: SHA-256("accord/change/1" | envelope | body).
    package static func hash(key: RecordKey, dot: Dot, body: [UInt8]) -> Hash256 {
        hash(keyBytes: key.bytes, dot: dot, body: body)
    }

    /// The same for a key whose bytes are at hand.
    package static func hash(keyBytes: [UInt8], dot: Dot, body: [UInt8]) -> Hash256 {
        var writer = ByteWriter(capacity: 15 + 4 + keyBytes.count + 24 + body.count)
        writer.append(tag: "accord/change/1")
        writer.append(UInt32(keyBytes.count))
        writer.append(raw: keyBytes)
        writer.append(dot)
        writer.append(raw: body)
        return Hash256(of: writer.bytes)
    }

    /// chain(0): SHA-256("accord/chain/1" | audit | replica).
    package static func chainStart(audit: AuditID, replica: ReplicaID) -> Hash256 {
        var writer = ByteWriter(capacity: 46)
        writer.append(tag: "accord/chain/1")
        writer.append(audit)
        writer.append(replica)
        return Hash256(of: writer.bytes)
    }

    /// chain(n): SHA-256(chain(n-1) | h(n)).
    package static func chain(after previous: Hash256, _ hash: Hash256) -> Hash256 {
        var writer = ByteWriter(capacity: 64)
        writer.append(previous)
        writer.append(hash)
        return Hash256(of: writer.bytes)
    }
}
