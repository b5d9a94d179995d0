/// One entry of an audit's trail as it travels: hashes only, nothing of any content.
package struct TrailEntry: Hashable, Sendable {
    /// Its place in the log, from 1, without a gap.
    package let sequence: UInt64
    /// The record kind's byte, 0 for a void change without a key.
    package let kind: UInt8
    package let event: Event

    /// What happened at that place.
    package enum Event: Hashable, Sendable {
        case change(Dot, hash: Hash256, Trail.Outcome)
        /// A laptop brought a record back after a restore; the digest is of it as it was sealed.
        case healed(by: ReplicaID, digest: Hash256)
    }

    package init(sequence: UInt64, kind: UInt8, event: Event) {
        self.sequence = sequence
        self.kind = kind
        self.event = event
    }

    /// The trail hash here: SHA-256(previous | sequence u64, kind u8, dot, h, outcome u8).
    package func trail(after previous: Hash256) -> Hash256 {
        var writer = ByteWriter(capacity: 98)
        writer.append(previous)
        writer.append(sequence)
        writer.append(kind)
        switch event {
        case .change(let dot, let hash, let outcome):
            writer.append(dot)
            writer.append(hash)
            writer.append(outcome.code)
        case .healed(let replica, let digest):
            // No change has the number 0 or the outcome 6.
            writer.append(Dot(replica: replica, n: 0))
            writer.append(digest)
            writer.append(6 as UInt8)
        }
        return Hash256(of: writer.bytes)
    }
}

/// Up to where a trail goes, in which life of the server.
package struct TrailHead: Hashable, Decodable, Sendable {
    package let epoch: EpochID
    /// The sequence of the last entry, 0 while there is none.
    package let sequence: UInt64
    package let trail: Hash256

    package init(epoch: EpochID, sequence: UInt64, trail: Hash256) {
        self.epoch = epoch
        self.sequence = sequence
        self.trail = trail
    }

    /// What a cursor says, its seal unchecked (a laptop is the witness); nil for other bytes.
    package init?(witnessedIn cursor: [UInt8]) {
        guard let cursor = Cursor.read(cursor)?.cursor else { return nil }
        self.init(epoch: cursor.epoch, sequence: cursor.head, trail: cursor.trail)
    }
}

extension TrailEntry: Decodable {
    private enum Key: String, CodingKey { case sequence, kind, replica, n, hash, outcome }

    /// The outcome of an entry that is no change's is `healed`; its `hash` is the record's digest.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        sequence = try container.decode(UInt64.self, forKey: .sequence)
        kind = try container.decode(UInt8.self, forKey: .kind)
        let replica = try container.decode(ReplicaID.self, forKey: .replica)
        let n = try container.decode(UInt64.self, forKey: .n)
        let hash = try container.decode(Hash256.self, forKey: .hash)
        let outcome = try container.decode(String.self, forKey: .outcome)
        if let outcome = Trail.Outcome(rawValue: outcome) {
            event = .change(Dot(replica: replica, n: n), hash: hash, outcome)
        } else if outcome == "healed" {
            event = .healed(by: replica, digest: hash)
        } else {
            throw DecodingError.dataCorruptedError(
                forKey: Key.outcome, in: container, debugDescription: "of a later version")
        }
    }
}
