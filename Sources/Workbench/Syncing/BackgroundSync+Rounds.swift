import Client
import Foundation
import Shared

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
            for audit in audits {
                group.addTask { try await self.keep(audit, over: transport) }
            }
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
                    client, audit, over: transport, movesEvidence: true, pace: pace.live)
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
    private func lookForOthers(
        than audits: [AuditID], over transport: any Transport
    ) async throws {
        let known = Set(audits)
        let clock = ContinuousClock()
        var next = clock.now
        while Set(try self.audits()) == known {
            if SyncLock.isWanted(client.home),
                !audits.contains(where: { standing(of: $0).isSyncing })
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

    /// Asks the server for this person's audits.
    ///
    /// - Returns: How long to wait before asking again.
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
