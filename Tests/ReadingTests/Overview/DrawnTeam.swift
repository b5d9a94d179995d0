import Shared
import TestSupport

@testable import Reading

/// A drawn audit in memory: a lead and three testers, who were given work and have judged some.
struct DrawnTeam {
    /// Of each record, in the order in which its devices wrote.
    private let changes: [RecordKey: [Change]]
    private let records: [RecordKey: Record]

    static let people = (1...3).map(Sample.person)
    private static let lead = 9
    private static let catalogue = CatalogueLoader.embedded()
    private static let environments = ["ios-voiceover-phone-18", "android-talkback-phone-15"]
        .compactMap { Environment(plain: $0) }
    private static let judgements: [Judgement] = [
        .passed, .passed, .passed, .inapplicable, .cantTell, .failed(.minor, .app),
        .failed(.serious, .platform), .failed(.critical, .app),
    ]

    /// - Parameter share: Of a hundred component states those that two people judge; nil for none.
    init(seed: UInt64, components: Int = 6, byTwo share: Int? = nil) {
        var generator = SeededGenerator(seed: seed)
        var changes: [RecordKey: [Change]] = [:]
        let plan = RecordKey.plan(Sample.audit)
        changes[plan] = [
            .sample(Self.lead, 1, Self.planWrites + Self.draw(share), key: plan, act: .plan)
        ]
        for number in 0..<components {
            let key = RecordKey.component(
                Sample.audit, ComponentID(high: 0xC0, low: UInt64(number + 1)))
            changes[key] = [
                .sample(
                    Self.lead, 1, Self.componentWrites(number, &generator), key: key, act: .plan)
            ]
        }
        let planned = Self.view(
            changes.mapValues { .after($0, key: $0[0].key) }, for: Self.people[0])
        let order = WorkOrder(
            of: planned, Self.catalogue, without: WithdrawnWork([], [:]))
        for place in order.allPlaces().flatMap(\.places) {
            let key = RecordKey.state(Sample.audit, place.id)
            let written = Self.stateChanges(place, key, &generator)
            if !written.isEmpty { changes[key] = written }
        }
        self.init(changes)
    }

    private init(_ changes: [RecordKey: [Change]]) {
        self.changes = changes
        records = Dictionary(
            uniqueKeysWithValues: changes.map { ($0, .after($1, key: $0)) })
    }

    /// The same changes, each device's in its own order, devices in another.
    func shuffled(seed: UInt64) -> DrawnTeam {
        var generator = SeededGenerator(seed: seed)
        return DrawnTeam(
            Dictionary(
                uniqueKeysWithValues: changes.sorted {
                    $0.key.bytes.lexicographicallyPrecedes($1.key.bytes)
                }
                .map { key, changes in
                    let devices = Set(changes.map(\.dot.replica)).sorted()
                        .shuffled(using: &generator)
                    return (
                        key, devices.flatMap { one in changes.filter { $0.dot.replica == one } }
                    )
                }))
    }

    func view(for person: PersonID = Sample.person(9)) -> AuditView {
        Self.view(records, for: person)
    }

    func coverage(for person: PersonID = Sample.person(9)) throws -> AuditCoverage {
        try AuditCoverage(of: view(for: person), Self.catalogue)
    }

    /// The assignees of a component state itself.
    func own(_ state: AuditCoverage.CoveredState) -> [String] {
        records[.state(Sample.audit, state.place.id)]
            .map { $0.siblings(of: FieldID(.assignee)).compactMap(\.value.text) } ?? []
    }

    private static func view(_ records: [RecordKey: Record], for person: PersonID) -> AuditView {
        var gathered = NameGathering(over: nil)
        for record in records.values { gathered.take(record) }
        guard let names = gathered.names else { preconditionFailure("There is a plan.") }
        return AuditView(names: names, records: PlainRecords(records), person: person)
    }

    private static func write(_ field: FieldID, _ value: FieldValue) -> Write {
        Write(field: field, value: value, replaces: [])
    }

    private static func text(_ text: String) -> FieldValue { .text(Text(normalizing: text)) }

    private static func draw(_ share: Int?) -> [Write] {
        guard let share,
            let opinions = SecondOpinions(
                share: share, seed: "seed", concerns: [.control: ["menu", "sheet"]],
                people: Set(people))
        else { return [] }
        return [write(.secondOpinions, text(opinions.text))]
    }

    private static var planWrites: [Write] {
        let group = GroupID(high: 0x60, low: 1)
        let parts = environments.flatMap { FieldID.parts(of: $0) }
            .map { write($0.field, text($0.text)) }
        let team = (people + [Sample.person(lead)]).enumerated().flatMap { number, person in
            [
                write(FieldID(.person, person.hex, "name"), text("Person \(number)")),
                write(FieldID(.person, person.hex, "role"), .role(number < 3 ? .tester : .lead)),
            ]
        }
        return parts + team + [
            write(FieldID(.group, group.hex), text("Two of them")),
            write(FieldID(.member, group.hex, people[0].hex), .present),
            write(FieldID(.member, group.hex, people[1].hex), .present),
        ]
    }

    private static func componentWrites(
        _ number: Int, _ generator: inout SeededGenerator
    ) -> [Write] {
        let control = ["menu", "sheet", "modal-dialog"][number % 3]
        let parts = ComponentParts(
            screen: ["Accounts", "Cards"].randomElement(using: &generator) ?? "",
            control: control, label: "Part \(number)")
        let states = catalogue.control(control)?.platforms.flatMap { platform in
            platform.states.prefix(3).map { FieldID(.state, platform.id, $0.id) }
        }
        return parts.values.map { write($0.field, $0.value) }
            + (states ?? []).map { write($0, .present) } + assignment(&generator)
    }

    /// Who is to do something and by when, or nothing of it.
    private static func assignment(_ generator: inout SeededGenerator) -> [Write] {
        let group = "group:" + GroupID(high: 0x60, low: 1).hex
        let who = (people.map(\.hex) + [group, nil, nil]).randomElement(using: &generator) ?? nil
        let day = Int64.random(in: 0..<9, using: &generator)
        return (who.map { [write(FieldID(.assignee), text($0))] } ?? [])
            + (day < 5 ? [write(FieldID(.due), .number(1_790_000_000_000 + day * 86_400_000))] : [])
    }

    private static func stateChanges(
        _ place: StatePlace, _ key: RecordKey, _ generator: inout SeededGenerator
    ) -> [Change] {
        var changes: [Change] = []
        let given = Int.random(in: 0..<4, using: &generator) == 0 ? assignment(&generator) : []
        if !given.isEmpty { changes.append(.sample(lead, 1, given, key: key)) }
        let judging = people.indices.filter { _ in Bool.random(using: &generator) }.prefix(2)
        let share: Double = [0.3, 1, 1].randomElement(using: &generator) ?? 1
        for person in judging {
            let writes = place.possible.filter { _ in
                Double.random(in: 0..<1, using: &generator) < share
            }.map { criterion in
                // Two say the same of most, or half of all would be in conflict.
                let usual = Self.judgements[Int(criterion.id.utf8.reduce(0) { $0 &+ $1 } % 5)]
                let said =
                    Int.random(in: 0..<8, using: &generator) == 0
                    ? Self.judgements.randomElement(using: &generator) ?? usual : usual
                return write(FieldID(criterion: criterion.id, .judgement), .judgement(said))
            }
            guard !writes.isEmpty else { continue }
            changes.append(
                .sample(
                    person + 1, 1, writes, key: key,
                    wallTime: 1_780_000_000_000 + Int64(changes.count)))
        }
        return changes
    }
}
