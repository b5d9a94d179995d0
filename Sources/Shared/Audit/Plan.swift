/// The plan record read as what people mean by it; a value, rebuilt whenever the record changes.
package struct Plan: Hashable, Sendable {
    package let audit: AuditID
    /// Every live value, ascending; more than one means that two leads named it offline.
    package let titles: [String]
    /// The pinned catalogue, `version+hash`, nil while the plan names none.
    package let catalogue: String?
    package let builds: [String: String]
    /// Those of which all four parts are known.
    package let environments: [EnvironmentID: Environment]
    package let people: [PersonID: Member]
    package let groups: [GroupID: Group]
    /// Where screens stand that somebody moved, by folded name.
    private let screenPlaces: [String: String]
    /// By when everything is to be judged, in Unix milliseconds.
    package let due: Int64?
    /// Names of those who have no role any more; what they recorded stays, under these.
    package let formerNames: [PersonID: String]
    package let policy: PolicyInForce
    /// Rounds by number; round 1 exists without being written.
    package let rounds: [UInt32: String]
    /// Inferred criteria that the audit switched on, full ids.
    package let enabledCriteria: Set<String>
    /// Ids of the lenses by which findings are grouped, ascending; a later version may have more.
    package let lenses: [String]
    /// Lenient only where every live value says so.
    package let announcements: AnnouncementStrictness
    /// Quick only where every live value says so.
    package let depth: AuditDepth
    /// Which component states two people are to judge; nil for none.
    package let secondOpinions: SecondOpinions?
    /// Signatures under rounds, the earliest first; all of them stand.
    package let signOffs: [Sibling]
    /// Registers in which different values stand, ascending by field: each waits for a lead.
    package let contested: [ContestedRegister]

    /// A person's place in the audit.
    package struct Member: Hashable, Sendable {
        /// The name that holds; the front of the person's id while none is written.
        package let name: String
        package let role: Role
    }

    /// People who are given work together.
    package struct Group: Hashable, Sendable {
        package let name: String
        /// Ascending; somebody who left the audit may still be among them.
        package let members: [PersonID]
    }

    /// Reads a plan record; registers of a later version are passed over.
    package init(_ record: Record) {
        guard case .plan(let audit) = record.key else {
            preconditionFailure("A plan is read from a plan record.")
        }
        self.audit = audit
        let roles = PlanReading.roles(record.registers())
        let reading = PlanReading(record.registers(), leads: roles.filter { $0.value == .lead })
        titles = reading.titles
        catalogue = reading.value(of: .catalogue)?.text
        builds = reading.values(of: .build).compactMapValues(\.name)
        environments = reading.environments
        people = reading.people(roles)
        groups = reading.groups
        screenPlaces = reading.screenPlaces
        due = reading.value(of: .due)?.number
        formerNames = reading.names.filter { roles[$0.key] == nil }
        policy = Self.policy(record.siblings(of: FieldID(.policy)))
        rounds = reading.rounds
        enabledCriteria = Set(reading.values(of: .criterion).keys)
        lenses = reading.values(of: .lens).keys.sorted()
        announcements =
            reading.isAgreed(.announcements, on: AnnouncementStrictness.lenient.rawValue)
            ? .lenient : .strict
        depth = reading.isAgreed(.depth, on: AuditDepth.quick.rawValue) ? .quick : .full
        secondOpinions = reading.value(of: .secondOpinions)?.text.flatMap(SecondOpinions.init)
        signOffs = reading.signOffs
        contested = reading.contested
    }

    package var title: String { titles.joined(separator: " / ") }

    /// The pinned catalogue; nil also for what names no files.
    package var pin: CataloguePin? { catalogue.flatMap(CataloguePin.init) }

    /// The last opened round, from 1.
    package var currentRound: UInt32 { rounds.keys.max() ?? 1 }

    package var leads: Set<PersonID> { Set(people.filter { $0.value.role == .lead }.keys) }

    package func role(of person: PersonID) -> Role? { people[person]?.role }

    /// The person's name, also when she left; the front of her id while the plan has none.
    package func name(of person: PersonID) -> String {
        people[person]?.name ?? formerNames[person] ?? "person " + String(person.hex.prefix(8))
    }

    /// As the plan knows somebody; what is said of her elsewhere while it has no name for her.
    package func name(of person: PersonID, said name: String) -> String {
        people[person]?.name ?? formerNames[person] ?? name
    }

    /// Where a screen stands among all: they are in the order of these texts.
    package func place(ofScreen name: String) -> Place {
        let folded = NaturalKey.folded(name)
        return Place(of: name, moved: screenPlaces[folded], id: folded)
    }

    private static func policy(_ siblings: [Sibling]) -> PolicyInForce {
        let policies = Set(siblings.map(\.value.policy))
        guard policies.count <= 1 else { return .contested }
        guard let only = policies.first else { return .one(.standard) }
        // A policy of a later version cannot be followed, so a lead decides.
        return only.map(PolicyInForce.one) ?? .contested
    }
}

/// How much an audit asks.
package enum AuditDepth: String, CaseIterable, Sendable {
    case full
    /// Without advisory criteria; each can be judged all the same.
    case quick
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
