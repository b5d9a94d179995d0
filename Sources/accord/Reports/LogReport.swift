import Client
import Foundation
import Reading
import Shared

extension [LoggedChange] {
    /// What the server made of them; then changes of others that it did not take.
    func report(
        besides refused: [LoggedChange], in view: AuditView, of client: AuditClient
    ) -> Answer {
        Answer((map { $0.json(in: view) } + refused.map { $0.json(in: view) }).json) {
            if isEmpty, refused.isEmpty {
                "No change."
            } else {
                let waiting = Set(try client.store.recovery.rejected(view.audit).map(\.change.dot))
                for change in self { change.lines(waiting, in: view) }
                for refusal in refused { refusal.importedLines(in: view) }
            }
        }
    }
}

extension OwnHistory {
    /// Whether it is as it was written, and the server's history holds it.
    ///
    /// - Parameter trail: Nil where there was no server to ask.
    func report(isSound: Bool, _ trail: TrailReport?, in view: AuditView) -> Answer {
        Answer([
            "audit": view.audit.hex, "ownChanges": count, "broken": broken.map { Int($0.n) },
            "sound": isSound,
            "trail": trail.map { trail in
                [
                    "entries": Int(clamping: trail.entries), "fault": trail.mismatch?.message,
                    "head": Int(clamping: trail.head.sequence), "trail": trail.head.trail.hex,
                    "serverRestored": trail.isAnotherEpoch,
                    "witnessed": trail.witnessed.map { Int($0) },
                ] as JSON
            },
        ]) {
            "\(view.plan.title): \(counted(count, "own change")) checked"
            if let broken {
                "The hash of your change \(broken.n) does not follow from what is stored."
            }
            if let trail, trail.isAnotherEpoch {
                "The server was put back to an older state: sync, then verify again."
            } else if let trail {
                let count = counted(Int(clamping: trail.entries), "entry", plural: "entries")
                let told = trail.witnessed.map { ", \($0) of them as told at the last sync" }
                let mismatch = trail.mismatch.map {
                    "The server's history does not hold. \($0.message)"
                }
                mismatch ?? count + (told ?? "")
                "trail \(trail.head.trail.hex)"
            } else {
                "No server was compared."
            }
        }
    }
}

extension Resolution {
    fileprivate func words(in view: AuditView) -> String {
        let lead = view.plan.name(of: person)
        return switch kind {
        case .adopted: "by \(lead)"
        case .discarded: "\(lead): \(reason)"
        }
    }

    /// In the keys of `accord-server quarantine list`.
    fileprivate func json(in view: AuditView) -> JSON {
        [
            "verdict": kind.rawValue, "at": date, "reason": reason,
            "by": ["id": person.hex, "name": view.plan.name(of: person)] as JSON,
        ]
    }
}

extension LoggedChange {
    /// - Parameter waiting: What was rejected and not sent again since.
    @LineBuilder fileprivate func lines(_ waiting: Set<Dot>, in view: AuditView) -> [String] {
        let number = "\(change.dot.n)".padded(to: 5)
        let state = standing(waiting).padded(to: 12)
        "\(number) \(shown(recorded))  \(state)  \(view.name(of: change.key)): \(change.words)"
        if let reason, !reason.isEmpty { "      \(reason)" }
        if let resolution { "      \(resolution.words(in: view))" }
        if let later {
            let why = later.reason.isEmpty ? "" : ": \(later.reason)"
            "      the server's answer (outcome \(later.code)) is of a later version of Accord"
                + "; update this program to read it\(why)"
        }
    }

    /// A change of another laptop, which the server did not take.
    @LineBuilder fileprivate func importedLines(in view: AuditView) -> [String] {
        let standing = outcome == .quarantined ? "set aside" : "refused"
        let from = "carried from \(importedFrom ?? "")"
        "\(from), \(standing): \(view.name(of: change.key)): \(change.words)"
        if let reason, !reason.isEmpty { "      \(reason)" }
    }

    private func standing(_ waiting: Set<Dot>) -> String {
        switch outcome {
        case .applied, .again: "accepted"
        case .rejected: waiting.contains(change.dot) ? "refused" : "sent again"
        case .quarantined where isAdopted: "adopted"
        case .quarantined: resolution == nil ? "set aside" : "discarded"
        case nil where wasMoved: "issued again"
        case nil: later == nil ? "to send" : "unknown"
        }
    }

    fileprivate func json(in view: AuditView) -> JSON {
        [
            "adopted": isAdopted, "carriedFrom": importedFrom, "issuedAgain": wasMoved,
            "n": Int(clamping: change.dot.n),
            "record": view.name(of: change.key), "act": change.body.act.rawValue,
            "outcome": outcome?.rawValue, "laterOutcome": later?.code, "reason": reason,
            "recorded": recorded, "edit": change.edit.hex,
            "fields": change.body.writes.map(\.field.path), "settled": resolution?.json(in: view),
        ]
    }
}

extension Change {
    fileprivate var words: String {
        body.writes.prefix(4).map { write in
            let criterion = write.field.criterion.split(separator: ".").last.map { "\($0) " } ?? ""
            return criterion + (write.field.name?.words ?? "a field of a later version")
                + (write.value.map { $0.words.isEmpty ? "" : " \($0.words)" } ?? " taken back")
        }.joined(separator: "; ") + (body.writes.count > 4 ? "; ..." : "")
    }
}

extension FieldValue {
    fileprivate var words: String {
        switch self {
        case .judgement(let judgement): judgement.words
        case .decision(let decision): decision.judgement.words
        case .role(let role): role.rawValue
        case .number(let number): "\(number)"
        case .text, .present, .withdrawal, .policy, .round, .signOff, .opaque: ""
        }
    }
}
