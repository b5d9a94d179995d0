import ArgumentParser
import Client
import Foundation
import Reading
import Shared

struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Say what is saved, what is sent, and what waits for you.",
        discussion: """
            What others did with your work is listed until you say with --seen that you have \
            looked at it.

            Example: accord status
            """)

    @Flag(help: "You have seen what others did with your work: do not list it again.")
    var seen = false

    @OptionGroup var options: GlobalOptions

    func run() throws {
        let client = try options.open()
        let me = try client.whoami()
        let identity = try? client.identity()
        let server = identity?.server?.address
        let overviews = try client.store.audits().map { try client.queries.overview(of: $0) }
        let views = try overviews.map { try client.view($0.audit) }
        let strays = try client.store.recovery.orphans()
        // What could not be noted is listed again the next time.
        defer {
            for one in overviews where seen {
                try? client.store.events.markSeen(one.news, in: one.audit)
            }
        }
        try options.answer([
            "home": client.home.folder.path, "server": server, "person": me.person.hex,
            "name": me.personName, "fingerprint": identity?.keyFingerprint,
            "orphans": strays.values.reduce(0, +),
            "audits": zip(overviews, views).map { $0.json(in: $1) },
        ]) {
            print("\(me.personName), \(server.map { "joined \($0)" } ?? "not joined to a server")")
            if let identity { print("This device's fingerprint: \(identity.keyFingerprint)") }
            if overviews.isEmpty { print("No audit yet. Next: accord audit new, or accord sync") }
            for (overview, view) in zip(overviews, views) { overview.print(in: view) }
            let unknown = strays.filter { stray in !overviews.contains { $0.audit == stray.key } }
            if !unknown.isEmpty {
                let count = unknown.values.reduce(0, +)
                print(
                    "\n\(counted(count, "change")) to send of an audit that this database, which "
                        + "was put back, does not know: accord sync --all")
            }
        }
    }
}

extension AuditOverview {
    fileprivate func json(in view: AuditView) -> JSON {
        [
            "audit": audit.hex, "title": title, "role": role?.rawValue, "components": components,
            "states": states, "conflicts": conflicts.map(\.name), "versions": versions,
            "contestedWithdrawals": contested.map(\.place),
            "contestedPlan": contestedPlan.map { $0.json(in: view) },
            "news": news.map { $0.json(in: view) }, "queues": queues.map { $0.json(in: view) },
            "wide": wide.map { $0.json(in: view) }, "hasCatalogue": lacking == nil,
            "unsent": unsent, "orphans": orphans, "oldestUnsent": oldestUnsent, "carried": imported,
            "notAccepted": notAccepted, "apart": apart.map(\.json), "onServer": standing.isOnServer,
            "quota": quotas.map { ["log": $0.log.percent, "evidence": $0.evidence.percent] },
            "evidence": ["toSend": evidenceToSend, "pending": evidencePending.count] as JSON,
            "lastSync": standing.checkpointAt, "lastTrouble": stopped?.trouble,
            "lastTroubleAt": stopped?.at, "nextAttempt": stopped?.next, "root": standing.root.hex,
            "overruled": overruled.map { one in
                [
                    "state": one.state, "criterion": one.criterion, "own": one.own.words,
                    "decision": one.decision.judgement.words, "reason": one.decision.reason.string,
                ] as JSON
            },
        ]
    }

    fileprivate func print(in view: AuditView) {
        let you = role.map { ", you are \($0.rawValue)" } ?? ""
        printLine("\n\(Terminal.output.styled(title, .bold))\(you)")
        let work = "\(counted(components, "component")), \(counted(states, "component state"))"
        printLine("  \(work) begun")
        printLine("  \(sending)")
        if orphans > 0 {
            warn(
                "of these \(orphans) \(orphans == 1 ? "waits" : "wait") beside the database, "
                    + "which was put back; to send: accord sync")
        }
        if let stopped {
            let next = stopped.next.map { ", next attempt \(shown($0))" } ?? ""
            warn("the last sync stopped \(shown(stopped.at))\(next): \(stopped.trouble)")
        }
        if let lacking { warn(ReportedError(lacking).message) }
        for words in quotas?.words ?? [] { warn(words) }
        tell(notAccepted, "change", "not accepted: accord log --not-accepted")
        tell(imported, "change", "of others carried, not confirmed by the server yet")
        for chain in apart { warn(chain.words) }
        tell(evidenceToSend, "file", "of evidence to send: accord sync")
        tell(evidencePending.count, "file", "of evidence pending: accord evidence list --pending")
        tell(versions, "text", "with several versions")
        // What was decided against her is listed below with both verdicts.
        for one in news where one.kind != .overruled { warn(one.words(in: view)) }
        if !news.isEmpty { printLine("  when you have looked at it: accord status --seen") }
        for queue in queues { printLine("  \(queue.words(in: view, at: Date()))") }
        for record in wide { printLine("  \(record.words(in: view))") }
        for register in contestedPlan { warn("to choose in the plan: \(register.line(in: view))") }
        for withdrawal in contested { warn("withdrawal to decide: \(withdrawal.place)") }
        for item in conflicts where !item.disputed.isEmpty { warn("conflict: \(item.name)") }
        for one in overruled {
            printLine(
                "  decided against you: \(one.criterion) on \(one.state): "
                    + "\(one.decision.judgement.words), because: \(one.decision.reason.string)")
        }
    }

    /// Nothing where there is none.
    private func tell(_ count: Int, _ noun: String, _ words: String) {
        if count > 0 { printLine("  \(counted(count, noun)) \(words)") }
    }

    private func warn(_ words: String) { printLine(Terminal.output.styled("  \(words)", .yellow)) }

    private var sending: String {
        let last = standing.checkpointAt.map { "last sync \(shown($0))" } ?? "never synced"
        guard unsent > 0 else { return "everything is sent; \(last)" }
        let oldest = oldestUnsent.map { ", the oldest of \(shown($0))" } ?? ""
        return "\(counted(unsent, "change")) to send\(oldest); \(last)"
    }
}
