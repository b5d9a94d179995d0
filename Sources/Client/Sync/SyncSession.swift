package import Foundation
package import HTTPClient
package import Shared

/// One run of syncing one audit: performs the machine's actions, one at a time.
///
/// The simulator steps it and drops it between two actions, as a crash would; `run` is for
/// programs. Not shared between tasks.
package struct SyncSession<Generator: RandomNumberGenerator> {
    package let audit: AuditID
    package private(set) var machine: SyncMachine
    package private(set) var end: SyncEnd?
    private let store: ClientStore
    private let server: ServerCalls
    private let now: () -> Date
    private let pause: (Duration) async throws -> Void
    private var generator: Generator
    /// What the next step will do, for progress and for the simulator; nil before the first.
    package private(set) var nextAction: SyncAction?
    private let asksAhead: AsksAhead
    /// A pull that is under way: for what is behind the piece that is stored, or held so far.
    private var aheadPull: AheadPull?
    /// A push that is under way: of what is behind the answer that is settled.
    private var aheadPush: AheadPush?
    private var pullCountMax = 0
    private(set) var hasBeenAnswered = false
    private var unsent: (count: Int, age: Int) = (0, 0)

    package init(
        audit: AuditID, store: ClientStore, transport: any Transport, machine: SyncMachine,
        now: @escaping () -> Date, pause: @escaping (Duration) async throws -> Void,
        generator: Generator, asksAhead: AsksAhead, taking held: AheadPull? = nil
    ) {
        self.audit = audit
        self.store = store
        self.machine = machine
        self.now = now
        self.pause = pause
        self.generator = generator
        self.asksAhead = asksAhead
        aheadPull = held
        server = ServerCalls(transport: transport)
    }

    /// - Returns: False when the run is over.
    /// - Throws: `StorageError`; nothing of the step was kept.
    package mutating func step() async throws -> Bool {
        guard end == nil else { return false }
        let event: SyncEvent
        if let action = nextAction {
            guard let happened = try await perform(action) else { return false }
            event = happened
        } else {
            try store.pull.readLaterOutcomes(audit)
            try store.push.offerImportedAgain(audit)
            event = .begin(
                isOnServer: try store.pull.standing(audit)?.isOnServer ?? true
                    || store.push.isFounded(byOthers: audit),
                healing: try store.reconcile.stage(audit), left: try store.reconcile.left(audit))
        }
        nextAction = machine.handle(event, using: &generator)
        if case .finish(let end) = nextAction {
            self.end = end
            aheadPull?.call.cancel()
            aheadPush?.call.cancel()
        }
        return end == nil
    }

    package mutating func run() async throws -> SyncEnd {
        while try await step() {}
        if let end { return end }
        preconditionFailure("A run that is over has an end.")
    }

    private mutating func perform(_ action: SyncAction) async throws -> SyncEvent? {
        switch action {
        case .readBatch(let countMax, let bytesMax):
            if let batch = await aheadPush?.batch() { return .read(batch) }
            aheadPush = nil
            return .read(try store.push.nextBatch(audit, countMax: countMax, bytesMax: bytesMax))
        case .settle(let acknowledgement): return .settled(try await settle(acknowledgement))
        case .passOver(let replica, let problem, let forGood):
            try store.push.refuseImported(
                audit, replica, because: problem.detail ?? problem.title, forGood: forGood)
            return .passedOver
        case .store(let piece):
            await pullAhead(of: piece)
            return .stored(try store.pull.store(piece, of: audit, at: now()), piece)
        case .forgetCursor:
            try store.pull.forgetCursor(audit)
            return .forgotten
        case .beginHealing(let epoch):
            try store.reconcile.begin(audit, to: epoch)
            return .healingBegan
        case .enterEpoch:
            try store.reconcile.enterEpoch(audit)
            return .entered
        case .wait(let duration, _):
            try await pause(duration)
            return .waited
        case .finish: return nil
        case .createAudit, .push, .pull, .heal, .showSeals: return try await call(action)
        }
    }

    /// Performs a request; what the network or the server says against it is an event.
    private mutating func call(_ action: SyncAction) async throws -> SyncEvent? {
        guard let home = try store.home() else { return nil }
        do {
            let event: SyncEvent? =
                switch action {
                case .createAudit: try await create()
                case .push(let batch): .pushed(try await push(batch, home: home))
                case .pull(let countMax): try await pull(countMax, home: home)
                case .heal(let step): try await heal(step)
                case .showSeals(let result): try await showReceipts(result)
                default: nil  // open set: the other actions are no requests
                }
            hasBeenAnswered = true
            return event
        } catch let error as ServerCallError {
            return switch error {
            case .transport(let failure): .failed(failure)
            case .problem(let problem): .refused(problem)
            }
        }
    }

    private func create() async throws -> SyncEvent {
        let (cursor, epoch) = try await server.create(audit, showing: store.creation(of: audit))
        let isKnown = try store.pull.created(audit, cursor: cursor, epoch: epoch)
        return isKnown ? .created : .refused(Problem(.epochChanged, expected: epoch.hex))
    }

    private func heal(_ step: ReconcileAction) async throws -> SyncEvent {
        let stage = try store.reconcile.stage(audit)
        if case .bringLeft = step, let epoch = try store.reconcile.epoch(audit) {
            let healing = Reconciling(audit: audit, epoch: epoch, store: store, server: server)
            if let event = try await healing.perform(step) { return .healed(event) }
        }
        guard case .due(let epoch) = stage else { return .broughtBack(stage) }
        let healing = Reconciling(audit: audit, epoch: epoch, store: store, server: server)
        if let event = try await healing.perform(step) { return .healed(event) }
        return .broughtBack(try store.reconcile.stage(audit))
    }

    /// A server that the seals convince answers with its new epoch, which is a problem.
    private func showReceipts(_ result: AcknowledgementResult) async throws -> SyncEvent {
        guard let epoch = try store.reconcile.epoch(audit) else { return .unconvinced(result) }
        _ = try await server.heal(audit, to: epoch, try store.reconcile.receipts(audit))
        try store.pull.noteShown(audit)
        return .unconvinced(result)
    }

    private mutating func push(
        _ batch: OutgoingBatch, home: HomeRow
    ) async throws -> Acknowledgement {
        let asked = aheadPush
        aheadPush = nil
        if let acknowledgement = try await asked?.call.answer() { return acknowledgement }
        return try await server.push(batch, to: audit, epoch: home.epoch, as: machine.encoding)
    }

    /// Sends what follows before the answer is settled, so that server and disk work at once.
    private mutating func settle(
        _ acknowledgement: Acknowledgement
    ) async throws -> AcknowledgementResult {
        if asksAhead != .never {
            let push = AheadPush(
                behind: acknowledgement, of: audit, countMax: machine.batchCountMax,
                bytesMax: machine.batchBytesMax, as: machine.encoding, from: store, to: server)
            if asksAhead == .first { await push.call.finish() }
            aheadPush = push
        }
        let result = try store.push.settle(audit, acknowledgement)
        if result != .settled {
            aheadPush?.call.cancel()
            aheadPush = nil
        }
        return result
    }

    private mutating func pull(_ countMax: Int, home: HomeRow) async throws -> SyncEvent {
        let start = try PullStart(of: audit, in: store, at: now())
        pullCountMax = countMax
        unsent = start.unsent
        let asked = aheadPull
        aheadPull = nil
        let answer: PullPiece?
        if let asked, asked.answers(start) {
            answer = try await asked.call.answer()
        } else {
            asked?.call.cancel()
            answer = try await server.pull(
                audit, from: start, countMax: countMax, replica: home.replica)
        }
        guard let answer else {
            try store.pull.confirmCheckpoint(audit, at: now())
            return .unchanged
        }
        let epoch = try store.reconcile.epoch(audit)
        // A full pull from a restored server would take the place of what heals it.
        guard epoch ?? answer.opening.epoch == answer.opening.epoch
        else { return .refused(Problem(.epochChanged, expected: answer.opening.epoch.hex)) }
        return .pulled(answer)
    }

    /// Asks for what follows a piece before that is stored, so that server and disk work at once.
    private mutating func pullAhead(of piece: PullPiece) async {
        guard asksAhead != .never, case .more(let cursor) = piece.end else { return }
        let pull = AheadPull(
            audit, from: PullStart(behind: cursor, of: piece.opening, unsent: unsent),
            countMax: pullCountMax, replica: piece.opening.acknowledgement.end.replica, by: server)
        if asksAhead == .first { await pull.call.finish() }
        aheadPull = pull
    }
}
