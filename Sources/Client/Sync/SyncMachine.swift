import HTTPClient
package import Shared

/// Decides each step of syncing one audit: an event in, the next action out.
///
/// Pure: time and randomness come in as values, so that the same code runs in production and in
/// the simulator. Between two actions everything may be lost but the database, and the next run
/// starts over from what that holds. Every failure either schedules the next attempt itself or
/// ends the run with a reason; nothing waits for an answer that cannot come.
package struct SyncMachine: Sendable {
    package private(set) var counts = SyncCounts()
    private let limits: Limits
    private let persistence: SyncPersistence
    private var state = State.local
    private var form: BatchForm
    /// Changes that the next batch takes at most, and in which encoding it goes out.
    var batchCountMax: Int { form.countMax }
    var encoding: TransportRequest.Compression { form.encoding }
    /// Bytes of bodies that a batch takes at most.
    var batchBytesMax: Int { limits.pushBytesMax / 4 }
    /// Records a pull asks for; halved when an answer is too large for this laptop or the way.
    private var pullCountMax: Int
    /// Failures since something last succeeded.
    private var failures = 0
    private var hasCreated = false
    private var hasForgottenCursor = false
    private var hasPulledAgain = false
    private var healing: ReconcileMachine?
    /// What did not get through when the server was healed; it goes when all else is done.
    private var left: ArraySlice<RecordKey> = []
    /// Whether some of it got through now, so that what the server made of it is pulled.
    private var hasBroughtLeft = false
    /// Why the server did not take an imported chain; nil when it took them all.
    private var importedProblem: Problem?
    /// Why the next own change waits, alone as it was sent; everything else goes on.
    private var waiting: SyncBlock?
    /// Why the server lets this laptop read nothing; nil while it does.
    private var excluding: Problem?
    /// Epochs that this run heard of; a server that changes them without end is given up.
    private var epochsHeard = 0
    private static let epochsHeardMax = 8
    /// A disk that is full for a moment is waited for, a quota that is used up is not.
    private static let roomSecondsMin = 600

    private indirect enum State: Sendable {
        /// The database is at work, or nothing; no request is under way.
        case local
        case creating, reading, pulling
        case healing(ReconcileAction)
        case showing(AcknowledgementResult)
        case pushing(OutgoingBatch)
        /// The state to enter once the wait is over.
        case waiting(State)
        case finished
    }

    package init(limits: Limits = .standard, persistence: SyncPersistence) {
        self.limits = limits
        self.persistence = persistence
        form = BatchForm(changesMax: limits.pushChangesMax)
        pullCountMax = limits.pullRecordsMax
    }

    /// Takes what happened and says what to do next; nil when the run is over.
    package mutating func handle(
        _ event: SyncEvent, using generator: inout some RandomNumberGenerator
    ) -> SyncAction? {
        switch event {
        case .begin(let isOnServer, let stage, let left):
            self.left = left[...]
            return begin(isOnServer: isOnServer, stage)
        case .created:
            failures = 0
            return healing == nil ? enter(.reading) : beginHealing()
        case .healingBegan: return beginHealing()
        case .healed(let event): return healed(event)
        case .broughtBack(let stage): return begin(isOnServer: true, stage)
        case .unconvinced(let result): return unconvinced(result)
        case .entered, .passedOver: return enter(.reading)
        case .read(let batch): return enter(batch.map(State.pushing) ?? .pulling)
        case .pushed(let acknowledgement):
            failures = 0
            waiting = nil
            if case .pushing(let batch) = state { counts.note(acknowledgement, of: batch) }
            form.noteArrived()
            return work(.settle(acknowledgement))
        case .settled(let result): return dispute(result) ?? enter(.reading)
        case .pulled(let piece): return notePulled(piece, using: &generator)
        case .unchanged:
            counts.requests += 1
            return end()
        case .stored(let result, let piece): return stored(result, piece)
        case .forgotten: return enter(.pulling)
        case .refused(let problem): return refused(problem, using: &generator)
        case .failed(let error): return noteFailed(error, &generator)
        case .waited:
            guard case .waiting(let next) = state else { return nil }
            return enter(next)
        }
    }

    private mutating func create() -> SyncAction {
        hasCreated = true
        return enter(.creating)
    }

    /// Begins what is done in a state that may be tried again.
    private mutating func enter(_ state: State) -> SyncAction {
        self.state = state
        switch state {
        case .creating: return .createAudit
        case .reading: return .readBatch(countMax: batchCountMax, bytesMax: batchBytesMax)
        case .pushing(let batch): return .push(batch)
        case .healing(let action): return .heal(action)
        case .showing(let result): return .showSeals(result)
        case .pulling, .local, .waiting, .finished:
            self.state = .pulling
            return .pull(countMax: pullCountMax)
        }
    }

    /// Asks for one transaction, which no server has to answer.
    private mutating func work(_ action: SyncAction) -> SyncAction {
        state = .local
        return action
    }

    private mutating func finish(_ end: SyncEnd) -> SyncAction {
        state = .finished
        return .finish(end)
    }

    /// All is here that can be had; what the way did not take waits for the next run.
    private mutating func end() -> SyncAction {
        if let key = left.first { return enter(.healing(.bringLeft(key))) }
        if hasBroughtLeft {
            hasBroughtLeft = false
            return enter(.pulling)
        }
        return finish(waiting.map(SyncEnd.blocked) ?? .complete)
    }

    private mutating func notePulled(
        _ piece: PullPiece, using generator: inout some RandomNumberGenerator
    ) -> SyncAction {
        counts.requests += 1
        if case .nothing = piece.end { return noteFailed(.cut(receivedBytes: 0), &generator) }
        failures = 0
        return work(.store(piece))
    }

    private mutating func stored(_ told: AcknowledgementResult, _ piece: PullPiece) -> SyncAction {
        if let action = dispute(told) { return action }
        counts.pulledRecords += piece.records.count
        switch piece.end {
        case .more, .nothing: return enter(.pulling)
        case .checkpoint: return end()
        }
    }

    private mutating func refused(
        _ problem: Problem, using generator: inout some RandomNumberGenerator
    ) -> SyncAction {
        counts.requests += 1
        if problem.code == .epochChanged { return epochChanged(problem) }
        if let action = refusedHealing(problem) ?? refusedImported(problem) { return action }
        switch (problem.code, state) {
        case (_, .pushing(let batch)) where problem.isOfTheWay:
            return split(batch) ?? wait(with: .refused(batch.problem(problem)))
        case (.tooLarge, .pulling): return pullLess() ?? finish(.blocked(.refused(problem)))
        case (.storageFull, .pushing) where (problem.retryAfter ?? 0) >= Self.roomSecondsMin:
            return wait(with: .refused(problem))
        case (.gap, .pushing), (.replicaForked, .pushing):
            // The opening of a pull tells exactly what the server has of this chain.
            return enter(.pulling)
        case (.auditUnknown, .pushing) where !hasCreated,
            (.auditUnknown, .pulling) where !hasCreated:
            // Whose work could not be brought is the one to create her audit, and to lead it.
            if let importedProblem { return finish(.blocked(.refused(importedProblem))) }
            return create()
        case (.replicaRetired, .creating) where healing == nil:
            // The audit may be there, and what is here be deposited; who has ended may not ask.
            excluding = problem
            return enter(.reading)
        case (.auditUnknown, .pushing):
            return finish(.blocked(.refused(excluding ?? problem)))
        case (.cursorExpired, .pulling) where !hasForgottenCursor:
            hasForgottenCursor = true
            return work(.forgetCursor)
        case (.replicaRetired, .pulling) where excluding == nil,
            (.notAMember, .pulling) where excluding == nil,
            (.notAMember, .pushing) where excluding == nil:
            // Whoever is excluded is not told of a new epoch by a pull; what was acknowledged to
            // her may be lost there none the less.
            excluding = problem
            return enter(.showing(.settled))
        case (.rateLimited, _), (.overloaded, _), (.storageFull, _), (.bug, _):
            return retry(.problem(problem), using: &generator)
        default:  // open set: pairs of a problem and a state; every other pair ends the run
            return finish(.blocked(.refused(problem)))
        }
    }

    /// Sends less at a time, until the culprit is alone, and that in every form; then nil.
    ///
    /// Nothing is concluded about the change: what refused it may be a proxy on the way.
    private mutating func split(_ batch: OutgoingBatch) -> SyncAction? {
        switch form.noteRefused(batch.changes.count) {
        case .fewer: return enter(.reading)
        case .otherwise: return .push(batch)
        case .nothing: return nil
        }
    }

    private mutating func wait(with block: SyncBlock) -> SyncAction {
        waiting = block
        return enter(.pulling)
    }

    /// Asks for fewer records; nil where there was one already.
    private mutating func pullLess() -> SyncAction? {
        guard pullCountMax > 1 else { return nil }
        pullCountMax /= 2
        return enter(.pulling)
    }

    private mutating func noteFailed(
        _ error: TransportError, _ generator: inout some RandomNumberGenerator
    ) -> SyncAction {
        counts.requests += 1
        switch (error, state) {
        case (.refusedOnTheWay(let code), .pushing(let batch)): return waitForTheWay(batch, code)
        case (.refusedOnTheWay(status: 413), .pulling), (.tooLarge, .pulling):
            if let action = pullLess() { return action }
        case (_, .healing(let action)) where error.refusesContent:
            if let next = bringLess(than: action, error.refusal) { return next }
        default: break  // open set: what else may go wrong with a request
        }
        guard error.isPassing else { return finish(.failed(.transport(error))) }
        return retry(.transport(error), using: &generator)
    }

    private mutating func retry(
        _ failure: ServerCallError, using generator: inout some RandomNumberGenerator
    ) -> SyncAction {
        failures += 1
        guard failures < persistence.attemptsMax else { return finish(.failed(failure)) }
        var again: State
        switch state {
        case .creating, .healing, .showing: again = state
        case .pushing(let batch):
            again = state
            // A batch that was cut is read anew, and smaller.
            if case .transport = failure, form.noteCut(batch.changes.count) { again = .reading }
        case .local, .reading, .pulling, .waiting, .finished: again = .pulling
        }
        state = .waiting(again)
        let pause = persistence.pause(after: failures, told: failure.secondsTold, using: &generator)
        return .wait(pause, failure)
    }
}

// MARK: Imported chains

extension SyncMachine {
    /// What a refusal means for an imported chain; nil where it means what it means for an own one.
    ///
    /// Whatever becomes of others' work, the own goes on.
    private mutating func refusedImported(_ problem: Problem) -> SyncAction? {
        guard case .pushing(let batch) = state, batch.signed != nil else { return nil }
        switch problem.code {
        case .rateLimited, .overloaded, .bug, .tokenMissing, .tokenExpired, .protocolTooOld:
            return nil
        default: break  // open set: the other problems are about this chain
        }
        guard problem.isOfTheWay else { return passOver(batch, problem) }
        return split(batch) ?? passOver(batch, batch.problem(problem))
    }

    private mutating func passOver(_ batch: OutgoingBatch, _ problem: Problem) -> SyncAction {
        importedProblem = problem
        // Who is not known or not a member today may be tomorrow; a carrier's room is hers again.
        let later: [ProblemCode] = [.notAMember, .auditUnknown, .notItsCreator, .gap, .storageFull]
        let mayPass = problem.isOfTheWay || later.contains(problem.code)
        return work(.passOver(batch.replica, problem, forGood: !mayPass))
    }

    /// What answers in a server's place settles nothing: the change waits, and all else is fetched.
    private mutating func waitForTheWay(_ batch: OutgoingBatch, _ status: Int) -> SyncAction {
        if let action = split(batch) { return action }
        let words = batch.words(refusedOnTheWay: status)
        return batch.signed == nil
            ? wait(with: .refusedOnTheWay(words))
            : passOver(batch, Problem(.tooLarge, detail: words))
    }
}

// MARK: Healing

extension SyncMachine {
    private mutating func begin(isOnServer: Bool, _ stage: ReconcileStage) -> SyncAction {
        switch stage {
        case .none: return isOnServer ? enter(.reading) : create()
        case .due(let epoch): return work(.beginHealing(epoch))
        case .broughtBack: return finish(.blocked(.epochEnded))
        case .entering: return work(.enterEpoch)
        }
    }

    private mutating func epochChanged(_ problem: Problem) -> SyncAction {
        epochsHeard += 1
        guard let epoch = problem.expected.flatMap({ EpochID(hex: $0) }),
            epochsHeard <= Self.epochsHeardMax
        else { return finish(.blocked(.refused(problem))) }
        return work(.beginHealing(epoch))
    }

    private mutating func beginHealing() -> SyncAction {
        healing = ReconcileMachine(limits: limits)
        return enter(.healing(.show(withPlan: true)))
    }

    private mutating func healed(_ event: ReconcileEvent) -> SyncAction {
        counts.requests += 1
        failures = 0
        if case .broughtLeft = event {
            left = left.dropFirst()
            hasBroughtLeft = true
            return end()
        }
        // Her older chains go back by the receipts once the server knows her by both ids again.
        if case .idForgotten = event { return finish(.blocked(.epochEnded)) }
        guard var machine = healing else { return beginHealing() }
        let action = machine.handle(event)
        healing = machine
        return enter(.healing(action))
    }

    /// What a refusal means while healing; nil where it means what it means elsewhere.
    private mutating func refusedHealing(_ problem: Problem) -> SyncAction? {
        guard case .healing(let action) = state else { return nil }
        switch (problem.code, action) {
        case (.auditUnknown, _) where !hasCreated: return create()
        case (.tooLarge, _): return bringLess(than: action, problem.detail ?? problem.title)
        case (.gap, .returnChain), (.replicaForked, .returnChain), (.replicaTaken, .returnChain),
            (.notAllowed, .returnChain):
            return healed(.chainRefused)
        // What the server once sealed it takes from whoever reads nothing there any more.
        case (.replicaRetired, .compare), (.notAMember, .compare): return healed(.compareRefused)
        case (.replicaRetired, .reclaim(let replica)), (.notAMember, .reclaim(let replica)):
            return healed(.reclaimed(replica))
        default: return nil  // open set: pairs of a problem and a step
        }
    }

    /// Goes on where server or way took no request of that size; nil where there is no less.
    private mutating func bringLess(than action: ReconcileAction, _ why: String) -> SyncAction? {
        switch action {
        case .show(withPlan: true): return healed(.planTooLarge)
        case .bringBack(let keys, _): return healed(.tooLarge(keys.count))
        case .returnChain(_, _, let count, _): return healed(.chainTooLarge(count))
        case .bringLeft:
            let count = counted(left.count, "record")
            waiting =
                waiting
                ?? .refusedOnTheWay(
                    "\(count) that a server which was put back lacks did not get through to it "
                        + "(\(why)); what is in there is kept here and goes again with the "
                        + "next sync; all else is sent and pulled")
            left = left.dropFirst()
            return end()
        case .show, .compare, .list, .listAll, .setAside, .settle, .reclaim, .finish: return nil
        }
    }

    /// What to do about an acknowledgement that does not fit; nil when it does.
    ///
    /// A server that was put back without a word knows its own seals. So it is shown them before
    /// anything is concluded about a clone or a backup of this laptop.
    private mutating func dispute(_ result: AcknowledgementResult) -> SyncAction? {
        result == .settled ? nil : enter(.showing(result))
    }

    private mutating func unconvinced(_ result: AcknowledgementResult) -> SyncAction {
        if let excluding { return finish(.blocked(waiting ?? .refused(excluding))) }
        // What it lacked may have arrived meanwhile, in a request that was long under way.
        if case .behind = result, !hasPulledAgain {
            hasPulledAgain = true
            return enter(.pulling)
        }
        return SyncBlock(result).map { finish(.blocked($0)) } ?? enter(.pulling)
    }
}
