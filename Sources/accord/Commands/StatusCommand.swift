import ArgumentParser
import Client
import Foundation
import Shared

/// Says where things stand.
struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Say what is saved, what is sent, and what waits for you.",
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
        let server = (try? client.identity())?.server?.address
        let overviews = try client.store.audits().map { try client.overview(of: $0) }
        let views = try overviews.map { try client.view($0.audit) }
        let strays = try client.store.recovery.orphans()
        defer { if seen { for one in overviews { one.markSeen(by: client) } } }
        if options.json {
            return try JSON.object([
                "home": .string(client.home.folder.path), "server": JSON(server),
                "person": .string(me.person.hex), "name": .string(me.personName),
                "fingerprint": JSON((try? client.identity())?.keyFingerprint),
                "orphans": JSON(strays.values.reduce(0, +)),
                "audits": .array(zip(overviews, views).map { $0.json(in: $1) }),
            ]).printed()
        }
        print("\(me.personName), \(server.map { "joined \($0)" } ?? "not joined to a server")")
        if let identity = try? client.identity() {
            print("This device's fingerprint: \(identity.keyFingerprint)")
        }
        if overviews.isEmpty { print("No audit yet. Next: accord audit new, or accord sync") }
        for (overview, view) in zip(overviews, views) { overview.print(in: view) }
        let unknown = strays.filter { stray in !overviews.contains { $0.audit == stray.key } }
        if !unknown.isEmpty {
            let count = unknown.values.reduce(0, +)
            print(
                "\n\(counted(count, "change")) to send of an audit that this database, which was "
                    + "put back, does not know: accord sync --all")
        }
    }
}

extension AuditOverview {
    fileprivate func json(in view: AuditView) -> JSON {
        .object([
            "audit": .string(audit.hex), "title": .string(title), "role": JSON(role?.rawValue),
            "components": JSON(components), "states": JSON(states),
            "conflicts": JSON(conflicts.map(\.name)), "versions": JSON(versions),
            "contestedWithdrawals": JSON(contested.map(\.place)),
            "contestedPlan": .array(contestedPlan.map { $0.json(in: view) }),
            "news": .array(news.map { $0.json(in: view) }),
            "queues": .array(queues.map { $0.json(in: view) }),
            "wide": .array(wide.map { $0.json(in: view) }),
            "hasCatalogue": .bool(lacking == nil),
            "unsent": JSON(unsent), "orphans": JSON(orphans), "oldestUnsent": JSON(oldestUnsent),
            "carried": JSON(imported), "notAccepted": JSON(notAccepted),
            "apart": .array(apart.map(\.json)),
            "onServer": .bool(standing.isOnServer),
            "quota": quotas.map {
                .object(["log": JSON($0.log.percent), "evidence": JSON($0.evidence.percent)])
            } ?? .null,
            "evidence": .object([
                "toSend": JSON(evidenceToSend), "pending": JSON(evidencePending.count),
            ]),
            "lastSync": JSON(standing.checkpointAt), "lastTrouble": JSON(stopped?.trouble),
            "lastTroubleAt": JSON(stopped?.at), "nextAttempt": JSON(stopped?.next),
            "root": .string(standing.root.hex),
            "overruled": .array(
                overruled.map { one in
                    .object([
                        "state": .string(one.state), "criterion": .string(one.criterion),
                        "own": .string(one.own.words),
                        "decision": .string(one.decision.judgement.words),
                        "reason": .string(one.decision.reason.string),
                    ])
                }),
        ])
    }

    fileprivate func print(in view: AuditView) {
        let you = role.map { ", you are \($0.rawValue)" } ?? ""
        printLine("\n\(Terminal.output.styled(title, .bold))\(you)")
        printLine(
            "  \(counted(components, "component")), "
                + "\(counted(states, "component state")) begun")
        printLine("  \(sending)")
        if orphans > 0 {
            let line =
                "  of these \(orphans) \(orphans == 1 ? "waits" : "wait") beside the database, "
                + "which was put back; to send: accord sync"
            printLine(Terminal.output.styled(line, .yellow))
        }
        if let stopped {
            let next = stopped.next.map { ", next attempt \(shown($0))" } ?? ""
            let line = "  the last sync stopped \(shown(stopped.at))\(next): \(stopped.trouble)"
            printLine(Terminal.output.styled(line, .yellow))
        }
        if let lacking {
            printLine(Terminal.output.styled("  \(ReportedError(lacking).message)", .yellow))
        }
        for words in quotas?.words ?? [] {
            printLine(Terminal.output.styled("  \(words)", .yellow))
        }
        if notAccepted > 0 {
            printLine(
                "  \(counted(notAccepted, "change")) not accepted: accord log --not-accepted")
        }
        if imported > 0 {
            let changes = counted(imported, "change")
            printLine("  \(changes) of others carried, not confirmed by the server yet")
        }
        for chain in apart { printLine(Terminal.output.styled("  \(chain.words)", .yellow)) }
        if evidenceToSend > 0 {
            printLine("  \(counted(evidenceToSend, "file")) of evidence to send: accord sync")
        }
        if !evidencePending.isEmpty {
            printLine(
                "  \(counted(evidencePending.count, "file")) of evidence pending: "
                    + "accord evidence list --pending")
        }
        if versions > 0 { printLine("  \(counted(versions, "text")) with several versions") }
        printNews(in: view)
        for register in contestedPlan {
            let line = "  to choose in the plan: \(register.line(in: view))"
            printLine(Terminal.output.styled(line, .yellow))
        }
        for withdrawal in contested {
            printLine(
                Terminal.output.styled("  withdrawal to decide: \(withdrawal.place)", .yellow))
        }
        for item in conflicts where !item.disputed.isEmpty {
            printLine(Terminal.output.styled("  conflict: \(item.name)", .yellow))
        }
        for one in overruled {
            printLine(
                "  decided against you: \(one.criterion) on \(one.state): "
                    + "\(one.decision.judgement.words), because: \(one.decision.reason.string)")
        }
    }

    /// What others did with one's own work, and what leads are told of devices and records.
    private func printNews(in view: AuditView) {
        // What was decided against her is listed below with both verdicts.
        for one in news where one.kind != .overruled {
            printLine(Terminal.output.styled("  \(one.words(in: view))", .yellow))
        }
        if !news.isEmpty { printLine("  when you have looked at it: accord status --seen") }
        for queue in queues { printLine("  \(queue.words(in: view, at: Date()))") }
        for record in wide { printLine("  \(record.words(in: view))") }
    }

    /// What could not be noted is listed again the next time.
    fileprivate func markSeen(by client: AuditClient) {
        try? client.store.events.markSeen(news, in: audit)
    }

    private var sending: String {
        let last = standing.checkpointAt.map { "last sync \(shown($0))" } ?? "never synced"
        guard unsent > 0 else { return "everything is sent; \(last)" }
        let oldest = oldestUnsent.map { ", the oldest of \(shown($0))" } ?? ""
        return "\(counted(unsent, "change")) to send\(oldest); \(last)"
    }
}
