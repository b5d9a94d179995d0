import Foundation
package import HTTPClient
package import Shared

/// Keeps one audit in step with its server until it is cancelled.
///
/// A run of syncing as any other, again and again. Between two runs the server holds a pull until
/// there is news, and the next run takes over its answer; work that is recorded meanwhile, by
/// whichever program, ends the wait and is sent at once. After a failure it tries again by itself,
/// later each time. No run begins while another program waits for the home: in a busy team there is
/// always news, and it would wait for ever.
package struct LiveSync {
    private let client: AuditClient
    private let audit: AuditID
    private let transport: any Transport
    private let movesEvidence: Bool
    private let schedule: Schedule

    /// How it waits.
    package struct Schedule: Sendable {
        package var hold = Duration.seconds(25)
        /// How often it looks for work of its own while it waits.
        package var look = Duration.milliseconds(250)
        package var persistence = SyncPersistence(attemptsMax: .max)

        package init() {}
    }

    package init(
        _ client: AuditClient, _ audit: AuditID, over transport: any Transport,
        movesEvidence: Bool, schedule: Schedule = Schedule()
    ) {
        self.client = client
        self.audit = audit
        self.transport = transport
        self.movesEvidence = movesEvidence
        self.schedule = schedule
    }

    /// Runs until the task is cancelled, or until somebody has to do something.
    ///
    /// - Parameter tell: Hears of each run, and after one that failed how long it is to the next.
    /// - Throws: `CancellationError`, `StorageError`; what is recorded is safe in every case.
    package func run(
        progress: (SyncCounts, _ next: SyncAction?) -> Void = { _, _ in },
        tell: (SyncRun, _ pause: Duration?) throws -> Void
    ) async throws -> SyncBlock {
        var generator = SystemRandomNumberGenerator()
        var held: AheadPull?
        var failures = 0
        while true {
            while SyncLock.isWanted(client.home) {
                try await ContinuousClock().sleep(for: schedule.look)
            }
            var run = try await client.syncing.sync(
                audit, over: transport, taking: held, progress: progress)
            try Task.checkCancellation()
            held = nil
            if movesEvidence, run.end.letsFilesFollow {
                run.evidence = try await client.evidence.sync(audit, over: transport)
            }
            switch run.end {
            case .complete:
                failures = 0
                try tell(run, nil)
                held = try await hold()
            case .blocked(let block) where !block.isOfTheWay && block.roomPause == nil:
                try tell(run, nil)
                return block
            case .blocked, .failed:
                failures += 1
                let told = run.end.secondsTold
                let pause =
                    run.end.roomPause
                    ?? schedule.persistence.pause(after: failures, told: told, using: &generator)
                try client.syncing.noteNextAttempt(in: pause, of: audit)
                try tell(run, pause)
                try await ContinuousClock().sleep(for: pause)
            }
        }
    }

    /// Waits for a pull's answer, or for work of its own; nil when there is something to send.
    private func hold() async throws -> AheadPull? {
        var start = try PullStart(of: audit, in: client.store, at: client.now)
        start.hold = schedule.hold
        let held = AheadPull(
            audit, from: start, countMax: Limits.standard.pullRecordsMax,
            replica: try client.whoami().replica, by: ServerCalls(transport: transport))
        let isAnswered = try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                await withTaskCancellationHandler {
                    await held.call.finish()
                } onCancel: {
                    held.call.cancel()
                }
                return true
            }
            group.addTask {
                while try client.store.push.queue(audit).count == 0 {
                    try await ContinuousClock().sleep(for: schedule.look)
                }
                return false
            }
            defer { group.cancelAll() }
            return try await group.next() ?? false
        }
        return isAnswered ? held : nil
    }
}
