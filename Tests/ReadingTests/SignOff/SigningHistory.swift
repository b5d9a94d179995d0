import Shared
import TestSupport

@testable import Reading

/// A drawn history of two rounds, a signature over a part of it, and what somebody has later.
struct SigningHistory {
    /// Of all records, in the order in which they were written.
    private var changes: [Change] = []
    private var last: [Int: UInt64] = [:]
    private var generator: SeededGenerator

    static let lead = 4
    private static let signer = 9
    private static let plan = RecordKey.plan(Sample.audit)
    private static let component = RecordKey.component(
        Sample.audit, ComponentID(high: 0xC0, low: 1))
    private static let criteria = ["menu.ios.state-open", "menu.ios.trigger-name"]

    static func state(_ name: String, round: UInt32) -> RecordKey {
        .state(
            Sample.audit,
            StateID(
                component: ComponentID(high: 0xC0, low: 1),
                environment: EnvironmentID(high: 0xE0, low: 1), round: round, state: name))
    }

    init(seed: UInt64, count: Int = 24) {
        generator = SeededGenerator(seed: seed)
        let team = (1...4).flatMap { number in
            [
                Write(
                    field: FieldID(.person, Sample.person(number).hex, "role"),
                    value: .role(number == Self.lead ? .lead : .tester), replaces: [])
            ]
        }
        let rules = PolicyRule(method: generator.chance(50) ? "most-severe" : "lead-decides")
        let policy = Write(
            field: FieldID(.policy), value: .policy(Policy(rules: [rules])), replaces: [])
        append(Self.lead, team + [policy], to: Self.plan, as: .plan)
        for _ in 0..<count { appendDrawn() }
    }

    private mutating func append(
        _ replica: Int, _ writes: [Write], to key: RecordKey, as act: Act = .edit
    ) {
        let n = (last[replica] ?? 0) + 1
        last[replica] = n
        changes.append(
            .sample(
                replica, n, writes.sorted { $0.field < $1.field }, key: key, act: act,
                wallTime: Int64(changes.count)))
    }

    private mutating func appendDrawn() {
        let key = Self.state(
            generator.pick(["expanded", "disabled"]), round: generator.chance(70) ? 1 : 2)
        let replica = 1 + generator.below(4)
        let criterion = generator.pick(Self.criteria)
        let record = record(key, of: changes)
        func write(_ name: FieldName, _ value: FieldValue, own: Bool) -> Write {
            let field = FieldID(criterion: criterion, name)
            let named = record.siblings(of: field).filter {
                !own || $0.author == Sample.person(replica)
            }
            return Write(field: field, value: value, replaces: named.map(\.edit))
        }
        let judgement = generator.pick(
            [Judgement.passed, .passed, .cantTell, .failed(.minor, .app), .failed(.serious, .app)])
        switch generator.below(10) {
        case 0: append(replica, [write(.note, .text(Text(normalizing: "A")), own: false)], to: key)
        case 1:
            let covers = record.siblings(of: FieldID(criterion: criterion, .judgement)).map(\.edit)
            let value = Withdrawal(reason: Text(normalizing: "B"), covers: covers)
            append(replica, [write(.withdrawn, .withdrawal(value), own: true)], to: key)
        case 2:
            let settled = record.siblings(of: FieldID(criterion: criterion, .judgement))
            let value = Decision(
                judgement: judgement, settled: settled.map(\.edit), reason: Text(normalizing: "C"))
            append(
                Self.lead, [write(.decision, .decision(value), own: false)], to: key, as: .decision)
        case 3:
            let value = Withdrawal(reason: Text(normalizing: "D"), covers: [])
            let field = FieldID(.withdrawn)
            append(
                replica, [Write(field: field, value: .withdrawal(value), replaces: [])],
                to: Self.component)
        default: append(replica, [write(.judgement, .judgement(judgement), own: true)], to: key)
        }
    }

    private func record(_ key: RecordKey, of changes: [Change]) -> Record {
        .after(changes.filter { $0.key == key }, key: key)
    }

    /// Everything up to a number of each chain.
    private mutating func drawnPart(atLeast: [Int: UInt64] = [:]) -> [Int: UInt64] {
        var part: [Int: UInt64] = [:]
        for (replica, n) in last.sorted(by: { $0.key < $1.key }) {
            let least = Int(atLeast[replica] ?? 0)
            let drawn = generator.chance(60) ? Int(n) : generator.below(Int(n) + 1)
            part[replica] = UInt64(max(least, drawn))
        }
        part[Self.lead] = max(1, part[Self.lead] ?? 1)
        return part
    }

    private func written(in part: [Int: UInt64]) -> [Change] {
        changes.filter { change in
            part.contains { replica, n in
                Sample.replica(replica) == change.dot.replica && change.dot.n <= n
            }
        }
    }

    /// What was signed, and what is there later.
    struct Case {
        let known: VersionVector
        let signed: AuditView
        let later: AuditView
        /// Of the records of the first round, and of its component.
        fileprivate let roundDots: Set<Dot>
        fileprivate let componentDots: Set<Dot>
        /// Whether the same was applied, no more and no less.
        let isSame: Bool

        /// A component counts where a finding of it is in effect.
        func laterDots(withComponent: Bool) -> Set<Dot> {
            withComponent ? roundDots.union(componentDots) : roundDots
        }
    }

    /// Draws who knew what: late work, changes that were set aside, written again, or forgotten.
    mutating func draw() throws -> Case {
        let part = drawnPart()
        let before = written(in: part)
        let known = VersionVector(before.map(\.dot))
        let signed = Self.view(before)
        let result = try RoundResult(of: 1, in: signed)
        let isRestored = generator.chance(20)
        var after = written(in: drawnPart(atLeast: isRestored ? [:] : part))
        if generator.chance(30), let gone = after.last(where: { $0.key != Self.plan }) {
            after.removeAll { $0 == gone }
            // A lead adopts it, or its author's laptop writes it again.
            if generator.chance(50) {
                let dot = Dot(replica: Sample.replica(7), n: 1)
                after.append(gone.issuedAgain(at: dot))
            }
        }
        let signOff = SignOff(
            round: 1, statement: Text(normalizing: "S"), exceptions: [], result: result.hash,
            counts: .init(passed: 0, failed: 0, cantTell: 0, inapplicable: 0, untested: 0),
            builds: Text(normalizing: ""), catalogue: Text(normalizing: ""), policy: .zero,
            known: known.entries, pull: nil)
        let signature = Change.sample(
            Self.signer, 1,
            [Write(field: .signOff(Sample.edit(1)), value: .signOff(signOff), replaces: [])],
            key: Self.plan, act: .plan)
        let round = [Self.state("expanded", round: 1), Self.state("disabled", round: 1)]
        func dots(_ keys: [RecordKey]) -> Set<Dot> {
            Set(after.filter { keys.contains($0.key) }.map(\.dot))
        }
        return Case(
            known: known, signed: signed, later: Self.view(after + [signature]),
            roundDots: dots(round),
            componentDots: dots([Self.component]),
            isSame: Set(before.map(\.dot)) == Set(after.map(\.dot)))
    }

    static func view(_ changes: [Change]) -> AuditView {
        var records: [RecordKey: Record] = [:]
        for change in changes {
            records[change.key, default: Record(key: change.key)].apply(change)
        }
        var gathered = NameGathering(over: nil)
        for record in records.values { gathered.take(record) }
        guard let names = gathered.names else { preconditionFailure("There is a plan.") }
        return AuditView(
            names: names, records: PlainRecords(records), person: Sample.person(lead))
    }
}
