import Client
import Reading
import Shared

extension ContestedRegister {
    /// Such as `the build of round 2: 8.5.0 (Tomas Berg), 8.5.1 (Lee Okafor); 8.5.0 holds ...`.
    func line(in view: AuditView) -> String { "the \(name(in: view)): \(words(in: view))" }

    func json(in view: AuditView) -> JSON {
        [
            "register": field.path, "name": name(in: view), "standing": words(in: view),
            "values": values(in: view).map { one in
                ["value": one.words, "by": one.by, "holds": one.value == held] as JSON
            },
        ]
    }
}

extension [ContestedRegister] {
    /// The plan as an item in the list of conflicts: it has neither round nor findings.
    func item(in view: AuditView) -> JSON {
        [
            "state": "the plan", "round": JSON.null, "assignees": [JSON](), "findings": [JSON](),
            "withdrawals": [JSON](), "registers": map { $0.json(in: view) },
        ]
    }

    func printLines(in view: AuditView) {
        guard let first else { return }
        print("\n\(Terminal.output.styled("The plan", .bold))")
        for register in self { print("  \(register.line(in: view))") }
        print("  choose with: accord audit settle \"\(first.name(in: view))\" VALUE")
    }
}
