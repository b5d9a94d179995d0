import ArgumentParser
import Client
import Foundation
import HTTPClient
import Reading
import Shared

struct SyncCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync", abstract: "Send your work to the server and fetch the team's.",
        discussion: """
            Safe to stop and to repeat at any time. Where accord serve or accord sync --watch \
            keeps the laptop in step already, it asks that to let it in, and that goes on after \
            it. A laptop without an audit, and --all, fetch every audit that you are a member of. \
            Findings go first, attached files after them.

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
        let client = try options.global.open()
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
        var reports: [SyncReport] = []
        for audit in audits { reports.append(try await sync(audit, client, transport)) }
        // Findings of every audit before the first file.
        for index in reports.indices {
            reports[index].evidence = try await moveEvidence(reports[index], client, transport)
        }
        try options.answer(["audits": try reports.map { $0.json(in: try $0.view(client)) }]) {
            if reports.isEmpty { print("You are not a member of any audit on the server yet.") }
            for report in reports { report.print(in: try report.view(client)) }
        }
        for report in reports {
            try client.store.events.markTold(report.run.news, in: report.audit)
        }
        if let trouble = reports.compactMap(\.trouble).first { throw trouble }
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
        let name = options.name(client.settings)
        guard all || (here.isEmpty && name == nil) else { return [try client.audit(named: name)] }
        let there = try await client.syncing.serverAudits(over: transport).map(\.audit)
        return here + there.filter { !here.contains($0) }
    }

    private func sync(
        _ audit: AuditID, _ client: AuditClient, _ transport: MeteredTransport
    ) async throws -> SyncReport {
        let before = try client.store.push.queue(audit).count
        let refused = Set(try client.store.push.notAccepted(audit).map(\.change.dot))
        let settled = try client.store.pull.leadVerdicts(audit)
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
        let verdicts = try client.store.pull.leadVerdicts(audit)
        return SyncReport(
            audit: audit, title: try client.store.plan(audit)?.title ?? "", run: result,
            sent: before + result.takenIn - (try client.store.push.queue(audit).count),
            importedTroubles: try client.store.bundles.importedTroubles(audit),
            notAccepted: notAccepted.count { !refused.contains($0.change.dot) },
            settled: verdicts.count { settled[$0.key] != $0.value })
    }

    /// Files follow findings: where those cannot be sent, files wait too.
    private func moveEvidence(
        _ report: SyncReport, _ client: AuditClient, _ transport: any Transport
    ) async throws -> EvidenceReport {
        guard evidence, report.run.end.letsFilesFollow else {
            return try client.evidence.queued(report.audit)
        }
        defer { Terminal.errors.progress("") }
        var waits = SyncWaits()
        return try await client.evidence.sync(report.audit, over: transport) { progress in
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
            if !options.json { print("Stopped. Everything that you recorded is saved.") }
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
            let line: JSON = [
                "audit": audit.hex, "sent": sent, "received": received, "files": files,
                "trouble": run.trouble?.message, "news": news.map { $0.one.json(in: $0.view) },
                "retrySeconds": pause.map { Int($0.components.seconds) },
            ]
            return try line.printed()
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

/// What one audit's run did.
private struct SyncReport {
    let audit: AuditID
    let title: String
    let run: SyncRun
    let sent: Int
    /// Whose work the server did not take, and why.
    let importedTroubles: [(personName: String, trouble: String)]
    /// Changes that the server set aside or refused in this run.
    let notAccepted: Int
    /// Own changes that had been set aside, and that a lead has settled, as this run heard.
    let settled: Int
    var evidence = EvidenceReport()

    /// Why not everything was done; that of findings before that of files.
    var trouble: ReportedError? { run.end.trouble ?? evidence.trouble }

    /// The audit as it stands now; nil where nothing of it came.
    func view(_ client: AuditClient) throws -> AuditView? {
        try client.store.plan(audit) == nil ? nil : client.view(audit)
    }

    func json(in view: AuditView?) -> JSON {
        [
            "audit": audit.hex, "title": title, "sent": sent, "carried": run.counts.importedChanges,
            "received": run.counts.pulledRecords, "requests": run.counts.requests,
            "notAccepted": notAccepted, "settled": settled,
            "news": view.map { view in run.news.map { $0.json(in: view) } } ?? [],
            "complete": trouble == nil, "trouble": trouble?.message, "evidence": evidence.json,
            "repair": run.repair?.words,
        ]
    }

    func print(in view: AuditView?) {
        let name = title.isEmpty ? String(audit.hex.prefix(12)) : title
        let done = trouble == nil ? "up to date" : "not finished"
        let received = counted(run.counts.pulledRecords, "record")
        printLine("\(name): sent \(counted(sent, "change")), received \(received), \(done).")
        let taken = counted(run.takenIn, "change")
        if run.takenIn > 0 { printLine("Took in \(taken) that had lain beside the database.") }
        let imported = run.counts.importedChanges
        if imported > 0 { printLine("Brought \(counted(imported, "change")) of others.") }
        for one in importedTroubles {
            printLine("The work of \(one.personName) was not taken: \(one.trouble).")
        }
        if let words = evidence.words { printLine(words) }
        if let succession = run.succession { printLine(succession.words) }
        if let repair = run.repair { printLine(repair.words) }
        let refused = counted(notAccepted, "change")
        if notAccepted > 0 { printLine("\(refused) not accepted: accord log --not-accepted") }
        let changes = counted(settled, "change")
        if settled > 0 { printLine("Leads adopted or discarded \(changes): accord log") }
        guard let view else { return }
        for one in run.news { printLine(one.words(in: view)) }
    }
}

extension EvidenceReport {
    fileprivate var json: JSON {
        ["sent": sent, "received": received, "toSend": toSend, "pending": toFetch]
    }

    /// Nil where there is nothing to tell.
    fileprivate var words: String? {
        let parts = [
            (sent, "sent"), (received, "received"), (toSend, "to send"), (toFetch, "pending"),
        ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        return parts.isEmpty ? nil : "Evidence: \(parts.joined(separator: ", "))."
    }
}
