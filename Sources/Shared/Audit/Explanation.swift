/// How a finding came to what holds of it, replayed step by step (docs/merge.md, "Policy").
package struct Explanation: Hashable, Sendable {
    package let finding: Finding
    /// In the order in which they were taken; the last ones say what holds.
    package let steps: [Step]

    /// One step of the replay; numbers of rules count from 1.
    package enum Step: Hashable, Sendable {
        case nobodyJudged
        /// All live judgements have one value: no rule is needed.
        case sameVerdict(Judgement, supporters: [PersonID])
        /// So many different values stand.
        case verdictsDiffer(Int)
        case policyContested
        case ruleDoesNotMatch(number: Int, PolicyRule, PolicyRule.Mismatch)
        case ruleMatches(number: Int, PolicyRule)
        case ruleChooses(Judgement, losers: [EditID])
        case ruleDoesNotChoose(why: String)
        case methodUnknown(String)
        case noRuleMatches
        /// A live decision; its edit, author and time stand in the sibling.
        case decision(Sibling)
        case decisionsDiffer
        case challenge(Challenge)
    }

    /// Replays what `effective` does, and says why at each step.
    package init(_ finding: Finding, policy: PolicyInForce, subject: PolicySubject) {
        self.finding = finding
        var steps = Self.judging(finding, policy: policy, subject: subject)
        steps += finding.decisions.map(Step.decision)
        switch finding.effective {
        case .undecided(.decisionsDiffer): steps.append(.decisionsDiffer)
        case .challenged(_, let challenges): steps += challenges.map(Step.challenge)
        case .untested, .single, .agreed, .automatic, .undecided, .decided: break
        }
        self.steps = steps
    }

    private static func judging(
        _ finding: Finding, policy: PolicyInForce, subject: PolicySubject
    ) -> [Step] {
        guard let first = finding.judgements.first else { return [.nobodyJudged] }
        let values = Set(finding.judgements.map(\.value))
        if values.count == 1, let judgement = first.value.judgement {
            let supporters = Set(finding.judgements.map(\.author)).sorted()
            return [.sameVerdict(judgement, supporters: supporters)]
        }
        guard case .one(let policy) = policy else {
            return [.verdictsDiffer(values.count), .policyContested]
        }
        return [.verdictsDiffer(values.count)] + trying(policy, on: finding, subject)
    }

    private static func trying(
        _ policy: Policy, on finding: Finding, _ subject: PolicySubject
    ) -> [Step] {
        var steps: [Step] = []
        for (index, rule) in policy.rules.enumerated() {
            if let mismatch = rule.mismatch(with: subject) {
                steps.append(.ruleDoesNotMatch(number: index + 1, rule, mismatch))
                continue
            }
            steps.append(.ruleMatches(number: index + 1, rule))
            // What the rule makes of the judgements alone, whatever a lead has decided since.
            let outcome = effective(
                judgements: finding.judgements, decisions: [],
                policy: .one(Policy(rules: [rule])), subject: subject)
            return steps + step(of: outcome)
        }
        return steps + [.noRuleMatches]
    }

    private static func step(of outcome: Effective) -> [Step] {
        switch outcome {
        case .automatic(let judgement, _, let losers): [.ruleChooses(judgement, losers: losers)]
        case .undecided(.fellThrough(_, let why)): [.ruleDoesNotChoose(why: why)]
        case .undecided(.unknownMethod(let method)): [.methodUnknown(method)]
        case .untested, .single, .agreed, .undecided, .decided, .challenged: []
        }
    }
}
