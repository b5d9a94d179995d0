import Shared
import TestSupport
import Testing

/// What holds in a plan while different values stand in one of its registers.
struct PlanTests {
    private static let key = RecordKey.plan(Sample.audit)

    private func text(_ text: String) -> FieldValue { .text(Text(normalizing: text)) }

    private func write(_ field: FieldID, _ value: FieldValue) -> Write {
        Write(field: field, value: value, replaces: [])
    }

    private func role(_ person: Int, _ role: Role) -> Write {
        write(FieldID(.person, Sample.person(person).hex, "role"), .role(role))
    }

    private func plan(_ changes: [(Int, UInt64, [Write])]) -> Plan {
        Plan(
            .after(
                changes.map { .sample($0.0, $0.1, $0.2, key: Self.key, act: .plan) },
                key: Self.key))
    }

    private let build = FieldID(.build, "ios")

    @Test func `equal values are no work, and different ones wait for a lead`() {
        let lead = (1, UInt64(1), [role(1, .lead), role(2, .lead)])
        let agreed = plan([
            lead, (1, 2, [write(build, text("8.4"))]), (2, 1, [write(build, text("8.4"))]),
        ])
        #expect(agreed.contested.isEmpty)
        let contested = plan([
            lead, (1, 2, [write(build, text("8.4"))]), (2, 1, [write(build, text("8.5"))]),
        ])
        #expect(contested.contested.map(\.field) == [build])
        #expect(contested.contested.first?.siblings.count == 2)
    }

    @Test func `of two values that leads wrote the lowest dot holds`() {
        let contested = plan([
            (1, 1, [role(1, .lead), role(2, .lead)]), (2, 1, [write(build, text("8.5"))]),
            (1, 2, [write(build, text("8.4"))]),
        ])
        #expect(contested.builds == ["ios": "8.4"])
        #expect(contested.contested.first?.held == text("8.4"))
    }

    @Test func `a lead's value holds before a lower dot of somebody else`() {
        let contested = plan([
            (2, 1, [role(2, .lead), role(1, .tester)]), (1, 1, [write(build, text("8.4"))]),
            (2, 2, [write(build, text("8.5"))]),
        ])
        #expect(contested.builds == ["ios": "8.5"])
    }

    @Test func `catalogue, rounds and an environment's parts follow the same rule`() throws {
        let environment = try #require(Environment(plain: "ios-voiceover-phone-18"))
        let parts = FieldID.parts(of: environment).map { write($0.field, text($0.text)) }
        let round = FieldID(.round, "2")
        func build(_ text: String) -> FieldValue {
            .round(number: 2, build: Text(normalizing: text))
        }
        let platform = FieldID(.environment, environment.id.hex, "platform")
        let contested = plan([
            (
                1, 1,
                [role(1, .lead), role(2, .lead), write(FieldID(.catalogue), text("1.0+a"))]
                    + [write(round, build("8.4"))] + parts
            ),
            (
                2, 1,
                [
                    write(FieldID(.catalogue), text("2.0+b")), write(platform, text("iOS")),
                    write(round, build("8.5")),
                ]
            ),
        ])
        #expect(contested.catalogue == "1.0+a")
        #expect(contested.rounds == [2: "8.4"])
        #expect(contested.environments[environment.id]?.platform == "ios")
        #expect(contested.contested.count == 3)
        #expect(contested.contestedBuild(round: 2, platform: "ios")?.field == round)
        #expect(contested.contestedBuild(round: 1, platform: "ios") == nil)
    }

    @Test func `of two roles the lower holds, of two policies none, and all titles are shown`() {
        let rule = Policy(rules: [PolicyRule(method: "majority")])
        let contested = plan([
            (
                1, 1,
                [role(1, .lead), role(2, .lead), role(3, .tester)]
                    + [write(FieldID(.title), text("One")), write(FieldID(.policy), .policy(rule))]
            ),
            (
                2, 1,
                [role(3, .reader), write(FieldID(.title), text("Two"))]
                    + [write(FieldID(.policy), .policy(.standard))]
            ),
        ])
        #expect(contested.role(of: Sample.person(3)) == .reader)
        #expect(contested.policy == .contested)
        #expect(contested.title == "One / Two")
        let held = contested.contested.map(\.held)
        #expect(held == [.role(.reader), nil, nil])
    }
}
