import Client
import Shared

/// An explanation as sentences.
struct ExplanationStory {
    /// One sentence a step, in order.
    let lines: [String]

    init(_ explanation: Explanation, in view: AuditView) {
        let plan = view.plan
        let judgements = explanation.finding.judgements
        let said = judgements.map { sibling in
            "\(plan.name(of: sibling.author)) said on \(shown(sibling.wallTime)): "
                + "\(sibling.value.judgement?.words ?? "a value of a later version")."
        }
        lines =
            said
            + explanation.steps.map { step in
                Self.line(step, plan, proposed: { view.isProposed($0) }) { edit in
                    judgements.first { $0.edit == edit }.map { plan.name(of: $0.author) }
                        ?? "somebody"
                }
            }
    }

    private static func line(
        _ step: Explanation.Step, _ plan: Plan, proposed: (Sibling) -> Bool,
        author: (EditID) -> String
    ) -> String {
        switch step {
        case .nobodyJudged: return "Nobody has judged it."
        case .sameVerdict(let judgement, let supporters):
            guard supporters.count > 1 else { return "One verdict stands: \(judgement.words)." }
            let names = supporters.map(plan.name(of:)).joined(separator: " and ")
            return "\(names) say the same, so no rule is needed: \(judgement.words)."
        case .verdictsDiffer(let count): return "\(count) different verdicts stand."
        case .policyContested:
            return "Leads have written different policies, so no rule is tried."
        case .noRuleMatches: return "No rule matches, so a lead decides."
        case .decisionsDiffer: return "The decisions differ, so neither holds."
        case .decision(let sibling): return decision(sibling, plan, isProposed: proposed(sibling))
        case .challenge(.late(let edit)):
            return "\(author(edit)) judged without having seen the decision, which challenges it."
        case .challenge(.informed(let edit)):
            return
                "\(author(edit)) had seen the decision and judged otherwise, which challenges it."
        case .ruleDoesNotMatch, .ruleMatches, .ruleChooses, .ruleDoesNotChoose, .methodUnknown:
            return rule(step, plan)
        }
    }

    private static func rule(_ step: Explanation.Step, _ plan: Plan) -> String {
        switch step {
        case .ruleDoesNotMatch(let number, let rule, let mismatch):
            "Rule \(number), “\(PolicyText.text(rule, plan))”, does not match: the "
                + "\(mismatch.pattern.rawValue) is \(mismatch.found)."
        case .ruleMatches(let number, let rule):
            "Rule \(number), “\(PolicyText.text(rule, plan))”, matches. "
                + (PolicyMethod.named(rule.method)?.summary ?? "")
        case .ruleChooses(let judgement, _): "It chooses: \(judgement.words)."
        case .ruleDoesNotChoose(let why): "It does not choose: \(why)."
        case .methodUnknown(let method): "This version of Accord does not know \(method)."
        default: ""  // open set: the steps that `line` puts into words itself
        }
    }

    private static func decision(_ sibling: Sibling, _ plan: Plan, isProposed: Bool) -> String {
        guard let decision = sibling.value.decision else {
            return "A decision of a later version stands."
        }
        let verb = isProposed ? "proposes" : "decided on \(shown(sibling.wallTime))"
        let rule = decision.rule.map { ", confirming the rule \($0)" } ?? ""
        return "\(plan.name(of: sibling.author)) \(verb): \(decision.judgement.words)\(rule), "
            + "because: \(decision.reason.string)"
    }
}
