import Reading
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
            add(.database, .trouble, ReportedError(error).message, next: HomeRuins.rebuild)
        }
    }

    private mutating func lookAtFile(_ store: ClientStore) throws {
        let faults = try store.recovery.fileFaults()
        guard let first = faults.first else { return add(.database, .ok, "no fault was found") }
        let words = "\(faults.count) faults were found, the first: \(first)"
        add(.database, .trouble, words, next: HomeRuins.rebuild)
    }

    private mutating func lookAt(_ identity: Identity, of client: AuditClient) throws {
        let me = try client.whoami()
        guard try client.isOwn(identity) else {
            let words = "this home was copied, moved or put back: it goes on as a device of its own"
            return add(.identity, .attention, words, next: "any command, such as accord status")
        }
        guard let server = identity.server else {
            let words = "\(me.personName) has joined no server"
            return add(.identity, .attention, words, next: "accord join URL CODE")
        }
        guard server.replica == me.replica.hex else {
            let words = "the server does not know this device yet"
            return add(.identity, .attention, words, next: "accord sync")
        }
        add(.identity, .ok, "\(me.personName), device \(me.replica.hex.prefix(12))")
    }

    private mutating func lookAtJournal(_ store: ClientStore) throws {
        guard let journal = store.journal else { return }
        let count = try journal.entries().count
        let orphans = try store.recovery.orphans().values.reduce(0, +)
        guard orphans == 0 else {
            let changes = counted(orphans, "change that does", plural: "changes that do")
            let file = journal.orphanFiles[0]
            return add(
                .journal, .attention,
                "\(changes) not fit the database wait beside it, first in \(file)",
                next: "accord sync --all; if that leaves any, accord rebuild --from-server")
        }
        add(.journal, .ok, count == 0 ? "empty" : "unsent changes a second time: \(count)")
    }

    /// Work that waits longer than this is likely to be forgotten.
    private static var queueAgeMax: TimeInterval { 7 * 24 * 3_600 }

    private mutating func lookAt(_ audit: AuditID, _ client: AuditClient) throws {
        let title = try client.store.plan(audit)?.title ?? String(audit.hex.prefix(12))
        try verify(audit, title, client.store)
        if let arrival = try client.store.pull.arrival(audit) {
            add(.audit, .attention, "\(title): \(arrival.words)", next: "accord sync")
        }
        let queue = try client.store.push.queue(audit)
        let unsent = try queue.count + (client.store.recovery.orphans()[audit] ?? 0)
        let waits = queue.oldest.map { now().timeIntervalSince($0) } ?? 0
        if let stopped = try client.store.pull.stopped(audit) {
            let words = "\(title): the last sync stopped: \(stopped.trouble)"
            add(.queue, .attention, words, next: "accord sync")
        }
        if let lacking = try client.store.reconcile.lackingThere(audit) {
            add(.queue, .attention, "\(title): \(lacking)", next: "accord sync")
        }
        let words = unsent == 0 ? "every change is sent" : "changes to send: \(unsent)"
        let isOld = waits > Self.queueAgeMax
        let age = isOld ? ", the oldest for \(Int(waits / 86_400)) days" : ""
        let advice = isOld ? "accord sync" : nil
        add(.queue, isOld ? .attention : .ok, "\(title): \(words)\(age)", next: advice)
        for words in try client.store.quotas(audit)?.words ?? [] {
            add(.queue, .attention, "\(title): \(words)")
        }
        let view = try client.store.plan(audit) == nil ? nil : client.view(audit)
        if let view, let gap = try client.catalogues.lackingCatalogue(of: view) {
            add(.audit, .attention, "\(title): \(ReportedError(gap).message)", next: "accord sync")
        }
        try checkFiles(audit, title, client)
        guard let view, view.role == .lead else { return }
        for record in try client.store.log.wideRecords(audit) {
            add(.audit, .attention, "\(title): \(record.fact(in: view))", next: WideRecord.advice)
        }
        for queue in try client.store.devices.queues(audit) {
            let words = "\(title): \(queue.words(in: view, at: now()))"
            add(.queue, .attention, words, next: "ask for a sync of that device")
        }
    }

    private mutating func verify(_ audit: AuditID, _ title: String, _ store: ClientStore) throws {
        let derived = try store.recovery.derivedFaults(audit)
        guard let check = try store.reconcile.verify(audit) else { return }
        if !check.brokenChains.isEmpty {
            add(.audit, .trouble, "\(title): own changes are damaged", next: HomeRuins.rebuild)
        } else if !derived.isClean {
            let count = Set(derived.wrong + derived.unreadable).count
            let words = "\(title): what is derived is wrong in \(count) records"
            add(.audit, .trouble, words, next: "accord rebuild")
        } else if check.standing.agrees == false {
            let words = "\(title): the server told another root"
            add(.audit, .trouble, words, next: "accord verify --repair")
        } else {
            let proof =
                check.standing.agrees == true
                ? "equal to the server's at the last sync" : "not compared with a server yet"
            add(.audit, .ok, "\(title): \(check.records) records are sound, \(proof)")
        }
    }

    private mutating func checkFiles(_ id: AuditID, _ title: String, _ client: AuditClient) throws {
        let toSend = try client.store.evidence.toSend(id)
        let missing = toSend.filter { client.evidence.folder.size(of: $0.hash) == nil }
        let pending = try client.store.evidence.toFetch(id).count
        guard missing.isEmpty else {
            let names = missing.map { String($0.hash.hex.prefix(12)) }.joined(separator: ", ")
            let words = "\(title): files that were to be sent are gone: \(names)"
            let next = "attach them again, or put them back from a backup"
            return add(.evidence, .trouble, words, next: next)
        }
        guard !toSend.isEmpty || pending > 0 else { return }
        let refused = try client.evidence.refused(id).prefix(3).map { "; \($0.words)" }
        let words =
            "\(title): files to send \(toSend.count), not here yet \(pending)" + refused.joined()
        add(.evidence, .attention, words, next: "accord sync")
    }
}
