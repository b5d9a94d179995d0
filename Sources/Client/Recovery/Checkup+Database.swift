import Foundation
import Shared
import Storage

/// What the database holds, and whether it holds together.
extension Checkup {
    mutating func lookInto(_ client: AuditClient, _ identity: Identity?) {
        do {
            try lookAtFile(client.store)
            if let identity { try lookAt(identity, of: client) }
            try lookAtJournal(client.store)
            for audit in try client.store.audits() { try lookAt(audit, client) }
        } catch {
            add(
                .database, .trouble, ReportedError(error).message,
                next: "accord rebuild --from-server")
        }
    }

    private mutating func lookAtFile(_ store: ClientStore) throws {
        let faults = try store.recovery.fileFaults()
        guard let first = faults.first else { return add(.database, .ok, "SQLite finds no fault") }
        add(
            .database, .trouble, "SQLite finds \(faults.count) faults, the first: \(first)",
            next: "accord rebuild --from-server")
    }

    private mutating func lookAt(_ identity: Identity, of client: AuditClient) throws {
        let me = try client.whoami()
        let isOwn =
            identity.replica == me.replica && identity.fingerprint == HomeFingerprint.of(home)
        guard isOwn else {
            return add(
                .identity, .attention,
                "this home was copied, moved or put back: it goes on as a device of its own",
                next: "any command, such as accord status")
        }
        guard let server = identity.server else {
            return add(
                .identity, .attention, "\(me.personName) has joined no server",
                next: "accord join URL CODE")
        }
        guard server.replica == me.replica.hex else {
            return add(
                .identity, .attention, "the server does not know this device yet",
                next: "accord sync")
        }
        add(.identity, .ok, "\(me.personName), device \(me.replica.hex.prefix(12))")
    }

    private mutating func lookAtJournal(_ store: ClientStore) throws {
        guard let journal = store.journal else { return }
        let entries = try journal.entries()
        let orphans = try store.recovery.orphans().values.reduce(0, +)
        guard orphans == 0 else {
            let changes = orphans == 1 ? "1 change that does" : "\(orphans) changes that do"
            return add(
                .journal, .attention,
                "\(changes) not fit the database wait beside it, first in "
                    + journal.orphanFiles[0],
                next: "accord sync --all; if that leaves any, accord rebuild --from-server")
        }
        add(
            .journal, .ok,
            entries.isEmpty ? "empty" : "unsent changes a second time: \(entries.count)")
    }

    /// Work that waits longer than this is likely to be forgotten.
    private static var queueAgeMax: TimeInterval { 7 * 24 * 3_600 }

    private mutating func lookAt(_ audit: AuditID, _ client: AuditClient) throws {
        let title = try client.store.plan(audit)?.title ?? String(audit.hex.prefix(12))
        try lookAtContent(of: audit, title, client.store)
        let queue = try client.store.push.queue(audit)
        let unsent = try queue.count + (client.store.recovery.orphans()[audit] ?? 0)
        let waits = queue.oldest.map { now().timeIntervalSince($0) } ?? 0
        if let stopped = try client.store.pull.stopped(audit) {
            add(
                .queue, .attention, "\(title): the last sync stopped: \(stopped.trouble)",
                next: "accord sync")
        }
        let words =
            unsent == 0 ? "everything is sent" : "changes to send: \(unsent)"
        let isOld = waits > Self.queueAgeMax
        let age = isOld ? ", the oldest for \(Int(waits / 86_400)) days" : ""
        add(
            .queue, isOld ? .attention : .ok, "\(title): \(words)\(age)",
            next: isOld ? "accord sync" : nil)
        for words in try client.store.quotas(audit)?.words ?? [] {
            add(.queue, .attention, "\(title): \(words)")
        }
        if try client.store.plan(audit) != nil,
            let gap = try client.lackingCatalogue(of: client.view(audit))
        {
            add(.audit, .attention, "\(title): \(ReportedError(gap).message)", next: "accord sync")
        }
        try lookAtEvidence(of: audit, title, client)
        try lookAtTeam(of: audit, title, client)
    }

    /// What a lead should know of the team's devices.
    private mutating func lookAtTeam(
        of audit: AuditID, _ title: String, _ client: AuditClient
    ) throws {
        guard try client.store.plan(audit) != nil else { return }
        let view = try client.view(audit)
        guard view.role == .lead else { return }
        for record in try client.store.log.wideRecords(audit) {
            add(.audit, .attention, "\(title): \(record.fact(in: view))", next: WideRecord.advice)
        }
        for queue in try client.store.devices.queues(audit) {
            add(
                .queue, .attention, "\(title): \(queue.words(in: view, at: now()))",
                next: "ask for a sync of that device")
        }
    }

    private mutating func lookAtContent(
        of audit: AuditID, _ title: String, _ store: ClientStore
    ) throws {
        let derived = try store.recovery.derivedFaults(audit)
        guard let check = try store.reconcile.verify(audit) else { return }
        if !check.brokenChains.isEmpty {
            add(
                .audit, .trouble, "\(title): own changes are damaged",
                next: "accord rebuild --from-server")
        } else if !derived.isClean {
            let count = Set(derived.wrong + derived.unreadable).count
            add(
                .audit, .trouble, "\(title): what is derived is wrong in \(count) records",
                next: "accord rebuild")
        } else if check.standing.agrees == false {
            add(
                .audit, .trouble, "\(title): the server told another root",
                next: "accord verify --repair")
        } else {
            let proof =
                check.standing.agrees == true
                ? "equal to the server's at the last sync" : "not compared with a server yet"
            add(.audit, .ok, "\(title): \(check.records) records are sound, \(proof)")
        }
    }

    private mutating func lookAtEvidence(
        of audit: AuditID, _ title: String, _ client: AuditClient
    ) throws {
        let toSend = try client.store.evidence.toSend(audit)
        let missing = toSend.filter { client.evidence.size(of: $0.hash) == nil }
        let pending = try client.store.evidence.toFetch(audit).count
        guard missing.isEmpty else {
            return add(
                .evidence, .trouble,
                "\(title): files that were to be sent are gone: "
                    + missing.map { String($0.hash.hex.prefix(12)) }.joined(separator: ", "),
                next: "attach them again, or put them back from a backup")
        }
        guard !toSend.isEmpty || pending > 0 else { return }
        add(
            .evidence, .attention,
            "\(title): files to send \(toSend.count), not here yet \(pending)",
            next: "accord sync")
    }
}
