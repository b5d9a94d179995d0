/// One entry of an audit's trail as it travels: hashes only, nothing of any content.
package struct TrailEntry: Hashable, Sendable {
    /// Its place in the log, from 1, without a gap.
    package let sequence: UInt64
    /// The record kind's byte, 0 for a void change without a key.
    package let kind: UInt8
    package let event: Event

    /// What happened at that place.
    package enum Event: Hashable, Sendable {
        /// A change was received.
        case change(Dot, hash: Hash256, Trail.Outcome)
        /// A laptop brought a record back after a restore.
        case healed(by: ReplicaID, digest: Hash256)
    }

    package init(sequence: UInt64, kind: UInt8, event: Event) {
        self.sequence = sequence
        self.kind = kind
        self.event = event
    }

    /// The trail hash here, by that of the place before.
    package func trail(after previous: Hash256) -> Hash256 {
        switch event {
        case .change(let dot, let hash, let outcome):
            Trail.entry(
                after: previous, sequence: sequence, kind: kind, dot: dot, hash: hash,
                outcome: outcome)
        case .healed(let replica, let digest):
            Trail.healed(
                after: previous, sequence: sequence, kind: kind, by: replica, digest: digest)
        }
    }
}

/// Up to where a trail goes, in which life of the server.
package struct TrailHead: Hashable, Sendable {
    package let epoch: EpochID
    /// The sequence of the last entry, 0 while there is none.
    package let sequence: UInt64
    /// The trail hash there.
    package let trail: Hash256

    package init(epoch: EpochID, sequence: UInt64, trail: Hash256) {
        self.epoch = epoch
        self.sequence = sequence
        self.trail = trail
    }

    /// What the server sealed in a cursor: a laptop is the witness of it.
    ///
    /// - Returns: Nil for bytes that are no cursor; whether the seal holds only the server knows.
    package init?(witnessedIn cursor: [UInt8]) {
        var reader = ByteReader(cursor)
        guard let epoch = reader.identifier(EpochID.self),
            reader.identifier(AuditID.self) != nil, reader.integer(UInt64.self) != nil,
            reader.integer(UInt64.self) != nil, let head = reader.integer(UInt64.self),
            let trail = reader.hash(), reader.raw(16) != nil, reader.isAtEnd
        else { return nil }
        self.init(epoch: epoch, sequence: head, trail: trail)
    }
}

// MARK: JSON

extension TrailEntry: Codable {
    private enum Key: String, CodingKey {
        case sequence, kind, replica, n, hash, outcome
    }

    /// The outcome of an entry that is no change's; its `hash` is the record's digest.
    private static let healed = "healed"

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(sequence, forKey: .sequence)
        try container.encode(kind, forKey: .kind)
        switch event {
        case .change(let dot, let hash, let outcome):
            try container.encode(dot.replica.hex, forKey: .replica)
            try container.encode(dot.n, forKey: .n)
            try container.encode(hash.hex, forKey: .hash)
            try container.encode(outcome.rawValue, forKey: .outcome)
        case .healed(let replica, let digest):
            try container.encode(replica.hex, forKey: .replica)
            try container.encode(0, forKey: .n)
            try container.encode(digest.hex, forKey: .hash)
            try container.encode(Self.healed, forKey: .outcome)
        }
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let replica = ReplicaID(hex: try container.decode(String.self, forKey: .replica))
        let hash = [UInt8](hex: try container.decode(String.self, forKey: .hash))
            .flatMap { Hash256(bytes: $0) }
        let outcome = try container.decode(String.self, forKey: .outcome)
        guard let replica, let hash else {
            throw DecodingError.dataCorruptedError(
                forKey: Key.hash, in: container, debugDescription: "not in hexadecimal digits")
        }
        let dot = Dot(replica: replica, n: try container.decode(UInt64.self, forKey: .n))
        let event: Event
        if let outcome = Trail.Outcome(rawValue: outcome) {
            event = .change(dot, hash: hash, outcome)
        } else if outcome == Self.healed {
            event = .healed(by: replica, digest: hash)
        } else {
            throw DecodingError.dataCorruptedError(
                forKey: Key.outcome, in: container, debugDescription: "of a later version")
        }
        self.init(
            sequence: try container.decode(UInt64.self, forKey: .sequence),
            kind: try container.decode(UInt8.self, forKey: .kind), event: event)
    }
}

extension TrailHead: Codable {
    private enum Key: String, CodingKey {
        case epoch, sequence, trail
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(epoch.hex, forKey: .epoch)
        try container.encode(sequence, forKey: .sequence)
        try container.encode(trail.hex, forKey: .trail)
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let epoch = EpochID(hex: try container.decode(String.self, forKey: .epoch))
        let trail = [UInt8](hex: try container.decode(String.self, forKey: .trail))
            .flatMap { Hash256(bytes: $0) }
        guard let epoch, let trail else {
            throw DecodingError.dataCorruptedError(
                forKey: Key.trail, in: container, debugDescription: "not in hexadecimal digits")
        }
        self.init(
            epoch: epoch, sequence: try container.decode(UInt64.self, forKey: .sequence),
            trail: trail)
    }
}
