import ArgumentParser
import Client
import Shared

/// Lists what this laptop wrote, and what became of it.
struct LogCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "log",
        abstract: "List your own changes, and what the server made of them.",
        discussion: """
            Nothing that you saved ever leaves this list, accepted or not.

            Example: accord log --not-accepted
            """)

    @Flag(help: "Only changes that the server set aside or refused.")
    var notAccepted = false

    @OptionGroup var options: AuditOptions

    func run() throws {
        let (client, view) = try options.open()
        var changes: [OwnChange] = []
        try client.store.ownChanges(view.audit) { change in
            if !notAccepted || change.isNotAccepted { changes.append(change) }
        }
        if options.json { return try JSON.array(changes.map { $0.json(in: view) }).printed() }
        guard !changes.isEmpty else { return print("No change.") }
        for change in changes {
            print(
                "\("\(change.change.dot.n)".padded(to: 5)) \(shown(change.recorded))  "
                    + "\(change.standing.padded(to: 12))  \(view.name(of: change.change.key)): "
                    + change.words)
            if let reason = change.reason, !reason.isEmpty { print("      \(reason)") }
        }
    }
}

extension OwnChange {
    fileprivate var isNotAccepted: Bool {
        switch outcome {
        case .rejected, .quarantined, .void: true
        case .applied, .again, nil: false
        }
    }

    fileprivate var standing: String {
        switch outcome {
        case .applied, .again: "accepted"
        case .rejected: "refused"
        case .quarantined: "set aside"
        case .void: "not sent"
        case nil: "to send"
        }
    }

    /// What it wrote, in a few words.
    fileprivate var words: String {
        change.body.writes.prefix(4).map { write in
            let criterion = write.field.criterion.split(separator: ".").last.map { "\($0) " } ?? ""
            return criterion + (write.field.name?.words ?? "a field of a later version")
                + (write.value.map { $0.words.isEmpty ? "" : " \($0.words)" } ?? " taken back")
        }.joined(separator: "; ") + (change.body.writes.count > 4 ? "; ..." : "")
    }

    fileprivate func json(in view: AuditView) -> JSON {
        .object([
            "n": JSON(Int(change.dot.n)), "record": .string(view.name(of: change.key)),
            "act": .string(change.body.act.rawValue), "outcome": JSON(outcome?.rawValue),
            "reason": JSON(reason), "recorded": JSON(recorded), "edit": .string(change.edit.hex),
            "fields": JSON(change.body.writes.map(\.field.path)),
        ])
    }
}

extension FieldValue {
    /// The value where a word or two tell it.
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
