package import Shared

/// What would hold otherwise under other rules, finding by finding; nothing is written.
package struct RulePreview: Sendable {
    /// A finding of which something else would hold.
    package struct Line: Sendable {
        package let state: StateID
        /// The component state's.
        package let name: String
        package let before: Finding
        package let after: Finding
        /// Why, such as `rule 2: Maya Lindqvist ranks before Lee Okafor`.
        package let because: String
    }

    /// By component state, then by criterion.
    package let lines: [Line]
    /// What each of the rules would do.
    package let reach: RuleReach

    package init(of policy: Policy, in view: AuditView, _ catalogue: Catalogue?) throws {
        reach = try RuleReach(of: policy, in: view, catalogue)
        lines = reach.differing.filter {
            $0.before.effective.judgement != $0.after.effective.judgement
        }.map { one in
            Line(
                state: one.state, name: view.name(of: one.state), before: one.before,
                after: one.after, because: one.words(under: policy, in: view))
        }.sorted { ($0.name, $0.after.criterion) < ($1.name, $1.after.criterion) }
    }

    /// How many conflicts there would be more, or fewer where it is below 0.
    package var conflicts: Int {
        lines.count { $0.after.effective.isConflict }
            - lines.count { $0.before.effective.isConflict }
    }
}

extension RuleReach.Differing {
    fileprivate func words(under policy: Policy, in view: AuditView) -> String {
        guard let rule else { return "no rule fits, so a lead decides" }
        let front = "rule \(rule + 1)"
        switch after.effective {
        case .automatic(let judgement, _, _):
            return "\(front): \(why(judgement, policy.rules[rule], in: view))"
        case .undecided(.fellThrough(_, let why)): return "\(front) cannot choose: \(why)"
        case .undecided(.unknownMethod): return "\(front) needs a later version of Accord"
        default: return front  // open set: no rule leads to the others
        }
    }

    private func why(_ judgement: Judgement, _ rule: PolicyRule, in view: AuditView) -> String {
        let winners = after.judgements.filter { $0.value.judgement == judgement }
        let losers = after.judgements.filter { $0.value.judgement != judgement }
        switch rule.method {
        case PolicyMethod.named("most-severe")?.id:
            return "the gravest of what \(view.authors(of: after.judgements)) say"
        case PolicyMethod.named("majority")?.id:
            let all = Set(after.judgements.map(\.author)).count
            return "\(Set(winners.map(\.author)).count) of \(all) say so"
        case PolicyMethod.named("seniority")?.id:
            let senior = rule.ranks.first { Set(winners.map(\.author)).contains($0) }
            return "\(senior.map(view.plan.name(of:)) ?? "") ranks before "
                + view.authors(of: losers.filter { $0.author != senior })
        case PolicyMethod.named("knowing")?.id:
            return "\(view.authors(of: winners)) knew what \(view.authors(of: losers)) said"
        default: return "it chooses so"  // open set: methods to come
        }
    }
}
