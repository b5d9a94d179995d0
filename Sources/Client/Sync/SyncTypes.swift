package import HTTPClient
package import Shared

/// What happened; the machine's only input.
package enum SyncEvent: Sendable {
    /// A run starts; the server is known to have the audit or not, and healed so far. Records that
    /// did not get through to it then are left.
    case begin(isOnServer: Bool, healing: ReconcileStage = .none, left: [RecordKey] = [])
    case healingBegan
    case healed(ReconcileEvent)
    /// The server has all that this laptop can bring back; the stage says what is left to do.
    case broughtBack(ReconcileStage)
    /// The server was shown its seals, and found nothing in them that contradicts it.
    case unconvinced(AcknowledgementResult)
    case entered
    case created
    /// The next unanswered changes, own or imported; nil when all are answered.
    case read(OutgoingBatch?)
    case pushed(Acknowledgement)
    case settled(AcknowledgementResult)
    case passedOver
    /// A pull was answered, wholly or up to a cut.
    case pulled(PullPiece)
    /// A pull was answered with: what the laptop has is all there is.
    case unchanged
    case stored(AcknowledgementResult, PullPiece)
    case forgotten
    case refused(Problem)
    case failed(TransportError)
    case waited
}

/// What to do next; each is one request, one transaction or one wait.
package enum SyncAction: Sendable {
    case createAudit
    case readBatch(countMax: Int, bytesMax: Int)
    case push(OutgoingBatch)
    case settle(Acknowledgement)
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
    case wait(Duration, ServerCallError)
    case finish(SyncEnd)
}

/// How a run ended; the queue and everything recorded are safe in every case.
package enum SyncEnd: Sendable {
    /// Everything is sent and everything up to the checkpoint is here.
    case complete
    case blocked(SyncBlock)
    case failed(ServerCallError)

    /// Whether attached files go after it: one finding that waits for another way holds none up.
    package var letsFilesFollow: Bool {
        switch self {
        case .complete: true
        // A retired device brings what it has, and its files with it.
        case .blocked(.refused(let problem)) where problem.code == .replicaRetired: true
        case .blocked(let block): block.isOfTheWay
        case .failed: false
        }
    }

    var roomPause: Duration? { if case .blocked(let block) = self { block.roomPause } else { nil } }
    var secondsTold: Int? { if case .failed(let cause) = self { cause.secondsTold } else { nil } }
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
    package var pushedChanges = 0
    package var importedChanges = 0
    /// Own and imported changes that the server has answered and did not apply.
    package var notApplied = 0
    /// Records stored, counted again each time they come.
    package var pulledRecords = 0
    /// Pushes and pulls, and other requests that failed.
    package var requests = 0

    static func + (left: Self, right: Self) -> Self {
        var sum = left
        sum.pushedChanges += right.pushedChanges
        sum.importedChanges += right.importedChanges
        sum.notApplied += right.notApplied
        sum.pulledRecords += right.pulledRecords
        sum.requests += right.requests
        return sum
    }

    mutating func note(_ acknowledgement: Acknowledgement, of batch: OutgoingBatch) {
        requests += 1
        // What the server only keeps for the leads has no effect, here or there.
        guard !acknowledgement.isUnplaced else { return }
        notApplied += acknowledgement.answers.count { $0.outcome != nil }
        // A server may answer any number; of a batch it can have taken no more than that has.
        let answered = Int(clamping: acknowledgement.end.n &- (batch.first &- 1))
        let count = min(answered, batch.changes.count)
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

    package static let brief = SyncPersistence(attemptsMax: 4, pauseFirst: .milliseconds(250))

    /// Full jitter: anything from nothing to twice the last bound, so that laptops spread out.
    ///
    /// - Parameter seconds: What the server said, which is the least; five minutes at most.
    func pause(
        after failures: Int, told seconds: Int? = nil,
        using generator: inout some RandomNumberGenerator
    ) -> Duration {
        let bound = min(pauseFirst * (1 << min(failures - 1, 16)), .seconds(300))
        let range = 0...max(1, Int64(bound / .milliseconds(1)))
        let pause = Duration.milliseconds(Int64.random(in: range, using: &generator))
        guard let seconds else { return pause }
        // A minute of the five is left to chance, or all who were told alike came back at once.
        return .seconds(max(0, min(seconds, 240))) + min(pause, .seconds(60))
    }
}

extension Problem {
    /// Whether it says something of the request alone, and nothing of the changes in it.
    var isOfTheWay: Bool { [.malformed, .unsupportedEncoding, .tooLarge].contains(code) }
}

extension TransportError {
    /// What refused a request on the way, a clause.
    var refusal: String {
        guard case .refusedOnTheWay(let status) = self else { return "it was refused" }
        return "something between this laptop and the server refused it with \(status)"
    }

    /// Whether something on the way refuses what is in a request, rather than everybody or for now.
    var refusesContent: Bool {
        guard case .refusedOnTheWay(let status) = self else { return false }
        // Who is asked for, and what comes back later, says nothing of the content.
        return (400..<500).contains(status) && ![401, 407, 408, 425, 429].contains(status)
    }

    /// Whether the same request may succeed by itself in a moment.
    var isPassing: Bool {
        switch self {
        case .timedOut, .cut: true
        default: false  // open set: the others need a person or a network
        }
    }
}
