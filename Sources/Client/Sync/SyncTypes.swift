package import Shared

/// What happened; the machine's only input.
package enum SyncEvent: Sendable {
    /// A run starts; whether the server is known to have the audit, and how far healing it is.
    case begin(isOnServer: Bool, healing: ReconcileStage = .none)
    /// The laptop remembers that the server has to be healed first.
    case healingBegan
    /// A step of healing was performed.
    case healed(ReconcileEvent)
    /// All is brought back that this laptop has; what is left to do.
    case broughtBack(ReconcileStage)
    /// The server was shown its seals, and found nothing in them that contradicts it.
    case unconvinced(AcknowledgementResult)
    /// The laptop is in the server's epoch.
    case entered
    /// The server has the audit now.
    case created
    /// The next unanswered changes, own or imported; nil when all are answered.
    case read(OutgoingBatch?)
    /// The server answered a push.
    case pushed(Settlement)
    /// The answer was stored.
    case settled(AcknowledgementResult)
    /// An imported chain was marked as not taken.
    case passedOver
    /// A pull was answered, wholly or up to a cut.
    case pulled(PullPiece)
    /// A pull was answered with: what the laptop has is all there is.
    case unchanged
    /// A piece was stored with its cursor.
    case stored(AcknowledgementResult, PullPiece)
    /// The resume point was forgotten.
    case forgotten
    /// The server answered with a problem.
    case refused(Problem)
    /// No answer of an Accord server came.
    case failed(TransportError)
    /// A wait is over.
    case waited
}

/// What to do next; each is one request, one transaction or one wait.
package enum SyncAction: Sendable {
    case createAudit
    case readBatch(countMax: Int, bytesMax: Int)
    case push(OutgoingBatch)
    case settle(Settlement)
    /// Note that the server does not take an imported chain, for now or for good.
    case passOver(ReplicaID, Problem, forGood: Bool)
    case pull(countMax: Int)
    case store(PullPiece)
    case forgetCursor
    /// Remember that the server is in this epoch and has to be healed first.
    case beginHealing(EpochID)
    case heal(ReconcileAction)
    /// Show a server that has another chain than it acknowledged what it once sealed.
    case showSeals(AcknowledgementResult)
    case enterEpoch
    /// Wait, because of this failure.
    case wait(Duration, SyncFailure)
    case finish(SyncEnd)
}

/// How a run ended; the queue and everything recorded are safe in every case.
package enum SyncEnd: Sendable {
    /// Everything is sent and everything up to the checkpoint is here.
    case complete
    /// Somebody has to do something first.
    case blocked(SyncBlock)
    /// It may work later.
    case failed(SyncFailure)

    /// Whether attached files go after it: one finding that waits for another way holds none up.
    package var letsFilesFollow: Bool {
        switch self {
        case .complete: true
        case .blocked(let block): block.isOfTheWay
        case .failed: false
        }
    }

    /// How long changes wait for room at the server; nil where they do not.
    var roomPause: Duration? {
        if case .blocked(let block) = self { block.roomPause } else { nil }
    }

    /// For how long the server asked to be left alone; nil where it said nothing.
    var secondsTold: Int? {
        if case .failed(let failure) = self { failure.secondsTold } else { nil }
    }
}

/// What may pass by itself.
package enum SyncFailure: Equatable, Sendable {
    case transport(TransportError)
    case refused(Problem)

    /// For how long the server asked to be left alone; nil where it said nothing.
    var secondsTold: Int? {
        switch self {
        case .transport: nil
        case .refused(let problem): problem.retryAfter
        }
    }
}

extension SyncBlock {
    /// How long changes wait for room at the server; nil where something else is wanting.
    var roomPause: Duration? {
        guard case .refused(let problem) = self, problem.code == .storageFull else { return nil }
        return .seconds(min(max(problem.retryAfter ?? 3600, 600), 3600))
    }

    init?(_ result: AcknowledgementResult) {
        switch result {
        case .settled: return nil
        case .forked: self = .forked
        case .ahead(let missing): self = .rolledBack(missing: missing)
        case .behind(let acknowledged): self = .serverRestored(acknowledged: acknowledged)
        }
    }

    /// Whether nothing but the way, or the size of a request, was found wanting.
    ///
    /// The same change may be taken on another network, or by a server that takes more.
    package var isOfTheWay: Bool {
        switch self {
        case .refused(let problem): problem.isOfTheWay
        case .refusedOnTheWay: true
        case .forked, .rolledBack, .serverRestored, .epochEnded: false
        }
    }
}

/// What a run did.
package struct SyncCounts: Hashable, Sendable {
    /// Own changes that the server has answered.
    package var pushedChanges = 0
    /// Imported changes that the server has answered.
    package var importedChanges = 0
    /// Own and imported changes that the server has answered and did not apply.
    package var notApplied = 0
    /// Records stored, counted again each time they come.
    package var pulledRecords = 0
    /// Pushes and pulls, and other requests that failed.
    package var requests = 0

    package init() {}

    static func + (left: Self, right: Self) -> Self {
        var sum = left
        sum.pushedChanges += right.pushedChanges
        sum.importedChanges += right.importedChanges
        sum.notApplied += right.notApplied
        sum.pulledRecords += right.pulledRecords
        sum.requests += right.requests
        return sum
    }

    mutating func note(_ settlement: Settlement, of batch: OutgoingBatch) {
        requests += 1
        notApplied += settlement.exceptions.count
        // A server may answer any number; of a batch it can have taken no more than that has.
        let count = min(
            Int(clamping: settlement.through &- (batch.first &- 1)), batch.changes.count)
        if batch.signed == nil { pushedChanges += count } else { importedChanges += count }
    }
}

/// How long a run keeps trying.
package struct SyncPersistence: Sendable {
    /// Failures in a row after which it gives up.
    package let attemptsMax: Int
    /// The first pause's upper bound; it doubles up to five minutes.
    package let pauseFirst: Duration

    package init(attemptsMax: Int, pauseFirst: Duration = .seconds(1)) {
        self.attemptsMax = attemptsMax
        self.pauseFirst = pauseFirst
    }

    /// For a command that a person waits for.
    package static let brief = SyncPersistence(attemptsMax: 4, pauseFirst: .milliseconds(250))

    /// Full jitter: anything from nothing to twice the last bound, so that laptops spread out.
    func pause(
        after failures: Int, using generator: inout some RandomNumberGenerator
    ) -> Duration {
        let bound = min(pauseFirst * (1 << min(failures - 1, 16)), .seconds(300))
        let milliseconds =
            bound.components.seconds * 1_000
            + bound.components.attoseconds / 1_000_000_000_000_000
        return .milliseconds(Int64.random(in: 0...max(1, milliseconds), using: &generator))
    }

    /// The same on top of what the server said, which is the least; five minutes at most.
    ///
    /// - Parameter seconds: The server's word; nil when it said none.
    func pause(
        after failures: Int, told seconds: Int?, using generator: inout some RandomNumberGenerator
    ) -> Duration {
        let pause = pause(after: failures, using: &generator)
        guard let seconds else { return pause }
        // A minute of the five is left to chance, or all who were told alike came back at once.
        return .seconds(max(0, min(seconds, 240))) + min(pause, .seconds(60))
    }
}

extension Problem {
    /// Whether it says something of the request alone, and nothing of the changes in it.
    var isOfTheWay: Bool {
        switch code {
        case .malformed, .unsupportedEncoding, .tooLarge: true
        default: false  // open set: the other problems are about people, chains and servers
        }
    }
}

extension TransportError {
    /// Whether the same request may succeed by itself in a moment.
    var isPassing: Bool {
        switch self {
        case .timedOut, .cut: true
        default: false  // open set: the others need a person or a network
        }
    }
}
