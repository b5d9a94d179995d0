import ArgumentParser
import Client
import Foundation
import Shared

struct SyncCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "Send your work to the server and fetch the team's.",
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
        Terminal.errors.progress("")
        Terminal.errors.tell(
            "Still waiting for the server to answer. Everything is kept on this laptop.\n")
    }

    private func audits(
        _ client: AuditClient, _ transport: any Transport
    ) async throws -> [AuditID] {
        let here = try client.store.audits()
        let name = options.name(client.settings)
        guard all || (here.isEmpty && name == nil) else {
            return [try client.audit(named: name)]
        }
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
            if let line = waits.line(before: next) {
                Terminal.errors.progress("")
                Terminal.errors.tell("\(line)\n")
            }
            let progress = SyncProgress(
                counts: counts, waiting: before, traffic: transport.traffic,
                elapsed: ContinuousClock.now - begun)
            Terminal.errors.progress(progress.line)
        }
        Terminal.errors.progress("")
        return SyncReport(
            audit: audit, title: try client.store.plan(audit)?.title ?? "", run: result,
            sent: before + result.takenIn - (try client.store.push.queue(audit).count),
            importedTroubles: try client.store.bundles.importedTroubles(audit),
            notAccepted: try client.store.push.notAccepted(audit).count {
                !refused.contains($0.change.dot)
            },
            settled: try client.store.pull.leadVerdicts(audit).count {
                settled[$0.key] != $0.value
            })
    }

    /// Files follow findings: where those cannot be sent, files wait too.
    private func moveEvidence(
        _ report: SyncReport, _ client: AuditClient, _ transport: any Transport
    ) async throws -> EvidenceReport {
        guard evidence, report.run.end.letsFilesFollow else {
            return try client.evidence.waiting(report.audit)
        }
        defer { Terminal.errors.progress("") }
        var waits = SyncWaits()
        return try await client.evidence.sync(report.audit, over: transport) { progress in
            if let trouble = progress.trouble, let wait = progress.wait,
                let line = waits.line(of: trouble, in: wait)
            {
                Terminal.errors.progress("")
                Terminal.errors.tell("\(line)\n")
            }
            Terminal.errors.progress(progress.words)
        }
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
        if run.takenIn > 0 {
            let changes = counted(run.takenIn, "change")
            printLine("Took in \(changes) that had lain beside the database.")
        }
        let imported = run.counts.importedChanges
        if imported > 0 { printLine("Brought \(counted(imported, "change")) of others.") }
        for one in importedTroubles {
            printLine("The work of \(one.personName) was not taken: \(one.trouble).")
        }
        if let words = evidence.words { printLine(words) }
        if let succession = run.succession { printLine(succession.words) }
        if let repair = run.repair { printLine(repair.words) }
        if notAccepted > 0 {
            printLine("\(counted(notAccepted, "change")) not accepted: accord log --not-accepted")
        }
        if settled > 0 {
            printLine("Leads adopted or discarded \(counted(settled, "change")): accord log")
        }
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
