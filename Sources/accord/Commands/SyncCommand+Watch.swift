import Client
import Foundation
import Shared

extension SyncCommand {
    /// Keeps audits in step with the server until the program is interrupted.
    ///
    /// Whoever else wants to sync this home gets its turn at once, and this goes on after it.
    ///
    /// - Parameter lock: The home's, which this gives up and takes again.
    /// - Throws: What somebody has to see to; losing the network is none of it.
    func follow(
        _ audits: [AuditID], _ client: AuditClient, _ transport: any Transport,
        holding lock: SyncLock
    ) async throws {
        let diary = WatchDiary(isJSON: options.json, movesEvidence: evidence)
        let work = Task {
            var held = lock
            while true {
                do {
                    return try await diary.follow(audits, client, transport)
                } catch is Wanted {
                    held.release()
                    held = try await Self.lockAfterOthers(client.home)
                }
            }
        }
        let interruptions = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler { work.cancel() }
            source.activate()
            return source
        }
        defer { interruptions.forEach { $0.cancel() } }
        do {
            if let block = try await work.value { throw ReportedError(block) }
        } catch is CancellationError {
            Terminal.errors.progress("")
            if !options.json { print("Stopped. Everything that you recorded is saved.") }
        }
    }
}

/// Another program wants to sync the home.
private struct Wanted: Error {}

extension SyncCommand {
    /// How often a watcher looks whether it is wanted, or may go on.
    fileprivate static let look = Duration.milliseconds(200)

    /// Takes the lock again once nobody else has it or waits for it.
    private static func lockAfterOthers(_ home: ClientHome) async throws -> SyncLock {
        while true {
            if !SyncLock.isWanted(home), let lock = try? SyncLock(home) { return lock }
            try await ContinuousClock().sleep(for: look)
        }
    }
}

/// Says what happens while a laptop is kept in step, a line each time that something moved.
private struct WatchDiary {
    let isJSON: Bool
    let movesEvidence: Bool

    /// Follows audits until somebody has to do something about the last of them.
    ///
    /// - Throws: `Wanted` when another program waits for the home.
    func follow(
        _ audits: [AuditID], _ client: AuditClient, _ transport: any Transport
    ) async throws -> SyncBlock? {
        try await withThrowingTaskGroup(of: SyncBlock?.self) { group in
            for audit in audits {
                group.addTask { try await follow(audit, client, transport) }
            }
            group.addTask {
                while !SyncLock.isWanted(client.home) {
                    try await ContinuousClock().sleep(for: SyncCommand.look)
                }
                throw Wanted()
            }
            defer { group.cancelAll() }
            // What blocks one audit is said while the others go on; it ends the last of them.
            var block: SyncBlock?
            for _ in audits { block = try await group.next() ?? nil }
            return block
        }
    }

    func follow(
        _ audit: AuditID, _ client: AuditClient, _ transport: any Transport
    ) async throws -> SyncBlock {
        let title = try client.store.plan(audit)?.title ?? ""
        var last: String?
        var waits = SyncWaits()
        return try await LiveSync(
            client, audit, over: transport, movesEvidence: movesEvidence
        ).run { _, next in
            if let line = waits.line(before: next) { Terminal.errors.tell("\(line)\n") }
        } tell: { run, pause in
            if run.trouble == nil { waits = SyncWaits() }
            // A trouble that lasts is told once; `accord status` knows when the next attempt is.
            let trouble = run.trouble?.message
            if trouble == nil || trouble != last {
                try tell(run, pause, of: audit, title, client)
                try client.store.events.markTold(run.news, in: audit)
            }
            last = trouble
        }
    }

    private func tell(
        _ run: SyncRun, _ pause: Duration?, of audit: AuditID, _ title: String,
        _ client: AuditClient
    ) throws {
        let (sent, received) = (run.counts.pushedChanges, run.counts.pulledRecords)
        let files = run.evidence.map { $0.sent + $0.received } ?? 0
        let isQuiet =
            sent + received + files == 0 && run.trouble == nil && run.succession == nil
            && run.repair == nil && run.news.isEmpty
        guard !isQuiet else { return }
        let view = run.news.isEmpty ? nil : try client.view(audit)
        let news = view.map { view in run.news.map { (one: $0, view: view) } } ?? []
        if isJSON {
            return try ([
                "audit": audit.hex, "sent": sent, "received": received, "files": files,
                "trouble": run.trouble?.message, "news": news.map { $0.one.json(in: $0.view) },
                "retrySeconds": pause.map { Int($0.components.seconds) },
            ] as JSON).printed()
        }
        var text = "\(shown(Date())) \(title): "
        if let trouble = run.trouble {
            let again = pause.map { " Trying again in \(max(1, $0.components.seconds)) s." } ?? ""
            text += trouble.message + again
        } else {
            text += "sent \(counted(sent, "change")), received \(counted(received, "record"))"
            if files > 0 { text += ", moved \(counted(files, "file"))" }
        }
        print(text)
        if let succession = run.succession { print(succession.words) }
        if let repair = run.repair { print(repair.words) }
        for (one, view) in news { print(one.words(in: view)) }
    }
}
