@testable import Client
import Reading
import Shared
import TestSupport
import Testing

/// What rules would do is what they do, whatever stands and whatever they say.
struct RulePreviewTests {
    private static let judgements: [Judgement] = [
        .passed, .cantTell, .inapplicable, .failed(.serious, .app), .failed(.minor, .app),
        .failed(.minor, .platform),
    ]

    /// A desk on which three people said different things of what they please.
    private static func desk(
        _ seed: UInt64, _ generator: inout SeededGenerator
    ) throws -> Desk {
        let desk = try Desk(seed: seed)
        for criterion in ["state-open", "trigger-name", "items-name", "state-disabled"] {
            let full = "menu.android.\(criterion)"
            guard desk.catalogue.criterion(full) != nil else { continue }
            for name in [Desk.open, Desk.grey] {
                for person in [desk.maya, desk.lee] where Bool.random(using: &generator) {
                    let said = judgements.randomElement(using: &generator) ?? .passed
                    try desk.hear(
                        from: person, on: name, criterion: full, said,
                        seen: Bool.random(using: &generator))
                }
            }
        }
        let item = try desk.item()
        if let one = item.disputed.randomElement(using: &generator) {
            try desk.client.decisions.decide(
                .decide(.passed, reason: "Seen."), on: item, criteria: [one.criterion],
                in: try desk.view())
        }
        return desk
    }

    private static func rule(_ desk: Desk, _ generator: inout SeededGenerator) -> PolicyRule {
        func some(_ text: String) -> String { Bool.random(using: &generator) ? text : "" }
        let method = PolicyMethod.all.randomElement(using: &generator)?.id ?? "majority"
        let ranks = [desk.maya, desk.lee].shuffled(using: &generator)
        return PolicyRule(
            control: some(Bool.random(using: &generator) ? "menu" : "sheet"),
            state: some("expanded"), environment: some(Desk.android),
            criterion: some(Desk.criterion), method: method,
            ranks: method == "seniority" ? ranks : [])
    }

    @Test(arguments: 1...UInt64(30))
    func `what a preview says becomes so when the rules are set`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let desk = try Self.desk(seed, &generator)
        let policy = Policy(
            rules: (0..<Int.random(in: 0...4, using: &generator)).map { _ in
                Self.rule(desk, &generator)
            })
        let before = try Self.effects(desk)
        let preview = try RulePreview(of: policy, in: try desk.view(), desk.catalogue)
        try desk.client.decisions.setRules(policy, reason: "Why.", in: try desk.view())
        let after = try Self.effects(desk)
        let changed = after.filter { $0.value.judgement != before[$0.key]?.judgement }
        #expect(
            Set(preview.lines.map { "\($0.name) \($0.after.criterion)" }) == Set(changed.keys))
        for line in preview.lines {
            #expect(after["\(line.name) \(line.after.criterion)"] == line.after.effective)
        }
        let reach = preview.reach
        #expect(
            reach.rules.reduce(0) { $0 + $1.automatic }
                == after.values.count { $0.basis == "automatic" })
        #expect(
            reach.rules.reduce(reach.rest.open) { $0 + $1.open }
                == after.values.count { $0.basis == "undecided" })
        #expect(reach.decided == after.values.count { $0.basis == "decided" })
        #expect(reach.rest.automatic == 0)
        let conflicts = { (all: [String: Effective]) in all.values.count(where: \.isConflict) }
        #expect(preview.conflicts == conflicts(after) - conflicts(before))
    }

    /// What holds of each finding, by its name.
    private static func effects(_ desk: Desk) throws -> [String: Effective] {
        var effects: [String: Effective] = [:]
        for state in try desk.view().states() {
            for finding in state.findings {
                effects["\(state.name) \(finding.criterion)"] = finding.effective
            }
        }
        return effects
    }

    @Test func `each component state is tried by a rule, or by none, of each criterion`() throws {
        let desk = try Desk()
        let places = try desk.view().workOrder(desk.catalogue).allPlaces().flatMap(\.places)
        func states(_ rules: PolicyRule...) throws -> [Int] {
            let reach = try RuleReach(
                of: Policy(rules: rules), in: try desk.view(), desk.catalogue)
            return (reach.rules + [reach.rest]).map(\.states)
        }
        let android = places.count { $0.environment.plain == Desk.android }
        let asked = places.count { $0.criteria.contains { $0.id == Desk.criterion } }
        #expect(asked > 0 && asked < android && android < places.count)
        #expect(try states() == [places.count])
        #expect(try states(PolicyRule(method: "majority")) == [places.count, 0])
        #expect(
            try states(
                PolicyRule(environment: Desk.android, method: "majority"),
                PolicyRule(control: "menu", method: "most-severe"))
                == [android, places.count - android, 0])
        // A rule for one criterion leaves the others of its states to the next.
        #expect(
            try states(PolicyRule(criterion: Desk.criterion, method: "majority"))
                == [asked, places.count])
        #expect(
            try states(
                PolicyRule(method: "majority"),
                PolicyRule(criterion: Desk.criterion, method: "knowing"))
                == [places.count, 0, 0])
    }
}
