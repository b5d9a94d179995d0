import ArgumentParser
import Client
import Foundation
import Reading
import Shared

struct LogCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "log", abstract: "List your own changes, and what the server made of them.",
        discussion: """
            Nothing that you saved ever leaves this list, accepted or not. What the server set \
            aside waits for a lead: the line below says who has adopted or discarded it, and why.

            With --verify the hash of every own change is computed anew, and the server's whole \
            history, in hashes, is asked for: it has to hold your changes as you wrote them, and \
            to lead through what the server told this laptop at the last sync to what it tells \
            now. Exit code 1 when anything does not fit.

            With --send-again what the server rejected is sent once more, under a number of its \
            own: after an update of the server, or where something on the way had spoiled it.

            Example: accord log --not-accepted
            Example: accord log --send-again 12
            """)

    @Flag(help: "Only changes that the server set aside or refused, discarded ones too.")
    var notAccepted = false

    @Flag(help: "Check your own history and the server's instead of listing it.") var verify = false

    @Option(
        help: .init(
            "Send again what the server rejected: a number of the list, or all.",
            valueName: "n or all"))
    var sendAgain: String?

    @OptionGroup var options: AuditOptions

    func run() async throws {
        let (client, view) = try options.open()
        if let sendAgain { return try send(sendAgain, client, view) }
        if verify { return try await check(client, view) }
        var changes: [OwnChange] = []
        try client.store.log.ownChanges(view.audit) { change in
            if !notAccepted || change.isNotAccepted { changes.append(change) }
        }
        let refused = try client.store.bundles.importedRefusals(view.audit)
        try options.answer(
            (changes.map { $0.json(in: view) } + refused.map { $0.json(in: view) }).json
        ) {
            guard !changes.isEmpty || !refused.isEmpty else { return print("No change.") }
            let waiting = Set(try client.store.recovery.rejected(view.audit).map(\.change.dot))
            for change in changes {
                print(
                    "\("\(change.change.dot.n)".padded(to: 5)) \(shown(change.recorded))  "
                        + "\(change.standing(waiting).padded(to: 12))  "
                        + "\(view.name(of: change.change.key)): " + change.change.words)
                if let reason = change.reason, !reason.isEmpty { print("      \(reason)") }
                if let verdict = change.verdict { print("      \(verdict.words(in: view))") }
                if let later = change.later {
                    print(
                        "      the server's answer (outcome \(later.code)) is of a later version "
                            + "of Accord; update this program to read it"
                            + (later.reason.isEmpty ? "" : ": \(later.reason)"))
                }
            }
            for refusal in refused {
                let standing = refusal.outcome == .quarantined ? "set aside" : "refused"
                print(
                    "carried from \(refusal.personName), \(standing): "
                        + "\(view.name(of: refusal.change.key)): \(refusal.change.words)")
                if !refusal.reason.isEmpty { print("      \(refusal.reason)") }
            }
        }
    }

    private func send(_ name: String, _ client: AuditClient, _ view: AuditView) throws {
        let count = try client.recording.sendAgain(name, in: view.audit)
        try options.answer(["sentAgain": count]) {
            print(
                count == 0
                    ? "The server has rejected nothing that was not sent again since."
                    : "\(counted(count, "change")) will go again with the next sync, under a new "
                        + "number. What was said of the first sending stays in this list.")
        }
    }

    /// Checks this laptop's own history of an audit, and the server's against it.
    private func check(_ client: AuditClient, _ view: AuditView) async throws {
        guard let history = try client.store.log.ownHistory(view.audit) else { return }
        let trail = try await trail(against: history, client, view)
        let isSound = history.broken == nil && trail?.fault == nil
        try options.answer([
            "audit": view.audit.hex, "ownChanges": history.count,
            "broken": history.broken.map { Int($0.n) }, "sound": isSound,
            "trail": trail.map { trail in
                [
                    "entries": Int(clamping: trail.entries), "fault": trail.fault?.message,
                    "head": Int(clamping: trail.head.sequence), "trail": trail.head.trail.hex,
                    "serverRestored": trail.isAnotherEpoch,
                    "witnessed": trail.witnessed.map { Int($0) },
                ] as JSON
            },
        ]) { tell(history, trail, view) }
        guard isSound else { throw Failure.checkSaidNo }
    }

    /// Nil when there is no server to ask, or it tells no trail.
    private func trail(
        against history: OwnHistory, _ client: AuditClient, _ view: AuditView
    ) async throws -> TrailFinding? {
        do {
            return try await client.checks.trail(
                of: view.audit, against: history, over: try await client.connect())
        } catch ClientError.notJoined {
            return nil
        } catch ClientError.problem(let problem)
            where problem.code == .notFound || problem.code == .auditUnknown
        {
            return nil
        }
    }

    private func tell(_ history: OwnHistory, _ trail: TrailFinding?, _ view: AuditView) {
        print("\(view.plan.title): \(counted(history.count, "own change")) checked")
        if let broken = history.broken {
            print("The hash of your change \(broken.n) does not follow from what is stored.")
        }
        guard let trail else { return print("No server was compared.") }
        guard !trail.isAnotherEpoch else {
            return print("The server was put back to an older state: sync, then verify again.")
        }
        if let fault = trail.fault {
            print("The server's history does not hold. \(fault.message)")
        } else {
            let witnessed = trail.witnessed.map { ", \($0) of them as told at the last sync" } ?? ""
            print(
                "\(counted(Int(clamping: trail.entries), "entry", plural: "entries"))\(witnessed)")
        }
        print("trail \(trail.head.trail.hex)")
    }
}

extension ImportedRefusal {
    fileprivate func json(in view: AuditView) -> JSON {
        [
            "adopted": false, "carriedFrom": personName, "n": Int(clamping: change.dot.n),
            "record": view.name(of: change.key), "act": change.body.act.rawValue,
            "laterOutcome": JSON.null, "outcome": (outcome ?? .rejected).rawValue, "reason": reason,
            "recorded": Date(unixMilliseconds: change.body.wallTime), "edit": change.edit.hex,
            "fields": change.body.writes.map(\.field.path), "settled": JSON.null,
        ]
    }
}

extension LeadVerdict {
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

extension OwnChange {
    fileprivate var isNotAccepted: Bool {
        switch outcome {
        case .quarantined: !isAdopted
        case .rejected: true
        case .applied, .again, nil: false
        }
    }

    /// - Parameter waiting: What was rejected and not sent again since.
    fileprivate func standing(_ waiting: Set<Dot>) -> String {
        switch outcome {
        case .applied, .again: "accepted"
        case .rejected: waiting.contains(change.dot) ? "refused" : "sent again"
        case .quarantined where isAdopted: "adopted"
        case .quarantined: verdict == nil ? "set aside" : "discarded"
        case nil: later == nil ? "to send" : "unknown"
        }
    }

    fileprivate func json(in view: AuditView) -> JSON {
        [
            "adopted": isAdopted, "carriedFrom": JSON.null, "n": Int(clamping: change.dot.n),
            "record": view.name(of: change.key), "act": change.body.act.rawValue,
            "outcome": outcome?.rawValue, "laterOutcome": later?.code, "reason": reason,
            "recorded": recorded, "edit": change.edit.hex,
            "fields": change.body.writes.map(\.field.path), "settled": verdict?.json(in: view),
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
        case .text, .present, .withdrawal, .policy, .round, .opaque: ""
        }
    }
}
