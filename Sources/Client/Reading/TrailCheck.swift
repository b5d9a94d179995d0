package import Shared

/// Why a server's trail is not the history that this laptop witnessed.
package enum TrailFault: Hashable, Sendable {
    /// The entry is not there; another one follows.
    case missing(UInt64)
    /// An own change stands there with another hash than the laptop's.
    case otherContent(UInt64, Dot)
    /// An own change stands there with another outcome than the server once told.
    case otherOutcome(UInt64, Dot)
    /// The server said otherwise of its history up to there, under its seal.
    case otherHistory(upTo: UInt64)
    /// The history ends before what the server once sealed.
    case endsEarly(at: UInt64)
    /// The entries do not lead to the head that the server tells.
    case otherHead(UInt64)
    /// An own change that the server acknowledged stands nowhere.
    case lost(Dot)

    /// What it means, in a sentence.
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
package struct TrailFinding: Hashable, Sendable {
    /// How many entries were recomputed.
    package let entries: UInt64
    /// What the server told at the end of the entries.
    package let head: TrailHead
    /// The sequence up to which the server had told this laptop before; nil before any pull.
    package let witnessed: UInt64?
    /// The first thing that does not fit; nil when everything does.
    package let fault: TrailFault?
    /// Whether the server was put back since, so that the laptop has to sync before it compares.
    package let isAnotherEpoch: Bool
}

/// Recomputes a server's trail entry by entry, and holds it against what the laptop knows.
struct TrailCheck {
    private let witness: TrailHead?
    private var own: [Dot: AcknowledgedChange]
    private(set) var last: UInt64 = 0
    private var trail: Hash256
    private(set) var fault: TrailFault?

    init(of audit: AuditID, against history: OwnHistory) {
        witness = history.witnessed
        own = history.acknowledged
        trail = Trail.start(audit: audit)
    }

    /// Takes the next entry; after the first fault nothing is looked at any more.
    mutating func take(_ entry: TrailEntry) {
        guard fault == nil else { return }
        guard entry.sequence == last + 1 else {
            fault = .missing(last + 1)
            return
        }
        last = entry.sequence
        trail = entry.trail(after: trail)
        if case .change(let dot, let hash, let outcome) = entry.event,
            let known = own.removeValue(forKey: dot)
        {
            if known.hash != hash {
                fault = .otherContent(last, dot)
            } else if let told = known.outcome, told != outcome {
                fault = .otherOutcome(last, dot)
            }
        }
        if fault == nil, let witness, witness.sequence == last, witness.trail != trail {
            fault = .otherHistory(upTo: last)
        }
    }

    /// Compares with the head that the server tells now.
    func finding(_ head: TrailHead) -> TrailFinding {
        TrailFinding(
            entries: last, head: head, witnessed: witness?.sequence, fault: fault ?? end(head),
            isAnotherEpoch: false)
    }

    private func end(_ head: TrailHead) -> TrailFault? {
        if let witness, last < witness.sequence { return .endsEarly(at: last) }
        if head.sequence != last || head.trail != trail { return .otherHead(head.sequence) }
        return own.keys.min().map(TrailFault.lost)
    }
}

extension AuditClient {
    /// Recomputes the server's trail from its start and holds it against this laptop's history.
    ///
    /// - Returns: Nil when the server tells no trail.
    package func checkTrail(
        of audit: AuditID, against history: OwnHistory, over transport: any Transport
    ) async throws -> TrailFinding? {
        let calls = ServerCalls(transport: transport)
        var check = TrailCheck(of: audit, against: history)
        while true {
            let from = check.last + 1
            let (entries, head) = try await Self.translated { () async throws(ServerCallError) in
                try await calls.trail(audit, from: from)
            }
            if let witnessed = history.witnessed, witnessed.epoch != head.epoch {
                return TrailFinding(
                    entries: 0, head: head, witnessed: witnessed.sequence, fault: nil,
                    isAnotherEpoch: true)
            }
            for entry in entries { check.take(entry) }
            // Without a step forward the head would never be reached.
            guard check.fault == nil, check.last >= from, check.last < head.sequence else {
                return check.finding(head)
            }
        }
    }
}
