/// The plan record read as what people mean by it; a value, rebuilt whenever the record changes.
package struct Plan: Hashable, Sendable {
    package let audit: AuditID
    /// Every live value, ascending; more than one means that two leads named it offline.
    package let titles: [String]
    /// The pinned catalogue, `version+hash`, nil while the plan names none.
    package let catalogue: String?
    /// Builds by platform, ascending by platform.
    package let builds: [String: String]
    /// Those of which all four parts are known.
    package let environments: [EnvironmentID: Environment]
    /// The roster: everybody with a role.
    package let people: [PersonID: Member]
    package let policy: PolicyInForce
    /// Rounds by number; round 1 exists without being written.
    package let rounds: [UInt32: String]
    /// Inferred criteria that the audit switched on, full ids.
    package let enabledCriteria: Set<String>
    /// Lenient only where every live value says so.
    package let announcements: AnnouncementStrictness

    /// A person's place in the audit.
    package struct Member: Hashable, Sendable {
        /// The live name with the last dot; the front of the person's id while none is written.
        package let name: String
        package let role: Role
    }

    /// Reads a plan record; registers of a later version are passed over.
    ///
    /// - Precondition: The record is a plan.
    package init(_ record: Record) {
        guard case .plan(let audit) = record.key else {
            preconditionFailure("A plan is read from a plan record.")
        }
        self.audit = audit
        let registers = record.registers()
        titles = Self.texts(registers, .title)
        catalogue = Self.texts(registers, .catalogue).last
        builds = Self.elements(registers, .build).compactMapValues(\.last?.value.text)
        environments = Self.environments(registers)
        people = Self.people(registers)
        policy = Self.policy(record.siblings(of: FieldID(.policy)))
        rounds = Self.rounds(registers)
        enabledCriteria = Set(Self.elements(registers, .criterion).keys)
        announcements =
            Self.texts(registers, .announcements) == [AnnouncementStrictness.lenient.rawValue]
            ? .lenient : .strict
    }

    /// The name people see; both names while two leads' names stand side by side.
    package var title: String { titles.joined(separator: " / ") }

    /// The last opened round, from 1.
    package var currentRound: UInt32 { rounds.keys.max() ?? 1 }

    /// The role of a person; nil when the roster does not have her.
    package func role(of person: PersonID) -> Role? { people[person]?.role }

    /// The person's name, or the front of her id while the roster does not have her.
    package func name(of person: PersonID) -> String {
        people[person]?.name ?? "person " + String(person.hex.prefix(8))
    }
}

extension Plan {
    private typealias Registers = [(field: FieldID, siblings: [Sibling])]

    private static func texts(_ registers: Registers, _ name: FieldName) -> [String] {
        registers.filter { $0.field == FieldID(name) }
            .flatMap { $0.siblings.compactMap(\.value.text) }
            .reduce(into: [Text]()) { texts, text in
                let text = Text(normalizing: text)
                if !texts.contains(text) { texts.append(text) }
            }
            .sorted().map(\.string)
    }

    /// A name's registers by the first segment of their element.
    private static func elements(
        _ registers: Registers, _ name: FieldName
    ) -> [String: [Sibling]] {
        var result: [String: [Sibling]] = [:]
        for (field, siblings) in registers where field.criterion.isEmpty && field.name == name {
            guard let element = field.element.first else { continue }
            result[element, default: []] += siblings
        }
        return result
    }

    private static func environments(_ registers: Registers) -> [EnvironmentID: Environment] {
        var result: [EnvironmentID: Environment] = [:]
        for (hex, siblings) in elements(registers, .environment) {
            // The parts are what the id was derived from, so all live values fold alike.
            var parts: [String: String] = [:]
            for sibling in siblings {
                if let part = sibling.field.element.last { parts[part] = sibling.value.text }
            }
            guard let id = EnvironmentID(hex: hex), let platform = parts["platform"],
                let assistiveTechnology = parts["at"], let deviceClass = parts["class"],
                let majorVersion = parts["major"]
            else { continue }
            result[id] = Environment(
                platform: platform, assistiveTechnology: assistiveTechnology,
                deviceClass: deviceClass, majorVersion: majorVersion)
        }
        return result
    }

    private static func people(_ registers: Registers) -> [PersonID: Member] {
        var result: [PersonID: Member] = [:]
        var highest: [PersonID: Member] = [:]
        for (hex, siblings) in elements(registers, .person) {
            guard let id = PersonID(hex: hex) else { continue }
            // Of two roles written at once the lower holds: nobody gains a right by a conflict.
            let roles = siblings.compactMap { sibling -> Role? in
                if case .role(let role) = sibling.value { role } else { nil }
            }
            guard let role = roles.min() else { continue }
            let names = siblings.filter { $0.field.element.last == "name" }
                .compactMap(\.value.text)
            let name = names.last ?? String(hex.prefix(8))
            result[id] = Member(name: name, role: role)
            highest[id] = Member(name: name, role: roles.max() ?? role)
        }
        // A join may leave nobody who could settle the roles: then the higher hold until one does.
        return result.values.contains { $0.role == .lead } ? result : highest
    }

    private static func policy(_ siblings: [Sibling]) -> PolicyInForce {
        let policies = Set(
            siblings.map { sibling -> Policy? in
                if case .policy(let policy) = sibling.value { policy } else { nil }
            })
        guard policies.count <= 1 else { return .contested }
        guard let only = policies.first else { return .one(.standard) }
        // A policy of a later version cannot be followed, so a lead decides.
        return only.map(PolicyInForce.one) ?? .contested
    }

    private static func rounds(_ registers: Registers) -> [UInt32: String] {
        var result: [UInt32: String] = [:]
        for siblings in elements(registers, .round).values {
            for sibling in siblings {
                if case .round(let number, let build) = sibling.value {
                    result[number] = build.string
                }
            }
        }
        return result
    }
}

extension FieldID {
    /// The four registers that hold what an environment's id was derived from.
    package static func parts(of environment: Environment) -> [(field: FieldID, text: String)] {
        let hex = environment.id.hex
        return [
            (FieldID(.environment, hex, "at"), environment.assistiveTechnology),
            (FieldID(.environment, hex, "class"), environment.deviceClass),
            (FieldID(.environment, hex, "major"), environment.majorVersion),
            (FieldID(.environment, hex, "platform"), environment.platform),
        ]
    }
}
