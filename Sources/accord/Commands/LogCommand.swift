import ArgumentParser
import Client
import Foundation
import Shared

struct LogCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "log",
        abstract: "List your own changes, and what the server made of them.",
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

    @Flag(help: "Check your own history and the server's instead of listing it.")
    var verify = false

    @Option(
        help: ArgumentHelp(
            "Send again what the server rejected: a number of the list, or all.",
            valueName: "n or all"))
    var sendAgain: String?

    @OptionGroup var options: AuditOptions

    func run() async throws {
        let (client, view) = try options.open()
        if let sendAgain { return try send(sendAgain, client, view) }
        if verify {
            return try await LogVerification(client: client, view: view, options: options).run()
        }
        var changes: [OwnChange] = []
        try client.store.log.ownChanges(view.audit) { change in
            if !notAccepted || change.isNotAccepted { changes.append(change) }
        }
        let refused = try client.store.bundles.importedRefusals(view.audit)
        try options.answer(
            (changes.map { $0.json(in: view) } + refused.map { $0.json(in: view) }).json
        ) {
            try tell(changes, refused, client, view)
        }
    }

    private func tell(
        _ changes: [OwnChange], _ imported: [ImportedRefusal], _ client: AuditClient,
        _ view: AuditView
    ) throws {
        guard !changes.isEmpty || !imported.isEmpty else { return print("No change.") }
        let waiting = Set(try client.store.recovery.rejected(view.audit).map(\.change.dot))
        for change in changes {
            print(
                "\("\(change.change.dot.n)".padded(to: 5)) \(shown(change.recorded))  "
                    + "\(change.standing(waiting).padded(to: 12))  "
                    + "\(view.name(of: change.change.key)): "
                    + change.change.words)
            if let reason = change.reason, !reason.isEmpty { print("      \(reason)") }
            if let verdict = change.verdict { print("      \(verdict.words(in: view))") }
            if let later = change.later { print("      \(later.words)") }
        }
        for refusal in imported {
            print(
                "carried from \(refusal.personName), \(refusal.standing): "
                    + "\(view.name(of: refusal.change.key)): \(refusal.change.words)")
            if !refusal.reason.isEmpty { print("      \(refusal.reason)") }
        }
    }
}

extension LogCommand {
    fileprivate func send(_ name: String, _ client: AuditClient, _ view: AuditView) throws {
        let count = try client.recording.sendAgain(name, in: view.audit)
        try options.answer(["sentAgain": count]) {
            print(
                count == 0
                    ? "The server has rejected nothing that was not sent again since."
                    : "\(counted(count, "change")) will go again with the next sync, under a new "
                        + "number. What was said of the first sending stays in this list.")
        }
    }
}

extension LaterOutcome {
    fileprivate var words: String {
        "the server's answer (outcome \(code)) is of a later version of Accord; update this "
            + "program to read it" + (reason.isEmpty ? "" : ": \(reason)")
    }
}

extension ImportedRefusal {
    fileprivate var standing: String { outcome == .quarantined ? "set aside" : "refused" }

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
            "verdict": kind.rawValue,
            "by": ["id": person.hex, "name": view.plan.name(of: person)] as JSON, "at": date,
            "reason": reason,
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
