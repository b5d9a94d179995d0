import Client
import Foundation
import HTTPClient
import Shared
import Site
import Synchronization

/// Keeps the audits of this laptop in step with the server for as long as the workbench runs.
///
/// Saving never waits for it: it works beside the pages, on the same database, as another program
/// would. Losing the network or the server ends nothing; it tries again by itself, later each time.
final class BackgroundSync: SiteSync {
    private struct State {
        var audits: [AuditID: AuditSyncStatus] = [:]
        /// Audits on the server, as it last said.
        var invited: [AuditID] = []
        /// Why no audit is synced; nil when they are.
        var outside: ReportedError?
        var failures = 0
        var round: Task<Void, Never>?
    }

    let client: AuditClient
    let pace: BackgroundSyncSchedule
    private let broadcast: EventBroadcast
    /// Nil where there is no way to any server.
    let connect: (@Sendable () async throws -> any Transport)?
    /// False: only when a person asks for it.
    let isFollowing: Bool
    private let state = Mutex(State())

    init(_ client: AuditClient, _ broadcast: EventBroadcast, _ settings: WorkbenchSettings) {
        self.client = client
        self.broadcast = broadcast
        pace = settings.pace
        let way = settings.connect
        connect = if let way { { try await way(client) } } else { nil }
        isFollowing = settings.connect != nil && settings.syncsInBackground
    }

    func run() async {
        guard isFollowing else { return }
        while !Task.isCancelled {
            // A task of its own, so that it can be ended and begun anew without the program.
            let round = begin { await $0.follow() }
            await withTaskCancellationHandler {
                await round.value
            } onCancel: {
                round.cancel()
            }
        }
    }

    /// Syncs at once, whatever it waited for.
    ///
    /// Returns when an audit's run is over, well or not, and at the latest after `pace.patience`:
    /// what takes longer goes on behind the page.
    func syncNow(_ audit: AuditID?) async {
        guard connect != nil else { return }
        let events = broadcast.read()
        if isFollowing {
            let isUnderWay = audit.map { status(of: $0).isSyncing } ?? false
            if !isUnderWay { state.withLock(\.round)?.cancel() }
        } else if state.withLock({ $0.round == nil }) {
            begin { await $0.goOnce() }
        }
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for await one in events {
                    if case .synced = one.kind, audit.map(one.isAbout) ?? true { return }
                }
            }
            group.addTask { [pace] in try? await ContinuousClock().sleep(for: pace.patience) }
            await group.next()
            group.cancelAll()
        }
    }

    /// Ends a sync that a person asked for.
    func stop() { state.withLock(\.round)?.cancel() }

    @discardableResult
    private func begin(
        _ work: @escaping @Sendable (BackgroundSync) async -> Void
    ) -> Task<Void, Never> {
        // Under the lock, so that a round that ends at once is not noted after its end.
        state.withLock { state in
            let round = Task {
                await work(self)
                self.state.withLock { $0.round = nil }
            }
            state.round = round
            return round
        }
    }

    // MARK: What pages read

    func status(of audit: AuditID) -> AuditSyncStatus {
        state.withLock { $0.audits[audit] ?? AuditSyncStatus() }
    }

    var outside: ReportedError? { state.withLock(\.outside) }

    // MARK: What its rounds note

    /// The audits to be kept in step: those here, and those that the server offers.
    func audits() throws -> [AuditID] {
        let here = try client.queries.audits()
        return here + state.withLock(\.invited).filter { !here.contains($0) }
    }

    func note(invited: [AuditID]) { state.withLock { $0.invited = invited } }

    /// - Returns: How long to wait before the next attempt.
    @discardableResult
    func note(outside trouble: ReportedError?) -> Duration {
        let failures = state.withLock { state in
            state.outside = trouble
            state.failures = trouble == nil ? 0 : state.failures + 1
            return state.failures
        }
        guard let trouble else { return .zero }
        noteNothing()
        // To join, or to end another program, takes a person a moment and nobody's network.
        guard trouble.kind != .settings, trouble.kind != .busy else { return pace.pauseFirst }
        return min(pace.pauseFirst * (1 << min(failures - 1, 10)), pace.pauseMax)
    }

    /// Tells whoever waits that there was nothing left to sync.
    func noteNothing() { broadcast.post(EventBroadcast.Event(.synced(arrived: 0))) }

    func note(isSyncing: Bool, _ audit: AuditID) {
        state.withLock { $0.audits[audit, default: AuditSyncStatus()].isSyncing = isSyncing }
    }

    /// Takes note of the sequence from which changes are new to pages.
    func noteBeginning(of audit: AuditID) {
        let sequence = sequence(of: audit)
        state.withLock { $0.audits[audit, default: AuditSyncStatus()].sequence = sequence }
    }

    /// The server's, as last told; nil for an audit that was never synced.
    private func sequence(of audit: AuditID) -> UInt64? {
        (try? client.queries.position(of: audit))?.sequence
    }

    func note(_ run: SyncRun, of audit: AuditID) {
        let sequence = sequence(of: audit)
        let sent = run.counts.pushedChanges + run.counts.importedChanges
        let trouble = run.trouble
        let now = client.now
        let arrived = state.withLock { state in
            var status = state.audits[audit] ?? AuditSyncStatus()
            defer { state.audits[audit] = status }
            let before = status.sequence
            status.isSyncing = false
            status.trouble = trouble
            status.sequence = sequence ?? before
            if trouble == nil { status.success = (now, sent, run.counts.pulledRecords) }
            // The log counts every change once; what was sent from here is no news here.
            guard let sequence, let before, sequence > before else { return 0 }
            let arrived = max(0, Int(clamping: sequence - before) - sent)
            // A server may tell any number; what it adds up to is for people, and ends somewhere.
            status.arrived = min(status.arrived, Int(Int32.max)) + min(arrived, Int(Int32.max))
            return arrived
        }
        broadcast.post(EventBroadcast.Event(.synced(arrived: arrived), of: audit))
    }

    func note(_ trouble: ReportedError, of audit: AuditID) {
        state.withLock {
            $0.audits[audit, default: AuditSyncStatus()].isSyncing = false
            $0.audits[audit, default: AuditSyncStatus()].trouble = trouble
        }
        broadcast.post(EventBroadcast.Event(.synced(arrived: 0), of: audit))
    }
}

extension BackgroundSync {
    /// Keeps every audit in step until it is cancelled or the list of audits changes.
    func follow() async {
        do {
            // The lock is given up with the round: another program takes its turn then.
            if SyncLock.isWanted(client.home) { throw Self.isLettingIn }
            let lock = try SyncLock(client.home)
            defer { withExtendedLifetime(lock) {} }
            guard let transport = try await connect?() else { return }
            note(outside: nil)
            try await follow(over: transport)
        } catch is CancellationError {
            return
        } catch {
            guard !Task.isCancelled else { return }
            let pause = note(outside: ReportedError(error))
            try? await ContinuousClock().sleep(for: pause)
        }
    }

    private static let isLettingIn = ReportedError(
        .busy, "Another accord syncs this laptop; this one goes on after it.")

    private func follow(over transport: any Transport) async throws {
        let audits = try audits()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for audit in audits { group.addTask { try await self.keep(audit, over: transport) } }
            group.addTask { try await self.lookForOthers(than: audits, over: transport) }
            // Only the look-out ends by itself.
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    /// Keeps one audit in step; what blocks it is tried again after the longest pause.
    private func keep(_ audit: AuditID, over transport: any Transport) async throws {
        noteBeginning(of: audit)
        defer { note(isSyncing: false, audit) }
        while true {
            do {
                let live = LiveSync(
                    client, audit, over: transport, movesEvidence: true, schedule: pace.live)
                _ = try await live.run(progress: { _, _ in
                    note(isSyncing: true, audit)
                }) { run, _ in
                    note(run, of: audit)
                }
            } catch is CancellationError {
                throw CancellationError()
            } catch {
                try Task.checkCancellation()
                note(ReportedError(error), of: audit)
            }
            try await ContinuousClock().sleep(for: pace.pauseMax)
        }
    }

    /// Returns when there is an audit, here or on the server, that is not among these, or when
    /// another program waits to sync and no run is under way.
    private func lookForOthers(than audits: [AuditID], over transport: any Transport) async throws {
        let known = Set(audits)
        let clock = ContinuousClock()
        var next = clock.now
        while Set(try self.audits()) == known {
            if SyncLock.isWanted(client.home),
                !audits.contains(where: { status(of: $0).isSyncing })
            {
                return
            }
            if clock.now >= next {
                next = clock.now + (try await ask(over: transport, isAlone: audits.isEmpty))
            } else {
                try await clock.sleep(for: pace.look)
            }
        }
    }

    /// Asks the server for this person's audits; returns how long to wait before asking again.
    private func ask(over transport: any Transport, isAlone: Bool) async throws -> Duration {
        do {
            let invited = try await client.syncing.serverAudits(over: transport).map(\.audit)
            note(invited: invited)
            if isAlone { note(outside: nil) }
            if isAlone, invited.isEmpty { noteNothing() }
            return pace.ask
        } catch {
            try Task.checkCancellation()
            // An audit that is here tells of the same trouble itself.
            return isAlone ? note(outside: ReportedError(error)) : pace.pauseMax
        }
    }

    /// Syncs every audit once, for whoever does not want it in the background.
    func goOnce() async {
        do {
            let lock = try SyncLock(client.home)
            defer { withExtendedLifetime(lock) {} }
            guard let transport = try await connect?() else { return }
            note(invited: try await client.syncing.serverAudits(over: transport).map(\.audit))
            note(outside: nil)
            for audit in try audits() {
                noteBeginning(of: audit)
                note(isSyncing: true, audit)
                var run = try await client.syncing.sync(audit, over: transport)
                if run.end.letsFilesFollow {
                    run.evidence = try await client.evidence.sync(audit, over: transport)
                }
                note(run, of: audit)
            }
            noteNothing()
        } catch {
            guard !Task.isCancelled else { return }
            note(outside: ReportedError(error))
        }
    }
}
