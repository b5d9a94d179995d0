@testable import Client
import Reading
import Shared
import TestSupport
import Testing

/// Rules that are set: with a reason, in the place of those that were seen, once.
struct SettingRulesTests {
    private let desk: Desk
    private let gravest = Policy(rules: [PolicyRule(control: "menu", method: "most-severe")])
    private let most = Policy(rules: [PolicyRule(method: "majority")])

    init() throws { desk = try Desk() }

    private func set(_ policy: Policy, _ reason: String, asOf code: String? = nil) throws {
        try desk.client.decisions.setRules(
            policy, reason: reason, asOf: code, in: try desk.view())
    }

    private func planned() throws -> PlannedRules { try PlannedRules(in: try desk.view()) }

    /// Somebody else sets rules, having seen what `replaces` names.
    private func hear(
        _ policy: Policy, _ reason: String? = nil, replaces: [EditID] = []
    ) throws {
        var writes = [
            Write(field: FieldID(.policy), value: .policy(policy), replaces: replaces)
        ]
        if let reason {
            let value = FieldValue.text(Text(normalizing: reason))
            writes.append(Write(field: policy.reasonField, value: value, replaces: []))
        }
        try desk.hear(from: desk.maya, in: try desk.plan(), writes, act: .plan)
    }

    @Test func `rules hold with their reason, and others take it away with them`() throws {
        #expect(try planned().sets.isEmpty)
        try set(gravest, " As agreed on Monday.\n")
        #expect(try planned().only?.policy == gravest)
        #expect(try planned().only?.reasons == ["As agreed on Monday."])
        #expect(try planned().only?.authors == "Tomas Berg")
        try set(most, "Three people test it now.")
        #expect(try planned().only?.reasons == ["Three people test it now."])
        let reasons = try desk.plan().registers().filter { $0.field.name == .policyReason }
        #expect(reasons.count == 1)
        #expect(try desk.view().contested.isEmpty)
    }

    @Test func `the same sent twice is one change`() throws {
        let code = try planned().code
        try set(gravest, "Why.", asOf: code)
        let plan = try desk.plan()
        try set(gravest, "Why.", asOf: code)
        #expect(try desk.plan().context == plan.context)
        try set(gravest, "Another reason.", asOf: planned().code)
        #expect(try planned().only?.reasons == ["Another reason."])
    }

    @Test func `rules that came since are never replaced unseen`() throws {
        let code = try planned().code
        try hear(most, "Three people test it.")
        let found = trouble { try set(gravest, "Why.", asOf: code) }
        #expect(found?.kind == .badInput)
        #expect(found?.message.contains("other rules were set since") == true)
        #expect(try planned().only?.policy == most)
        try set(gravest, "Why.", asOf: planned().code)
        #expect(try planned().only?.policy == gravest)
    }

    @Test func `of two sets that were made apart none is lost, and a choice brings its reason`()
        throws
    {
        try set(gravest, "The gravest.")
        try hear(most, "The most.")
        #expect(try desk.view().plan.policy == .contested)
        let both = try planned()
        #expect(both.only == nil)
        #expect(Swift.Set(both.sets.flatMap(\.reasons)) == ["The gravest.", "The most."])
        #expect(both.sets.count == 2)
        // As programs choose that know of no reasons.
        try desk.client.decisions.choose(
            register: "policy", as: "*: majority", in: try desk.view())
        #expect(try planned().only?.policy == most)
        #expect(try planned().only?.reasons == ["The most."])
    }

    @Test func `two reasons for the same rules are both read, and nobody has to choose`() throws {
        try set(gravest, "One.")
        try hear(gravest, "Two.")
        #expect(try planned().only?.reasons == ["One.", "Two."])
        #expect(try desk.view().contested.isEmpty)
        #expect(try planned().only?.authors == "Maya Lindqvist and Tomas Berg")
    }

    @Test func `what is no reason, or too much, sets nothing`() throws {
        #expect(trouble { try set(gravest, " \n") }?.message.contains("write the reason") == true)
        let long = trouble { try set(gravest, String(repeating: "é", count: 8_500)) }
        #expect(long?.message.contains("17000 bytes") == true)
        let rules = Array(repeating: PolicyRule(method: "majority"), count: 101)
        #expect(trouble { try set(Policy(rules: rules), "Why.") }?.kind == .badInput)
        #expect(try planned().sets.isEmpty)
    }

    @Test(arguments: [Role.tester, .reader])
    func `only leads set rules`(role: Role) throws {
        let desk = try Desk(role: role)
        let found = trouble {
            try desk.client.decisions.setRules(.standard, reason: "Why.", in: try desk.view())
        }
        #expect(found?.kind == .notAllowed)
    }

    @Test func `rules without a reason, as older programs set them, hold as before`() throws {
        try hear(most)
        #expect(try planned().only?.reasons == [])
        #expect(try desk.view().plan.policy == .one(most))
    }
}
