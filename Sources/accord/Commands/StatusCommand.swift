import ArgumentParser
import Client
import Foundation
import Shared

/// Says where things stand.
struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Say what is saved, what is sent, and what waits for you.",
        discussion: "Example: accord status")

    @OptionGroup var options: GlobalOptions

    func run() throws {
        let client = try options.open()
        let me = try client.whoami()
        let server = (try? client.identity())?.server?.address
        let overviews = try client.store.audits().map { try client.overview(of: $0) }
        if options.json {
            return try JSON.object([
                "home": .string(client.home.folder.path), "server": JSON(server),
                "person": .string(me.person.hex), "name": .string(me.personName),
                "fingerprint": JSON((try? client.identity())?.keyFingerprint),
                "audits": .array(overviews.map(\.json)),
            ]).printed()
        }
        print("\(me.personName), \(server.map { "joined \($0)" } ?? "not joined to a server")")
        if let identity = try? client.identity() {
            print("This device's fingerprint: \(identity.keyFingerprint)")
        }
        if overviews.isEmpty { print("No audit yet. Next: accord audit new, or accord sync") }
        for overview in overviews { overview.print() }
    }
}

extension AuditOverview {
    fileprivate var json: JSON {
        .object([
            "audit": .string(audit.hex), "title": .string(title), "role": JSON(role?.rawValue),
            "components": JSON(components), "states": JSON(states),
            "conflicts": JSON(conflicts.map(\.name)), "versions": JSON(versions),
            "contestedWithdrawals": JSON(contested.map(\.place)),
            "unsent": JSON(unsent), "oldestUnsent": JSON(oldestUnsent),
            "carried": JSON(imported), "notAccepted": JSON(notAccepted),
            "apart": .array(apart.map(\.json)),
            "onServer": .bool(standing.isOnServer),
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

    fileprivate func print() {
        let you = role.map { ", you are \($0.rawValue)" } ?? ""
        Swift.print("\n\(Terminal.output.styled(title, .bold))\(you)")
        Swift.print(
            "  \(counted(components, "component")), "
                + "\(counted(states, "component state")) begun")
        Swift.print("  \(sending)")
        if let stopped {
            let next = stopped.next.map { ", next attempt \(shown($0))" } ?? ""
            let line = "  the last sync stopped \(shown(stopped.at))\(next): \(stopped.trouble)"
            Swift.print(Terminal.output.styled(line, .yellow))
        }
        if notAccepted > 0 {
            Swift.print(
                "  \(counted(notAccepted, "change")) not accepted: accord log --not-accepted")
        }
        if imported > 0 {
            let changes = counted(imported, "change")
            Swift.print("  \(changes) of others carried, not confirmed by the server yet")
        }
        for chain in apart { Swift.print(Terminal.output.styled("  \(chain.words)", .yellow)) }
        if evidenceToSend > 0 {
            Swift.print("  \(counted(evidenceToSend, "file")) of evidence to send: accord sync")
        }
        if !evidencePending.isEmpty {
            Swift.print(
                "  \(counted(evidencePending.count, "file")) of evidence pending: "
                    + "accord evidence list --pending")
        }
        if versions > 0 { Swift.print("  \(counted(versions, "text")) with several versions") }
        for withdrawal in contested {
            Swift.print(
                Terminal.output.styled("  withdrawal to decide: \(withdrawal.place)", .yellow))
        }
        for item in conflicts where !item.disputed.isEmpty {
            Swift.print(Terminal.output.styled("  conflict: \(item.name)", .yellow))
        }
        for one in overruled {
            Swift.print(
                "  decided against you: \(one.criterion) on \(one.state): "
                    + "\(one.decision.judgement.words), because: \(one.decision.reason.string)")
        }
    }

    private var sending: String {
        let last = standing.checkpointAt.map { "last sync \(shown($0))" } ?? "never synced"
        guard unsent > 0 else { return "everything is sent; \(last)" }
        let oldest = oldestUnsent.map { ", the oldest of \(shown($0))" } ?? ""
        return "\(counted(unsent, "change")) to send\(oldest); \(last)"
    }
}
