import Client
import Foundation
import Reading
import Shared

/// What one audit's run did.
struct SyncedAudit {
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
    var trouble: ReportedError? {
        run.end.trouble ?? run.repair?.trouble ?? evidence.trouble ?? run.listTrouble
    }

    /// The audit as it stands now, with the names that news needs; nil where nothing came or went.
    func view(_ client: AuditClient) throws -> AuditView? {
        let moved = sent + run.counts.pulledRecords + run.news.count
        guard moved > 0, try client.store.plan(audit) != nil else { return nil }
        // Making the names once more would take a fifth of a sync.
        if run.news.isEmpty, let view = run.view { return view }
        return try client.view(audit, naming: run.news.isEmpty ? .waiting : .all)
    }

    /// - Parameter view: That of `view`, which may have made names that several components bear.
    func json(in view: AuditView?) throws -> JSON {
        [
            "sharedNames": try view?.sharedNames().map(\.json) ?? [],
            "audit": audit.hex, "title": title, "sent": sent, "carried": run.counts.importedChanges,
            "received": run.counts.pulledRecords, "requests": run.counts.requests,
            "notAccepted": notAccepted, "settled": settled, "news": run.json(ofNewsIn: view),
            "complete": trouble == nil, "trouble": trouble?.message, "evidence": evidence.json,
            "repair": run.repair?.words,
        ]
    }

    @LineBuilder func lines(in view: AuditView?) throws -> [String] {
        let name = title.isEmpty ? String(audit.hex.prefix(12)) : title
        let done = trouble == nil ? "up to date" : "not finished"
        let received = counted(run.counts.pulledRecords, "record")
        "\(name): sent \(counted(sent, "change")), received \(received), \(done)."
        if run.takenIn > 0 {
            "Took in \(counted(run.takenIn, "change")) that had lain beside the database."
        }
        let imported = run.counts.importedChanges
        if imported > 0 { "Brought \(counted(imported, "change")) of others." }
        importedTroubles.map { "The work of \($0.personName) was not taken: \($0.trouble)." }
        if let words = evidence.words { words }
        if let rekeying = run.rekeying { rekeying.words }
        if let repair = run.repair, repair.trouble == nil { repair.words }
        if notAccepted > 0 {
            "\(counted(notAccepted, "change")) not accepted: accord log --not-accepted"
        }
        if settled > 0 { "Leads adopted or discarded \(counted(settled, "change")): accord log" }
        if let view { run.news.lines(in: view) }
        for one in try view?.sharedNames() ?? [] { "\(one.words): accord conflicts" }
    }
}

extension SyncRun {
    /// What moved or went wrong while an audit is kept in step; nil when nothing did.
    func report(
        of audit: AuditID, _ title: String, _ pause: Duration?, in view: AuditView?
    ) -> Answer? {
        let sent = counts.pushedChanges
        let received = counts.pulledRecords
        let files = evidence.map { $0.sent + $0.received } ?? 0
        let isQuiet =
            sent + received + files == 0 && trouble == nil && rekeying == nil && repair == nil
            && news.isEmpty
        if isQuiet { return nil }
        return Answer([
            "audit": audit.hex, "sent": sent, "received": received, "files": files,
            "trouble": trouble?.message, "news": json(ofNewsIn: view),
            "retrySeconds": pause.map { Int($0.components.seconds) },
        ]) {
            let again = pause.map { " Trying again in \(max(1, $0.components.seconds)) s." } ?? ""
            let work = "sent \(counted(sent, "change")), received \(counted(received, "record"))"
            let moved = files > 0 ? ", moved \(counted(files, "file"))" : ""
            "\(shown(Date())) \(title): \(trouble.map { $0.message + again } ?? work + moved)"
            if let rekeying { rekeying.words }
            if let repair { repair.words }
            if let view { news.lines(in: view) }
        }
    }

    fileprivate func json(ofNewsIn view: AuditView?) -> [JSON] {
        view.map { view in news.map { $0.json(in: view) } } ?? []
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
