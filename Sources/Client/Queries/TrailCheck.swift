package import HTTPClient
package import Shared

/// Why a server's trail is not the history that this laptop witnessed.
package enum TrailMismatch: Hashable, Sendable {
    case missing(UInt64)
    case otherContent(UInt64, Dot)
    case otherOutcome(UInt64, Dot)
    case otherHistory(upTo: UInt64)
    case endsEarly(at: UInt64)
    case otherHead(UInt64)
    case lost(Dot)

    package var message: String {
        switch self {
        case .missing(let sequence): "Entry \(sequence) is missing."
        case .otherContent(let sequence, let dot):
            "Entry \(sequence) has another content for your change \(dot.n)."
        case .otherOutcome(let sequence, let dot):
            "Entry \(sequence) tells another outcome of your change \(dot.n)."
        case .otherHistory(let sequence):
            "Up to entry \(sequence) it is another history than the server told this laptop."
        case .endsEarly(let sequence):
            "It ends at entry \(sequence), before what the server told this laptop."
        case .otherHead(let sequence): "Its entries do not lead to the head at \(sequence)."
        case .lost(let dot): "Your change \(dot.n) is nowhere, though the server confirmed it."
        }
    }
}

/// What a server's trail came to.
package struct TrailReport: Hashable, Sendable {
    package let entries: UInt64
    /// What the server told at the end of the entries.
    package let head: TrailHead
    /// The sequence up to which the server had told this laptop before; nil before any pull.
    package let witnessed: UInt64?
    package let mismatch: TrailMismatch?
    /// Whether the server was put back since, so that the laptop has to sync before it compares.
    package let isAnotherEpoch: Bool
}

/// Recomputes a server's trail entry by entry, and holds it against what the laptop knows.
struct TrailCheck {
    private let witness: TrailHead?
    private var own: [Dot: (hash: Hash256, outcome: Trail.Outcome?)]
    private(set) var last: UInt64 = 0
    private var trail: Hash256
    private(set) var mismatch: TrailMismatch?

    init(of audit: AuditID, against history: OwnHistory) {
        witness = history.witnessed
        own = history.acknowledged
        trail = Trail.start(audit: audit)
    }

    /// Takes the next entry; after the first mismatch nothing is looked at any more.
    mutating func take(_ entry: TrailEntry) {
        guard mismatch == nil else { return }
        guard entry.sequence == last + 1 else {
            mismatch = .missing(last + 1)
            return
        }
        last = entry.sequence
        trail = entry.trail(after: trail)
        if case .change(let dot, let hash, let outcome) = entry.event,
            let known = own.removeValue(forKey: dot)
        {
            if known.hash != hash {
                mismatch = .otherContent(last, dot)
            } else if let told = known.outcome, told != outcome {
                mismatch = .otherOutcome(last, dot)
            }
        }
        if mismatch == nil, let witness, witness.sequence == last, witness.trail != trail {
            mismatch = .otherHistory(upTo: last)
        }
    }

    func report(_ head: TrailHead) -> TrailReport {
        TrailReport(
            entries: last, head: head, witnessed: witness?.sequence,
            mismatch: mismatch ?? end(head), isAnotherEpoch: false)
    }

    private func end(_ head: TrailHead) -> TrailMismatch? {
        if let witness, last < witness.sequence { return .endsEarly(at: last) }
        if head.sequence != last || head.trail != trail { return .otherHead(head.sequence) }
        return own.keys.min().map(TrailMismatch.lost)
    }
}

extension ClientChecks {
    /// Recomputes the trail from its start and holds it against what this laptop witnessed.
    package func trail(
        of audit: AuditID, against history: OwnHistory, over transport: any Transport
    ) async throws -> TrailReport {
        let calls = ServerCalls(transport: transport)
        var check = TrailCheck(of: audit, against: history)
        while true {
            let from = check.last + 1
            let (entries, head) = try await ServerCalls.translated {
                try await calls.trail(audit, from: from)
            }
            if let witnessed = history.witnessed, witnessed.epoch != head.epoch {
                return TrailReport(
                    entries: 0, head: head, witnessed: witnessed.sequence, mismatch: nil,
                    isAnotherEpoch: true)
            }
            for entry in entries { check.take(entry) }
            // Without a step forward the head would never be reached.
            guard check.mismatch == nil, check.last >= from, check.last < head.sequence else {
                return check.report(head)
            }
        }
    }
}
