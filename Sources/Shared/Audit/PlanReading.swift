/// A register of the plan, or of a component's name, in which different values stand.
///
/// It is a work item of the leads, since the plan is never decided by policy. Until a lead saves
/// one, of the values one that a lead wrote holds, then the one with the lowest dot
/// (docs/merge.md, "The plan").
package struct ContestedRegister: Hashable, Sendable {
    package let field: FieldID
    /// What stands, ascending by dot; equal values can be there more than once.
    package private(set) var siblings: [Sibling]
    /// What is in effect meanwhile; nil where nothing is, or all of it.
    package let held: FieldValue?
    /// Whose name it is; several on one screen, none in the plan's own record.
    package private(set) var components: [ComponentID] = []

    /// What tells it from every other: the register's path, behind a component's id.
    package var address: String { (components.first?.hex ?? "") + field.path }

    mutating func add(_ other: ContestedRegister) {
        siblings += other.siblings
        components += other.components
    }
}

extension [Sibling] {
    /// The value that holds among these, ascending by dot: a lead's, else the first.
    ///
    /// What nothing shows to be its author's holds where there is nothing else.
    func held(by leads: Set<PersonID>) -> FieldValue? {
        let placed = filter { $0.unplaced == nil }
        return (placed.first { leads.contains($0.author) } ?? placed.first ?? first)?.value
    }
}

/// Reads the registers of a plan, and says of each which of its values holds.
struct PlanReading {
    typealias Registers = [(field: FieldID, siblings: [Sibling])]

    private let registers: Registers
    private let leads: Set<PersonID>

    /// - Parameter leads: Those whose word holds while different values stand, with their role.
    init(_ registers: Registers, leads: [PersonID: Role]) {
        self.registers = registers.filter { $0.field.criterion.isEmpty }
        self.leads = Set(leads.keys)
    }

    private func held(_ siblings: [Sibling]) -> FieldValue? { siblings.held(by: leads) }

    func value(of name: FieldName) -> FieldValue? {
        registers.first { $0.field == FieldID(name) }.flatMap { held($0.siblings) }
    }

    /// What holds in each register of that name, by the first segment of its element.
    func values(of name: FieldName) -> [String: FieldValue] {
        var result: [String: FieldValue] = [:]
        for (field, siblings) in registers where field.name == name {
            if let element = field.element.first { result[element] = held(siblings) }
        }
        return result
    }

    /// Every live title, ascending: people see all of them until one is chosen.
    var titles: [String] {
        registers.filter { $0.field == FieldID(.title) }.flatMap(\.siblings).sortedTexts
            .map(\.onOneLine)
    }

    var environments: [EnvironmentID: Environment] {
        var parts: [String: [String: String]] = [:]
        for (field, siblings) in registers where field.name == .environment {
            guard let hex = field.element.first, let part = field.element.last else { continue }
            parts[hex, default: [:]][part] = held(siblings)?.name
        }
        var result: [EnvironmentID: Environment] = [:]
        for (hex, parts) in parts {
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

    var rounds: [UInt32: String] {
        var result: [UInt32: String] = [:]
        for (_, value) in values(of: .round).sorted(by: { $0.key < $1.key }) {
            if case .round(let number, let build) = value {
                result[number] = build.string.onOneLine
            }
        }
        return result
    }

    /// Whether every live value of a register says that word.
    func isAgreed(_ name: FieldName, on word: String) -> Bool {
        let siblings = registers.first { $0.field == FieldID(name) }?.siblings ?? []
        let value = FieldValue.text(Text(normalizing: word))
        return !siblings.isEmpty && siblings.allSatisfy { $0.value == value }
    }

    /// The names of everybody who was given one, with a role or without.
    var names: [PersonID: String] {
        var names: [PersonID: String] = [:]
        for (field, siblings) in registers where field.name == .person {
            guard field.element.last == "name", let id = PersonID(hex: field.element.first ?? "")
            else { continue }
            names[id] = held(siblings)?.name
        }
        return names
    }

    func people(_ roles: [PersonID: Role]) -> [PersonID: Plan.Member] {
        let names = names
        return roles.reduce(into: [:]) { people, entry in
            let name = names[entry.key] ?? String(entry.key.hex.prefix(8))
            people[entry.key] = Plan.Member(name: name, role: entry.value)
        }
    }

    /// A group is there while it has a name.
    var groups: [GroupID: Plan.Group] {
        var members: [String: [PersonID]] = [:]
        for (field, _) in registers where field.name == .member {
            guard let group = field.element.first, let person = field.element.last else { continue }
            members[group, default: []] += [PersonID(hex: person)].compactMap(\.self)
        }
        return values(of: .group).reduce(into: [:]) { groups, entry in
            guard let id = GroupID(hex: entry.key), let name = entry.value.name else { return }
            groups[id] = Plan.Group(name: name, members: members[entry.key]?.sorted() ?? [])
        }
    }

    /// Places of screens by folded name; two of one screen are settled by the upper one.
    var screenPlaces: [String: String] {
        var places: [String: String] = [:]
        for (field, siblings) in registers where field.name == .order {
            guard let screen = field.element.first else { continue }
            places[screen] = siblings.sortedTexts.first
        }
        return places
    }

    /// The roster: of two roles written at once the lower holds.
    ///
    /// Nobody gains a right by a conflict. Only where that leaves nobody who could settle it, as a
    /// join may, the higher hold until a lead does.
    static func roles(_ registers: Registers) -> [PersonID: Role] {
        var lower: [PersonID: Role] = [:]
        var higher: [PersonID: Role] = [:]
        for (field, siblings) in registers where field.name == .person {
            let roles = siblings.compactMap(\.value.role)
            guard let id = PersonID(hex: field.element.first ?? ""), let least = roles.min() else {
                continue
            }
            lower[id] = min(lower[id] ?? least, least)
            higher[id] = max(higher[id] ?? least, roles.max() ?? least)
        }
        return lower.values.contains(.lead) ? lower : higher
    }

    /// Every signature, the earliest first by its signer's clock.
    ///
    /// What nothing shows to be its signer's is none.
    var signOffs: [Sibling] {
        registers.filter { $0.field.name == .signOff }.flatMap(\.siblings)
            .filter { $0.value.signOff != nil && $0.unplaced == nil }
            .sorted { ($0.wallTime, $0.dot) < ($1.wallTime, $1.dot) }
    }

    var contested: [ContestedRegister] {
        registers.compactMap { field, siblings in
            // Two places settle themselves: nobody has to choose where a screen stands. Two
            // reasons for the same rules are both read, and signatures stand beside each other.
            guard ![.order, .policyReason, .signOff].contains(field.name),
                Set(siblings.map(\.value)).count > 1
            else { return nil }
            return ContestedRegister(
                field: field, siblings: siblings, held: inEffect(field, siblings))
        }
    }

    /// What readers of the plan go by while a register is contested.
    private func inEffect(_ field: FieldID, _ siblings: [Sibling]) -> FieldValue? {
        switch field.name {
        case .title, .policy: return nil
        case .announcements: return .text(Text(normalizing: AnnouncementStrictness.strict.rawValue))
        case .depth: return .text(Text(normalizing: AuditDepth.full.rawValue))
        case .person where field.element.last == "role":
            guard let id = PersonID(hex: field.element.first ?? "") else { return nil }
            return Self.roles(registers)[id].map(FieldValue.role)
        default: return held(siblings)  // open set: every other register of a plan
        }
    }
}

extension Plan {
    /// The contested register of a round's or of a platform's build; nil while one build holds.
    package func contestedBuild(round: UInt32, platform: String) -> ContestedRegister? {
        let fields = [FieldID.round(round), FieldID(.build, platform)]
        return contested.first { fields.contains($0.field) }
    }
}

extension FieldID {
    /// A signature's own register; `id` is random.
    package static func signOff(_ id: EditID) -> FieldID { FieldID(.signOff, id.hex) }

    /// Which component states two people are to judge.
    package static var secondOpinions: FieldID { FieldID(.secondOpinions) }

    /// The build that a round is of.
    package static func round(_ number: UInt32) -> FieldID { FieldID(.round, String(number)) }
}
