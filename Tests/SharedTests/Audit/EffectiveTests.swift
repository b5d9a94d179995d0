import Shared
import TestSupport
import Testing

struct EffectiveTests {
    private let subject = PolicySubject(
        control: "menu", state: "expanded", environment: "ios-voiceover-phone-18",
        criterion: Sample.criterion)
    private let serious = Judgement.failed(.serious, .app)

    /// What holds of the record's finding, checked to be the same for every order of its siblings.
    private func holding(
        _ record: Record, _ policy: PolicyInForce = .one(.standard)
    ) -> Effective {
        let judgements = record.siblings(of: Sample.judgement)
        let decisions = record.siblings(of: Sample.decision)
        let answers = permutations(judgements).flatMap { judgements in
            permutations(decisions).map { decisions in
                effective(
                    judgements: judgements, decisions: decisions, policy: policy, subject: subject)
            }
        }
        #expect(Set(answers).count == 1, "the order of the siblings matters")
        return answers[0]
    }

    private func rule(_ method: String) -> PolicyInForce {
        .one(Policy(rules: [PolicyRule(method: method)]))
    }

    @Test func `what nobody judged is untested`() {
        #expect(holding(Record(key: Sample.state)) == .untested)
    }

    @Test func `one edit stands by itself`() {
        let record = Record.after([.judged(1, 1, .passed)])
        #expect(holding(record) == .single(.passed, by: Sample.person(1)))
    }

    @Test func `two persons with one value agree, and both are named`() {
        let record = Record.after([.judged(2, 1, serious), .judged(1, 1, serious)])
        #expect(
            holding(record)
                == .agreed(serious, supporters: [Sample.person(1), Sample.person(2)]))
    }

    @Test func `one person's two edits of one value are one voice`() {
        let record = Record.after([
            .judged(1, 1, .passed, author: 7), .judged(2, 1, .passed, author: 7),
        ])
        #expect(holding(record) == .single(.passed, by: Sample.person(7)))
    }

    @Test func `different values wait for a lead while no rule matches`() {
        let record = Record.after([.judged(1, 1, .passed), .judged(2, 1, serious)])
        #expect(holding(record) == .undecided(.noRule))
    }

    @Test func `values that differ in attribution only are different`() {
        let record = Record.after([
            .judged(1, 1, .failed(.minor, .app)), .judged(2, 1, .failed(.minor, .platform)),
        ])
        #expect(holding(record) == .undecided(.noRule))
    }

    @Test func `a rule settles different values and names the losers`() {
        let passed = Change.judged(1, 1, .passed)
        let record = Record.after([passed, .judged(2, 1, serious)])
        #expect(
            holding(record, rule("most-severe"))
                == .automatic(serious, method: "most-severe", losers: [passed.edit]))
    }

    @Test func `a rule does not touch what all agree on`() {
        let record = Record.after([.judged(1, 1, .passed), .judged(2, 1, .passed)])
        #expect(holding(record, rule("lead-decides")).basis == "agreed")
    }

    @Test func `a method of a later version leaves the conflict open`() {
        let record = Record.after([.judged(1, 1, .passed), .judged(2, 1, serious)])
        #expect(holding(record, rule("oracle")) == .undecided(.unknownMethod("oracle")))
    }

    @Test func `two policies at once leave every conflict to a lead`() {
        let record = Record.after([.judged(1, 1, .passed), .judged(2, 1, serious)])
        #expect(holding(record, .contested) == .undecided(.policyContested))
    }

    @Test func `two policies at once do not disturb what all agree on`() {
        let record = Record.after([.judged(1, 1, .passed), .judged(2, 1, .passed)])
        #expect(holding(record, .contested).judgement == .passed)
    }

    @Test func `only the first rule that matches is tried`() {
        let policy = Policy(rules: [
            PolicyRule(control: "sheet", method: "most-severe"),
            PolicyRule(control: "menu", state: "expanded", method: "majority"),
            PolicyRule(method: "most-severe"),
        ])
        let record = Record.after([.judged(1, 1, .passed), .judged(2, 1, serious)])
        guard case .undecided(.fellThrough(let method, _)) = holding(record, .one(policy)) else {
            Issue.record("A second rule was tried.")
            return
        }
        #expect(method == "majority")
    }

    @Test(arguments: [
        PolicyRule(control: "sheet", method: "most-severe"),
        PolicyRule(state: "disabled", method: "most-severe"),
        PolicyRule(environment: "ios-voiceover-phone-17", method: "most-severe"),
        PolicyRule(criterion: "menu.ios.state-closed", method: "most-severe"),
    ])
    func `a rule matches only when each of its patterns does`(rule: PolicyRule) {
        #expect(!rule.matches(subject))
        #expect(PolicyRule(method: "most-severe").matches(subject))
    }

    @Test func `a value of a later version keeps a conflict open in every order`() throws {
        let unknown = Write(
            field: Sample.judgement, value: .opaque([0xFA, 0x01, 0x01, 0x78]), replaces: [])
        let record = Record.after([
            .sample(1, 1, [unknown]), .judged(2, 1, .passed), .judged(3, 1, serious),
        ])
        #expect(holding(record) == .undecided(.noRule))
        #expect(holding(record, .contested) == .undecided(.policyContested))
        guard case .undecided(.fellThrough) = holding(record, rule("most-severe")) else {
            Issue.record("A rule settled a value that it cannot read.")
            return
        }
    }
}
