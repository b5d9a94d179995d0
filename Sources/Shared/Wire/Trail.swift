/// The audit's append-only history in hashes: who wants to rewrite it must rewrite every laptop.
package enum Trail {
    /// What happened to a change at the server.
    package enum Outcome: String, CaseIterable, Sendable {
        /// It is part of its record.
        case applied
        /// Its content is not allowed, or cannot be read; kept, without effect.
        case rejected
        /// Valid, but its author may not do that; kept for the leads, without effect.
        case quarantined
        /// Its edit is known already: where that lives, it has another dot.
        case again

        /// The byte that is hashed and stored.
        package var code: UInt8 {
            switch self {
            case .applied: 1
            case .rejected: 2
            case .quarantined: 3
            case .again: 4
            }
        }

        /// The outcome of a stored byte, nil for one that this version does not know.
        package init?(code: UInt8) {
            guard let outcome = Self.allCases.first(where: { $0.code == code }) else { return nil }
            self = outcome
        }
    }

    /// The trail hash of an audit in which nothing has happened.
    package static func start(audit: AuditID) -> Hash256 {
        var writer = ByteWriter(capacity: 30)
        writer.append(tag: "accord/trail/1")
        writer.append(audit)
        return Hash256(of: writer.bytes)
    }

    /// entry = SHA-256(previous | sequence u64, kind u8, dot, h, outcome u8).
    ///
    /// - Parameter kind: The record kind's byte, as in a key.
    package static func entry(
        after previous: Hash256, sequence: UInt64, kind: UInt8, dot: Dot, hash: Hash256,
        outcome: Outcome
    ) -> Hash256 {
        entry(
            after: previous, sequence: sequence, kind: kind, dot: dot, hash: hash,
            code: outcome.code)
    }

    private static func entry(
        after previous: Hash256, sequence: UInt64, kind: UInt8, dot: Dot, hash: Hash256,
        code: UInt8
    ) -> Hash256 {
        var writer = ByteWriter(capacity: 98)
        writer.append(previous)
        writer.append(sequence)
        writer.append(kind)
        writer.append(dot)
        writer.append(hash)
        writer.append(code)
        return Hash256(of: writer.bytes)
    }

    /// The entry for a record that a laptop brought back after a restore.
    ///
    /// As that of a change with the number 0 and the outcome 6, which no change has.
    ///
    /// - Parameter digest: Of the record as it was sealed.
    package static func healed(
        after previous: Hash256, sequence: UInt64, kind: UInt8, by replica: ReplicaID,
        digest: Hash256
    ) -> Hash256 {
        entry(
            after: previous, sequence: sequence, kind: kind, dot: Dot(replica: replica, n: 0),
            hash: digest, code: healedCode)
    }

    private static let healedCode: UInt8 = 6

    // MARK: Outcomes of one chain

    /// What stands for the outcomes of a chain of which nothing is known.
    package static let noOutcomes = Hash256.zero

    /// outcomes(n) = SHA-256(outcomes(n-1) | outcome u8).
    package static func outcomes(after previous: Hash256, _ outcome: Outcome) -> Hash256 {
        Hash256(of: previous.bytes + [outcome.code])
    }
}

extension Trail.Outcome {
    /// The outcome as it travels.
    package var wire: WireChangeOutcome {
        switch self {
        case .applied: .applied
        case .rejected: .rejected
        case .quarantined: .quarantined
        case .again: .again
        }
    }

    /// Reads an outcome; nil for one of a later version.
    package init?(_ wire: WireChangeOutcome) {
        switch wire {
        case .applied: self = .applied
        case .rejected: self = .rejected
        case .quarantined: self = .quarantined
        case .again: self = .again
        case .unspecified, .UNRECOGNIZED: return nil
        }
    }
}
