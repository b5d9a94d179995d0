import Client
import Foundation
import Reading
import Shared

extension AuditOverview {
    /// - Parameter team: Nil where nobody asked for it.
    func json(_ team: TeamReport?) -> JSON {
        [
            "audit": audit.hex, "team": team?.json, "title": title, "role": role?.rawValue,
            "components": components,
            "states": states, "conflicts": conflicts.map(\.name), "versions": versions,
            "contestedWithdrawals": contested.map(\.place),
            "contestedPlan": contestedPlan.map { $0.json(in: view) },
            "sharedNames": sharedNames.map(\.json),
            "news": news.map { $0.json(in: view) }, "queues": queues.map { $0.json(in: view) },
            "quarantined": quarantine.count, "quarantinedAsOf": quarantine.listed,
            "wide": wide.map { $0.json(in: view) },
            "hasCatalogue": lacking == nil,
            "unsent": unsent, "orphans": orphans, "oldestUnsent": oldestUnsent, "carried": imported,
            "notAccepted": notAccepted, "apart": apart.map(\.json), "onServer": standing.isOnServer,
            "quota": quotas.map { ["log": $0.log.percent, "evidence": $0.evidence.percent] },
            "evidence": ["toSend": evidenceToSend, "pending": evidencePending] as JSON,
            "evidenceRefused": evidenceRefused.map {
                ["name": $0.name, "trouble": $0.trouble] as JSON
            },
            "arriving": arrival?.json, "lackingThere": lackingThere,
            "lastSync": standing.checkpointAt,
            "lastTrouble": stopped?.trouble,
            "lastTroubleAt": stopped?.at, "nextAttempt": stopped?.next, "root": standing.root.hex,
            "overruled": overruled.map { state, finding in
                let decision = finding.effective.decision
                return [
                    "state": state, "criterion": finding.criterion,
                    "own": Sides(finding, in: view).word?.value.judgement?.words,
                    "decision": decision?.judgement.words, "reason": decision?.reason.string,
                ] as JSON
            },
        ]
    }

    @LineBuilder var lines: [String] {
        let you = role.map { ", you are \($0.rawValue)" } ?? ""
        "\n\(Terminal.output.styled(title, .bold))\(you)"
        "  \(counted(components, "component")), \(counted(states, "component state")) begun"
        if let arrival { warning("\(arrival.words): accord sync") }
        "  \(sending)"
        if orphans > 0 {
            warning(
                "of these \(orphans) \(orphans == 1 ? "waits" : "wait") beside the database, "
                    + "which was put back; to send: accord sync")
        }
        if let stopped {
            let next = stopped.next.map { ", next attempt \(shown($0))" } ?? ""
            warning("the last sync stopped \(shown(stopped.at))\(next): \(stopped.trouble)")
        }
        if let lacking { warning(ReportedError(lacking).message) }
        quotas?.words.map(warning) ?? []
        line(notAccepted, "change", "not accepted: accord log --not-accepted")
        line(imported, "change", "of others carried, not confirmed by the server yet")
        apart.map { warning($0.words) }
        line(evidenceToSend, "file", "of evidence to send: accord sync")
        evidenceRefused.map { warning("did not get through: \($0.words)") }
        line(evidencePending, "file", "of evidence pending: accord evidence list --pending")
        line(versions, "text", "with several versions")
        // What was decided against her is listed below with both verdicts.
        news.filter { $0.kind != .overruled && $0.kind != .waiting }.lines(in: view).map(warning)
        line(
            quarantine.count, "change",
            "set aside at the server \(quarantine.count == 1 ? "waits" : "wait") for a lead: "
                + "accord quarantine list"
        ).map(warning)
        if let words = quarantine.staleWords { warning("of what is set aside: \(words)") }
        if !news.isEmpty { "  when you have looked at it: accord status --seen" }
        for queue in queues { "  \(queue.words(in: view, at: Date()))" }
        for record in wide { "  \(record.words(in: view))" }
        contestedPlan.map { warning("to choose in the plan: \($0.line(in: view))") }
        sharedNames.map { warning("one name: \($0.words): \($0.advice(in: view))") }
        contested.map { warning("withdrawal to decide: \($0.place)") }
        conflicts.filter(\.isDisputed).map { warning("conflict: \($0.name)") }
        for (state, finding) in overruled {
            if let decision = finding.effective.decision {
                "  decided against you: \(finding.criterion) on \(state): "
                    + "\(decision.judgement.words), because: \(decision.reason.string)"
            }
        }
    }

    /// Nothing where there is none.
    private func line(_ count: Int, _ noun: String, _ words: String) -> [String] {
        count > 0 ? ["  \(counted(count, noun)) \(words)"] : []
    }

    private func warning(_ words: String) -> String {
        Terminal.output.styled("  \(words)", .yellow)
    }

    private var sending: String {
        let last = standing.checkpointAt.map { "last sync \(shown($0))" } ?? "never synced"
        guard unsent > 0 else { return "\(lackingThere ?? "everything is sent"); \(last)" }
        let oldest = oldestUnsent.map { ", the oldest of \(shown($0))" } ?? ""
        return "\(counted(unsent, "change")) to send\(oldest); \(last)"
    }
}

extension WorkEvent {
    func json(in view: AuditView) -> JSON {
        [
            "kind": kind.rawValue, "by": person.map(view.plan.name(of:)),
            "record": view.name(of: key), "criterion": JSON(criterion.isEmpty ? nil : criterion),
            "reason": reason, "at": happened, "taken": taken.json, "standing": standing.json,
            "message": words(in: view),
        ]
    }
}

extension WorkEvent.Amount {
    fileprivate var json: JSON { ["findings": findings, "entries": entries] }
}

extension DeviceQueue {
    fileprivate func json(in view: AuditView) -> JSON {
        [
            "replica": replica.hex, "person": person.hex, "name": view.plan.name(of: person),
            "device": device, "unsent": unsent, "oldest": oldest, "told": told,
        ]
    }
}

extension WideRecord {
    fileprivate func json(in view: AuditView) -> JSON {
        ["record": view.name(of: key), "devices": devices]
    }
}

extension ApartChain {
    var json: JSON {
        [
            "name": personName, "changes": changes, "fingerprint": fingerprint,
            "standing": standing.rawValue,
        ]
    }
}

extension AuditArrival {
    /// How much is here; how much there is, where that is known.
    var json: JSON { ["here": here, "of": told] }
}
