/// The audit's append-only history in hashes: who wants to rewrite it must rewrite every laptop.
package enum Trail {
    /// What happened to a change at the server.
    package enum Outcome: String, CaseIterable, Sendable {
        case applied
        /// Its content is not allowed, or cannot be read; kept, without effect.
        case rejected
        /// Valid, but its author may not do that; kept for the leads, without effect.
        case quarantined
        /// Its edit is known already: where that lives, it has another dot.
        case again

        /// The byte that is hashed and stored, equal to the number on the wire.
        ///
        /// 6 is what stands there for a record that was healed (`TrailEntry.trail`).
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

    package static func start(audit: AuditID) -> Hash256 {
        var writer = ByteWriter(capacity: 30)
        writer.append(tag: "accord/trail/1")
        writer.append(audit)
        return Hash256(of: writer.bytes)
    }

    /// What stands for the outcomes of a chain of which nothing is known.
    package static let noOutcomes = Hash256.zero

    /// outcomes(n) = SHA-256(outcomes(n-1) | outcome u8).
    package static func outcomes(after previous: Hash256, _ outcome: Outcome) -> Hash256 {
        Hash256(of: previous.bytes + [outcome.code])
    }
}

extension Trail.Outcome {
    /// On the wire an outcome has the number that is hashed and stored.
    package var wire: WireChangeOutcome { WireChangeOutcome(rawValue: Int(code)) ?? .unspecified }

    package init?(_ wire: WireChangeOutcome) { self.init(code: UInt8(clamping: wire.rawValue)) }
}
