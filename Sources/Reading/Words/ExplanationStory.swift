package import Foundation
package import Shared

/// An explanation as sentences.
package struct ExplanationStory {
    private let explanation: Explanation
    private let view: AuditView
    private let time: (Date) -> String

    package init(_ explanation: Explanation, in view: AuditView, time: @escaping (Date) -> String) {
        self.explanation = explanation
        self.view = view
        self.time = time
    }

    /// Who said what, then one sentence a step, in order.
    package var lines: [String] {
        let said = explanation.finding.judgements.map { sibling in
            "\(view.whose(sibling)) said on \(shown(sibling.wallTime)): "
                + "\(sibling.value.judgement?.words ?? "a value of a later version")."
        }
        return said + why
    }

    /// One sentence a step, in order, without who said what.
    package var why: [String] { explanation.steps.map(line) }

    private func line(_ step: Explanation.Step) -> String {
        switch step {
        case .nobodyJudged: "Nobody has judged it."
        case .sameVerdict(let judgement, let supporters): agreement(judgement, supporters)
        case .verdictsDiffer(let count): "\(count) different verdicts stand."
        case .policyContested: "Leads have written different policies, so no rule is tried."
        case .ruleDoesNotMatch(let number, let rule, let mismatch):
            "Rule \(number), “\(text(rule))”, does not match: the \(mismatch.pattern.rawValue) is "
                + "\(mismatch.found)."
        case .ruleMatches(let number, let rule):
            "Rule \(number), “\(text(rule))”, matches. "
                + (PolicyMethod.named(rule.method)?.summary ?? "")
        case .ruleChooses(let judgement, _): "It chooses: \(judgement.words)."
        case .ruleDoesNotChoose(let why): "It does not choose: \(why)."
        case .methodUnknown(let method): "This version of Accord does not know \(method)."
        case .noRuleMatches: "No rule matches, so a lead decides."
        case .decision(let sibling): decision(sibling)
        case .decisionsDiffer: "The decisions differ, so neither holds."
        case .challenge(.late(let edit)):
            "\(author(of: edit)) did not know the decision and judges otherwise: a challenge."
        case .challenge(.informed(let edit)):
            "\(author(of: edit)) knew the decision and judges otherwise: a challenge."
        case .challenge(.groundless):
            "What was decided has been taken back since, so the decision rests on nothing."
        }
    }

    private func agreement(_ judgement: Judgement, _ supporters: [PersonID]) -> String {
        guard supporters.count > 1 else { return "One verdict stands: \(judgement.words)." }
        let names = supporters.map(name).joined(separator: " and ")
        return "\(names) say the same, so no rule is needed: \(judgement.words)."
    }

    private func decision(_ sibling: Sibling) -> String {
        guard let decision = sibling.value.decision else {
            return "A decision of a later version stands."
        }
        let verb = view.isProposed(sibling) ? "proposes" : "decided on \(shown(sibling.wallTime))"
        let rule = decision.rule.map { ", confirming the rule \($0)" } ?? ""
        return "\(name(sibling.author)) \(verb): \(decision.judgement.words)\(rule), because: "
            + decision.reason.string
    }

    private func author(of edit: EditID) -> String {
        explanation.finding.judgements.first { $0.edit == edit }.map { name($0.author) }
            ?? "somebody"
    }

    private func name(_ person: PersonID) -> String { view.plan.name(of: person) }
    private func text(_ rule: PolicyRule) -> String { PolicyText.text(rule, view.plan) }
    private func shown(_ wallTime: Int64) -> String { time(Date(unixMilliseconds: wallTime)) }
}

extension Judgement {
    /// `failed, serious`; a platform's defect is told, an app's goes without saying.
    package var words: String {
        switch self {
        case .passed: "passed"
        case .failed(let severity, .app): "failed, \(severity.rawValue)"
        case .failed(let severity, .platform): "failed, \(severity.rawValue), platform defect"
        case .cantTell: "can't tell"
        case .inapplicable: "inapplicable"
        }
    }
}
