@testable import Client
import Foundation
import Reading
import Shared
import TestSupport
import Testing

/// Rules as people write them (`PolicyText.swift`), previews, and explanations.
struct PolicyTests {
    private let desk: Desk
    private let view: AuditView

    init() throws {
        desk = try Desk()
        try desk.hear(from: desk.maya, .failed(.serious, .app))
        try desk.hear(from: desk.lee, .passed)
        view = try desk.view()
    }

    private func rule(_ text: String) throws -> PolicyRule {
        try PolicyText.rule(text, in: view, desk.catalogue)
    }

    @Test(arguments: [
        "menu / disabled: most-severe", "*: lead-decides", "menu: majority",
        "* / * / ios-voiceover-phone-18: most-severe",
        "menu / * / * / menu.ios.state-open: lead-decides",
        "* / expanded: seniority Maya Lindqvist, Lee Okafor",
    ])
    func `a rule is written as it is read`(text: String) throws {
        #expect(PolicyText.text(try rule(text), view.plan) == text)
    }

    @Test func `a rule names who a name does not tell by her id`() throws {
        let rule = PolicyRule(method: "seniority", ranks: [desk.maya, desk.lee])
        #expect(PolicyText.text(rule, view.plan) == "*: seniority Maya Lindqvist, Lee Okafor")
        try desk.client.savePlan(
            Drafts.person(desk.lee, name: "Okafor, Lee", role: .tester), of: view)
        let text = PolicyText.text(rule, try desk.view().plan)
        #expect(text == "*: seniority Maya Lindqvist, \(desk.lee.hex)")
        #expect(try PolicyText.rule(text, in: try desk.view(), desk.catalogue) == rule)
    }

    @Test func `a rule is of the environment that a name means, however it is written`() throws {
        #expect(try rule("* / * / IOS-VoiceOver-phone-18: majority").environment == Desk.ios)
    }

    @Test(arguments: [
        ("menu", ReportedError.Kind.badInput), ("a/b/c/d/e: majority", .badInput),
        ("menu: loudest", .notFound), ("men: majority", .notFound),
        ("menu / half-screen: majority", .notFound), ("* / *  / ios: majority", .notFound),
        ("* / * / * / x: majority", .notFound), ("*: seniority", .badInput),
        ("*: seniority Nobody", .notFound), ("*: majority Maya Lindqvist", .badInput),
    ])
    func `a rule that could match nothing is refused`(text: String, kind: ReportedError.Kind) {
        #expect(trouble { _ = try rule(text) }?.kind == kind)
    }

    @Test func `the preview tells what would alter, and writes nothing`() throws {
        let policy = Policy(rules: [try rule("menu: most-severe")])
        let preview = try RulePreview(of: policy, in: view, desk.catalogue)
        #expect(preview.lines.map(\.name) == [Desk.open])
        #expect(preview.lines.first?.after.effective.basis == "automatic")
        #expect(
            preview.lines.first?.because
                == "rule 1: the gravest of what Lee Okafor and Maya Lindqvist say")
        #expect(preview.conflicts == -1)
        #expect(try RulePreview(of: .standard, in: view, desk.catalogue).lines.isEmpty)
        #expect(try desk.finding().effective == .undecided(.noRule))
    }

    @Test func `a saved policy holds at once, and a rule's choice can be confirmed`() throws {
        let policy = Policy(rules: [try rule("menu: most-severe")])
        try desk.client.save([Drafts.policy(desk.audit, policy)], in: desk.audit)
        #expect(try desk.finding().effective.judgement == .failed(.serious, .app))
        try desk.client.decisions.decide(
            .confirm(reason: nil), on: try desk.item(), criteria: ["state-open"],
            in: try desk.view())
        #expect(try desk.finding().decisions.first?.value.decision?.rule == "most-severe")
    }

    @Test func `a policy file lists its rules in order`() throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "policy.yaml")
        try "rules:\n  - \"menu: majority\"\n  - \"*: lead-decides\"\n"
            .write(to: file, atomically: true, encoding: .utf8)
        #expect(try PolicyText.rules(file: file) == ["menu: majority", "*: lead-decides"])
        try "rules:\n  - menu: majority\n".write(to: file, atomically: true, encoding: .utf8)
        let found = trouble { _ = try PolicyText.rules(file: file) }
        #expect(found?.message.contains("policy.yaml:2") == true)
    }

    @Test func `an explanation names the rules that were tried and why they did not match`() throws
    {
        let policy = Policy(
            rules: [try rule("sheet: majority"), try rule("menu / disabled: majority")])
        try desk.client.save([Drafts.policy(desk.audit, policy)], in: desk.audit)
        let steps = try desk.view().explanation(of: try desk.finding(), on: try desk.item()).steps
        #expect(steps.first == .verdictsDiffer(2))
        let mismatches = steps.compactMap { step -> String? in
            guard case .ruleDoesNotMatch(let number, _, let mismatch) = step else { return nil }
            return "\(number) \(mismatch.pattern) \(mismatch.wanted) \(mismatch.found)"
        }
        #expect(mismatches == ["1 control sheet menu", "2 state disabled expanded"])
        #expect(steps.last == .noRuleMatches)
    }

    @Test func `an explanation says what a rule chose, whatever a lead decided since`() throws {
        let policy = Policy(rules: [try rule("menu: most-severe")])
        try desk.client.save([Drafts.policy(desk.audit, policy)], in: desk.audit)
        try desk.client.decisions.decide(
            .decide(.passed, reason: "x"), on: try desk.item(), criteria: ["state-open"],
            in: try desk.view())
        try desk.hear(from: desk.lee, .cantTell)
        let finding = try desk.finding()
        let steps = try desk.view().explanation(of: finding, on: try desk.item()).steps
        let chooses = steps.contains { step in
            if case .ruleChooses(.failed(.serious, .app), _) = step { true } else { false }
        }
        #expect(chooses)
        #expect(steps.suffix(1).allSatisfy { if case .challenge = $0 { true } else { false } })
    }

    @Test func `one verdict needs no rule`() throws {
        try desk.record(.passed, state: "collapsed", criterion: "label-in-name")
        let name = "\(Desk.menu)@\(Desk.android):collapsed"
        let item = try desk.item(name)
        let steps = try desk.view().explanation(of: item.findings[0], on: item).steps
        #expect(steps == [.sameVerdict(.passed, supporters: [view.person])])
    }
}
