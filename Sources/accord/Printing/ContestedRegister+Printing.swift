import Client
import Shared

extension ContestedRegister {
    /// Such as `the build of round 2: 8.5.0 (Tomas Berg), 8.5.1 (Lee Okafor); 8.5.0 holds ...`.
    func line(in view: AuditView) -> String { "the \(name(in: view)): \(words(in: view))" }

    /// The register, what stands in it, and what holds meanwhile.
    func json(in view: AuditView) -> JSON {
        .object([
            "register": .string(field.path), "name": .string(name(in: view)),
            "standing": .string(words(in: view)),
            "values": .array(
                values(in: view).map { one in
                    .object([
                        "value": .string(one.words), "by": .string(one.by),
                        "holds": .bool(one.value == held),
                    ])
                }),
        ])
    }
}

extension [ContestedRegister] {
    /// The plan as an item in the list of conflicts: it has neither round nor findings.
    func item(in view: AuditView) -> JSON {
        .object([
            "state": .string("the plan"), "round": .null, "assignees": .array([]),
            "findings": .array([]), "withdrawals": .array([]),
            "registers": .array(map { $0.json(in: view) }),
        ])
    }

    /// Each register with its values, and how a lead chooses one.
    func printLines(in view: AuditView) {
        guard let first else { return }
        print("\n\(Terminal.output.styled("The plan", .bold))")
        for register in self { print("  \(register.line(in: view))") }
        print("  choose with: accord audit settle \"\(first.name(in: view))\" VALUE")
    }
}
