import Foundation
package import HTTPClient
package import Reading
package import Shared
import Synchronization

extension ClientSyncing {
    /// Syncs one audit to the end of what can be done now.
    ///
    /// Where the server has another history of this device than the database (there is a clone of
    /// it, or it was put back to an older state), the laptop goes on under a new replica and
    /// everything is sent under that: nobody is asked, nothing is lost.
    ///
    /// - Parameter progress: Hears after every step what was done and what comes next, also waits.
    package func sync(
        _ audit: AuditID, over transport: any Transport,
        persistence: SyncPersistence = .brief, taking held: AheadPull? = nil,
        progress: (SyncCounts, _ next: SyncAction?) -> Void = { _, _ in }
    ) async throws -> SyncRun {
        var run: SyncRun
        do {
            // What came before a crash is looked at before anything else comes.
            try client.queries.noteNews(audit)
            run = try await settledRun(audit, over: transport, taking: held) { held in
                try await attempt(audit, over: transport, persistence, held, progress)
            }
            if case .complete = run.end {
                run.listTrouble = try await refreshQuarantine(audit, over: transport)
            }
            run.view = try client.queries.noteNews(audit)
            run.news = try client.store.events.news(audit, untoldOnly: true)
        } catch {
            // A disk that is full takes no note of it either; what is thrown says it.
            try? note(ReportedError(error), of: audit)
            throw error
        }
        // Whoever stopped it knows why.
        if !Task.isCancelled { try note(run.trouble, of: audit) }
        return run
    }

    private func settledRun(
        _ audit: AuditID, over transport: any Transport, taking held: AheadPull?,
        attempt: (AheadPull?) async throws -> SyncRun
    ) async throws -> SyncRun {
        try await client.enrolRekeyed(over: transport)
        var run = try await succeedingRun(over: transport, taking: held, attempt: attempt)
        // What lay beside the database continues what has just come.
        if run.end.letsFilesFollow {
            let count = try store.recovery.takeInOrphans(of: audit, at: now)
            if count > 0 {
                let rest = try await succeedingRun(over: transport, taking: nil, attempt: attempt)
                run = SyncRun(
                    end: rest.end, counts: run.counts + rest.counts,
                    rekeying: rest.rekeying ?? run.rekeying, takenIn: count)
            }
        }
        return try await repaired(run, of: audit, over: transport) { try await attempt(nil) }
    }

    private func succeedingRun(
        over transport: any Transport, taking held: AheadPull?,
        attempt: (AheadPull?) async throws -> SyncRun
    ) async throws -> SyncRun {
        var run = try await attempt(held)
        // Each may come to light behind the other: a clone, a backup of this laptop, the server's.
        for _ in 0..<Self.rekeysMax {
            guard case .blocked(let block) = run.end, let reason = block.rekeying else { break }
            try client.rekey(after: try client.identity(), because: reason, at: now)
            try await client.enrolRekeyed(over: transport)
            run = try await attempt(nil)
            run.rekeying = reason
        }
        return run
    }

    private static let rekeysMax = 4

    /// Mends an audit that has another root than the server told.
    ///
    /// Own changes stay byte for byte: what is composed is composed from them, and what was pulled
    /// is replaced by what the server sends. Only once in a program's life, so that a difference
    /// that stays costs one full pull and not one after the other.
    private func repaired(
        _ run: SyncRun, of audit: AuditID, over transport: any Transport,
        attempt: () async throws -> SyncRun
    ) async throws -> SyncRun {
        guard case .complete = run.end, try store.pull.standing(audit)?.agrees == false
        else { return run }
        guard client.repaired.withLock({ $0.insert(audit).inserted }) else {
            var result = run
            result.repair = .failed
            return result
        }
        let rebuilding = try store.recovery.rebuild(audit)
        var result = run
        if try store.pull.standing(audit)?.agrees == true {
            result.repair = .composed(records: rebuilding.wrong.count)
            return result
        }
        try store.pull.forgetCursor(audit)
        let again = try await attempt()
        if try store.pull.standing(audit)?.agrees == false {
            // A server that does not answer leaves all as it is.
            try? await dropUncounted(of: audit, over: transport)
        }
        let agrees = try store.pull.standing(audit)?.agrees
        return SyncRun(
            end: again.end, counts: run.counts + again.counts, rekeying: run.rekeying,
            takenIn: run.takenIn, repair: agrees == false ? .failed : .pulled)
    }

    /// Lets go of records that were pulled once and that the server does not have, if the root is
    /// the checkpoint's without them.
    private func dropUncounted(of audit: AuditID, over transport: any Transport) async throws {
        let comparison = try await client.checks.compare(audit, over: transport)
        guard !comparison.missing.isEmpty else { return }
        try store.recovery.drop(comparison.missing, of: audit)
    }

    private func attempt(
        _ audit: AuditID, over transport: any Transport, _ persistence: SyncPersistence,
        _ held: AheadPull?, _ progress: (SyncCounts, SyncAction?) -> Void
    ) async throws -> SyncRun {
        var session = SyncSession(
            audit: audit, store: store, transport: transport,
            machine: SyncMachine(persistence: persistence), now: { [self] in now },
            pause: { try await ContinuousClock().sleep(for: $0) },
            generator: SystemRandomNumberGenerator(), asksAhead: .beside, taking: held)
        var exchanged: CataloguePin?
        var goesOn = true
        while goesOn {
            goesOn = try await session.step()
            if goesOn { progress(session.machine.counts, session.nextAction) }
            // The catalogue goes and comes ahead of findings, as soon as it is known which; in the
            // end once more, where a lead has pinned another one meanwhile.
            guard session.hasBeenAnswered, exchanged == nil || !goesOn,
                let pin = try store.plan(audit)?.pin, pin != exchanged
            else { continue }
            exchanged = pin
            try await exchangeCatalogue(pin, of: audit, over: transport)
        }
        guard let end = session.end else { preconditionFailure("A run that is over has an end.") }
        return SyncRun(end: end, counts: session.machine.counts)
    }

    /// Remembers for `status` when a failed sync is tried again.
    func noteNextAttempt(in pause: Duration, of audit: AuditID) throws {
        guard var stopped = try store.pull.stopped(audit) else { return }
        stopped.next = now + TimeInterval(pause / .seconds(1))
        try store.pull.note(stopped, of: audit)
    }

    private func note(_ trouble: ReportedError?, of audit: AuditID) throws {
        let stopped = trouble.map { StoppedSync(at: now, trouble: $0.message, next: nil) }
        try store.pull.note(stopped, of: audit)
    }
}

/// What syncing one audit came to.
package struct SyncRun: Sendable {
    package let end: SyncEnd
    package let counts: SyncCounts
    /// Why the laptop goes on as a device of its own since then; nil when it does not.
    package var rekeying: RekeyReason?
    /// How many changes that had lain beside the database were taken in.
    package var takenIn = 0
    /// What had to be mended here; nil when laptop and server agreed.
    package var repair: Repair?
    /// What others did with this person's work and no sync has told her yet.
    ///
    /// Whoever tells her says so by `EventStore.markTold`.
    package var news: [WorkEvent] = []
    /// The audit as news was looked for in it last; nil where nothing had come.
    package var view: AuditView?
    /// What became of attached files after it; nil where none were moved.
    package var evidence: EvidenceReport?
    /// Why the newest list of what is set aside for the leads did not come; nil when it is here.
    package var listTrouble: ReportedError?
    /// Why not everything was done, that of findings before that of files; nil when it was.
    package var trouble: ReportedError? {
        end.trouble ?? repair?.trouble ?? evidence?.trouble ?? listTrouble
    }
}

/// How a laptop came to hold again what the server holds.
package enum Repair: Hashable, Sendable {
    /// What is derived was wrong in so many records; it was composed anew.
    case composed(records: Int)
    /// Records as pulled were damaged; everything was pulled again.
    case pulled
    /// Everything was pulled again, and the two still differ: a bug of Accord.
    case failed

    /// Why the laptop is not known to hold what the server holds; nil once it does.
    package var trouble: ReportedError? {
        switch self {
        case .composed, .pulled: nil
        case .failed:
            ReportedError(
                .bug,
                "This laptop still differs from the server after everything was fetched again. "
                    + "Your own changes are safe; please report it with: accord verify --online "
                    + "--json")
        }
    }
}

extension SyncBlock {
    /// Why only a new replica helps; nil where something else has to be done.
    fileprivate var rekeying: RekeyReason? {
        switch self {
        case .forked: .forked
        case .rolledBack: .rolledBack
        case .epochEnded: .serverRestored
        case .refused, .refusedOnTheWay, .serverRestored: nil
        }
    }
}
