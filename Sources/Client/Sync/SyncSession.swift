package import Foundation
package import Shared

/// One run of syncing one audit: performs the machine's actions, one at a time.
///
/// The simulator steps it and drops it between two actions, as a crash would; `run` is for
/// programs. Not shared between tasks.
package struct SyncSession<Generator: RandomNumberGenerator> {
    package let audit: AuditID
    /// Read for its counts; only `step` moves it.
    package private(set) var machine: SyncMachine
    /// Nil while the run goes on.
    package private(set) var end: SyncEnd?
    private let store: ClientStore
    private let server: ServerCalls
    private let now: () -> Date
    private let pause: (Duration) async throws -> Void
    private var generator: Generator
    private var next: SyncAction?

    /// Prepares a run; nothing happens before the first step.
    package init(
        audit: AuditID, store: ClientStore, transport: any Transport, machine: SyncMachine,
        now: @escaping () -> Date, pause: @escaping (Duration) async throws -> Void,
        generator: Generator
    ) {
        self.audit = audit
        self.store = store
        self.machine = machine
        self.now = now
        self.pause = pause
        self.generator = generator
        server = ServerCalls(transport: transport)
    }

    /// What the next step will do, for progress and for the simulator; nil before the first.
    package var nextAction: SyncAction? { next }

    /// Performs one action and lets the machine choose the next.
    ///
    /// - Returns: False when the run is over.
    /// - Throws: `StorageError`; nothing of the step was kept.
    package mutating func step() async throws -> Bool {
        guard end == nil else { return false }
        let event: SyncEvent
        if let action = next {
            guard let happened = try await perform(action) else { return false }
            event = happened
        } else {
            event = .begin(isOnServer: try store.standing(audit)?.isOnServer ?? true)
        }
        next = machine.handle(event, using: &generator)
        if case .finish(let end) = next { self.end = end }
        return end == nil
    }

    /// Steps to the end.
    package mutating func run() async throws -> SyncEnd {
        while try await step() {}
        guard let end else { preconditionFailure("A run that is over has an end.") }
        return end
    }

    private func perform(_ action: SyncAction) async throws -> SyncEvent? {
        switch action {
        case .readBatch(let countMax, let bytesMax):
            return .read(try store.nextBatch(audit, countMax: countMax, bytesMax: bytesMax))
        case .settle(let settlement): return .settled(try store.settle(audit, settlement))
        case .void(let n, let why):
            try store.void(audit, n: n, why: why)
            return .voided
        case .store(let piece): return .stored(try store.store(piece, of: audit, at: now()), piece)
        case .forgetCursor:
            try store.forgetCursor(audit)
            return .forgotten
        case .wait(let duration, _):
            try await pause(duration)
            return .waited
        case .finish: return nil
        case .createAudit, .push, .pull: return try await call(action)
        }
    }

    /// Performs a request; what the network or the server says against it is an event.
    private func call(_ action: SyncAction) async throws -> SyncEvent? {
        guard let home = try store.home() else { return nil }
        do throws(ServerCallError) {
            switch action {
            case .createAudit: return try await create()
            case .push(let batch):
                return .pushed(try await server.push(batch, to: audit, epoch: home.epoch))
            case .pull(let countMax): return try await pull(countMax, home: home)
            default: return nil  // open set: the other actions are no requests
            }
        } catch {
            switch error {
            case .transport(let failure): return .failed(failure)
            case .problem(let problem): return .refused(problem)
            case .storage(let failure): throw failure
            }
        }
    }

    private func create() async throws(ServerCallError) -> SyncEvent {
        let answer = try await server.create(audit)
        do {
            try store.created(audit, cursor: answer.cursor, epoch: answer.epoch)
        } catch { throw .storage(error) }
        return .created
    }

    private func pull(_ countMax: Int, home: HomeRow) async throws(ServerCallError) -> SyncEvent {
        let start: (cursor: [UInt8]?, acknowledged: UInt64)
        do { start = try store.pullStart(audit) } catch { throw .storage(error) }
        return .pulled(
            try await server.pull(
                audit, from: start.cursor, acknowledged: start.acknowledged, countMax: countMax,
                replica: home.replica))
    }
}
