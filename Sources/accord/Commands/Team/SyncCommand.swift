import ArgumentParser
import Client
import Foundation
import HTTPClient
import Shared

struct SyncCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync", abstract: "Send your work to the server and fetch the team's.",
        discussion: """
            Safe to stop and to repeat at any time. Where accord serve or accord sync --watch \
            keeps the laptop in step already, it asks that to let it in, and that goes on after \
            it. Without --audit every audit of this laptop is synced, and it is said when the \
            server has another one for you; a laptop without an audit, and --all, fetch every \
            audit that you are a member of. Findings go first, attached files after them.

            Example: accord sync
            Example: accord sync --no-evidence
            Example: accord sync --watch
            """)

    @Flag(help: "Every audit of this laptop, and those on the server that it lacks.")
    var all = false

    @Flag(
        inversion: .prefixedNo,
        help: "Send and fetch attached files too; without, they wait for another sync.")
    var evidence = true

    @Flag(help: "Go on until interrupted: send what is recorded, fetch what is new, at once.")
    var watch = false

    @OptionGroup var options: AuditOptions

    func run() async throws {
        let client = try options.openHome()
        // A watcher waits for news by design.
        let transport = MeteredTransport(
            try await client.connect(), slow: watch ? nil : Self.tellOfSlowServer)
        let lock = try await SyncLock.afterOthers(in: client.home, patience: .seconds(60)) {
            Terminal.errors.tell(
                "Another accord is syncing \(client.home.folder.path). It was asked to let this "
                    + "one in; waiting for it, at most a minute.\n")
        }
        defer { withExtendedLifetime(lock) {} }
        let audits = try await audits(client, transport)
        if watch { return try await follow(audits, client, transport, holding: lock) }
        var synced: [SyncedAudit] = []
        for audit in audits { synced.append(try await sync(audit, client, transport)) }
        // Findings of every audit before the first file.
        for index in synced.indices {
            synced[index].evidence = try await moveEvidence(synced[index], client, transport)
        }
        if options.json || synced.isEmpty {
            try options.report([
                "audits": try synced.map { try $0.json(in: $0.view(client)) }
            ]) {
                "You are not a member of any audit on the server yet."
            }
        } else {
            // Each by itself: an audit that cannot be read hides nothing of the others.
            for one in synced {
                for line in try one.lines(in: one.view(client)) { try print(line) }
            }
        }
        for one in synced { try client.store.events.markTold(one.run.news, in: one.audit) }
        let trouble = synced.compactMap(\.trouble).first
        if !all, trouble == nil { try await tellOfOthers(client, transport) }
        if let trouble { throw trouble }
    }

    private func tellOfOthers(
        _ client: AuditClient, _ transport: any Transport
    ) async throws {
        for title in try await client.syncing.otherAudits(over: transport) {
            Self.tell("The server has another audit for you: \(title). Fetch it: accord sync --all")
        }
    }

    private static func tellOfSlowServer() {
        tell("Still waiting for the server to answer. Everything is kept on this laptop.")
    }

    /// A line of its own, in place of the one that shows the progress.
    private static func tell(_ line: String) {
        Terminal.errors.progress("")
        Terminal.errors.tell("\(line)\n")
    }

    private func audits(
        _ client: AuditClient, _ transport: any Transport
    ) async throws -> [AuditID] {
        let here = try client.store.audits()
        if !all, let name = options.name(client.settings) {
            return [try client.audit(named: name)]
        }
        // A second audit that comes one day must not end the scripts that name none.
        guard all || here.isEmpty else { return here }
        let there = try await client.syncing.serverAudits(over: transport).map(\.audit)
        return here + there.filter { !here.contains($0) }
    }

    private func sync(
        _ audit: AuditID, _ client: AuditClient, _ transport: MeteredTransport
    ) async throws -> SyncedAudit {
        let before = try client.store.push.queue(audit).count
        let refused = Set(try client.store.push.notAccepted(audit).map(\.change.dot))
        let settled = try client.store.pull.resolutions(audit)
        let begun = ContinuousClock.now
        var waits = SyncWaits()
        let result = try await client.syncing.sync(audit, over: transport) { counts, next in
            if let line = waits.line(before: next) { Self.tell(line) }
            let progress = SyncProgress(
                counts: counts, waiting: before, traffic: transport.traffic,
                elapsed: ContinuousClock.now - begun)
            Terminal.errors.progress(progress.line)
        }
        Terminal.errors.progress("")
        let notAccepted = try client.store.push.notAccepted(audit)
        let resolutions = try client.store.pull.resolutions(audit)
        return SyncedAudit(
            audit: audit, title: try client.store.plan(audit)?.title ?? "", run: result,
            sent: before + result.takenIn - (try client.store.push.queue(audit).count),
            importedTroubles: try client.store.bundles.importedTroubles(audit),
            notAccepted: notAccepted.count { !refused.contains($0.change.dot) },
            settled: resolutions.count { settled[$0.key] != $0.value })
    }

    /// Files follow findings: where those cannot be sent, files wait too.
    private func moveEvidence(
        _ synced: SyncedAudit, _ client: AuditClient, _ transport: any Transport
    ) async throws -> EvidenceReport {
        guard evidence, synced.run.end.letsFilesFollow else {
            return try client.evidence.queued(synced.audit)
        }
        defer { Terminal.errors.progress("") }
        var waits = SyncWaits()
        return try await client.evidence.sync(synced.audit, over: transport) { progress in
            if let trouble = progress.trouble, let wait = progress.wait,
                let line = waits.line(of: trouble, in: wait)
            {
                Self.tell(line)
            }
            Terminal.errors.progress(progress.words)
        }
    }

    /// Keeps audits in step with the server until the program is interrupted.
    ///
    /// Whoever else wants to sync this home gets its turn at once, and this goes on after it.
    ///
    /// - Parameter lock: The home's, which this gives up and takes again.
    /// - Throws: What somebody has to see to; losing the network is none of it.
    private func follow(
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
            if !options.json { try print("Stopped. Everything that you recorded is saved.") }
        }
    }

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

/// Another program wants to sync the home.
private struct Wanted: Error {}

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
            for audit in audits { group.addTask { try await follow(audit, client, transport) } }
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
                let view = run.news.isEmpty ? nil : try client.view(audit)
                try run.report(of: audit, title, pause, in: view)?.printed(asJSON: isJSON)
                try client.store.events.markTold(run.news, in: audit)
            }
            last = trouble
        }
    }
}
