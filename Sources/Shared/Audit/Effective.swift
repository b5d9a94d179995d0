/// What holds for one finding, given its siblings, its decisions and the policy.
package enum Effective: Hashable, Sendable {
    case untested
    case single(Judgement, by: PersonID)
    /// Several edits with one value; the supporters, ascending.
    case agreed(Judgement, supporters: [PersonID])
    /// A rule settled different values; nothing was written or destroyed.
    case automatic(Judgement, method: String, losers: [EditID])
    case undecided(UndecidedReason)
    /// A lead decided; every live judgement is settled by that or agrees with it.
    case decided(Decision)
    /// A lead's decision holds, but what stands beside it does not fit it.
    case challenged(Decision, by: [Challenge])

    /// The judgement in effect, nil when untested or undecided.
    package var judgement: Judgement? {
        switch self {
        case .single(let judgement, _), .agreed(let judgement, _),
            .automatic(let judgement, _, _):
            judgement
        case .decided(let decision), .challenged(let decision, _): decision.judgement
        case .untested, .undecided: nil
        }
    }

    /// Whether a lead has something to do.
    package var isConflict: Bool {
        switch self {
        case .undecided, .challenged: true
        case .untested, .single, .agreed, .automatic, .decided: false
        }
    }

    package var basis: String {
        switch self {
        case .untested: "untested"
        case .single: "single"
        case .agreed: "agreed"
        case .automatic: "automatic"
        case .undecided: "undecided"
        case .decided: "decided"
        case .challenged: "challenged"
        }
    }
}

/// Why different values were not settled.
package enum UndecidedReason: Hashable, Sendable {
    case noRule
    case fellThrough(method: String, why: String)
    case unknownMethod(String)
    /// Several policies stand in the plan: a lead decides until one is chosen.
    case policyContested
    case decisionsDiffer
}

/// Why a decision that stays in effect has to be looked at again.
package enum Challenge: Hashable, Sendable {
    /// A judgement differs whose writer did not know the decision.
    case late(EditID)
    /// A judgement differs whose writer knew the decision.
    case informed(EditID)
    /// Nothing that it settled stands any more, and nothing that stands agrees with it.
    case groundless
}

/// A policy as the plan holds it: one, or several that nobody has chosen between.
package enum PolicyInForce: Hashable, Sendable {
    case one(Policy)
    case contested
}

/// Says what holds for one finding (docs/merge.md, "Policy"): pure, total, independent of order.
///
/// - Parameters:
///   - judgements: The live judgements, two with one edit id counted once.
///   - decisions: The live decisions.
///   - subject: What the policy's patterns are held against.
package func effective(
    judgements: [Sibling], decisions: [Sibling], policy: PolicyInForce, subject: PolicySubject
) -> Effective {
    let decided = decisions.filter { $0.value.decision != nil }
    if !decided.isEmpty { return underDecision(judgements: judgements, decisions: decided) }
    guard let first = judgements.first else { return .untested }
    if let common = first.value.judgement, Set(judgements.map(\.value)).count == 1 {
        let supporters = Set(judgements.map(\.author)).sorted()
        return supporters.count == 1
            ? .single(common, by: supporters[0]) : .agreed(common, supporters: supporters)
    }
    return byPolicy(judgements, policy: policy, subject: subject)
}

private func underDecision(judgements: [Sibling], decisions: [Sibling]) -> Effective {
    let values = decisions.compactMap(\.value.decision)
    guard Set(values.map(\.judgement)).count == 1 else { return .undecided(.decisionsDiffer) }
    // Of decisions that agree the first by dot is shown; together they settle what each settles.
    let order = decisions.sorted { $0.dot < $1.dot }
    guard let shown = order.first?.value.decision else { return .untested }
    let settled = Set(values.flatMap(\.settled))
    let edits = Set(order.map(\.edit))
    // Agreement challenges nothing, and neither does what a decision names.
    let challenges =
        judgements
        .filter { $0.value.judgement != shown.judgement && !settled.contains($0.edit) }
        .sorted { $0.edit < $1.edit }
        .map { sibling -> Challenge in
            sibling.knew.contains(where: edits.contains)
                ? .informed(sibling.edit) : .late(sibling.edit)
        }
    if !challenges.isEmpty { return .challenged(shown, by: challenges) }
    let hasGround = judgements.contains {
        settled.contains($0.edit) || $0.value.judgement == shown.judgement
    }
    return settled.isEmpty || hasGround ? .decided(shown) : .challenged(shown, by: [.groundless])
}

private func byPolicy(
    _ judgements: [Sibling], policy: PolicyInForce, subject: PolicySubject
) -> Effective {
    guard case .one(let policy) = policy else { return .undecided(.policyContested) }
    guard let rule = policy.rules.first(where: { $0.matches(subject) }) else {
        return .undecided(.noRule)
    }
    guard let method = PolicyMethod.named(rule.method) else {
        return .undecided(.unknownMethod(rule.method))
    }
    guard judgements.allSatisfy({ $0.value.judgement != nil }) else {
        return .undecided(.fellThrough(method: method.id, why: "a value of a later version stands"))
    }
    guard judgements.allSatisfy({ $0.unplaced == nil }) else {
        return .undecided(
            .fellThrough(method: method.id, why: "nothing shows whose one of the verdicts is"))
    }
    switch method.settle(judgements, rule.ranks) {
    case .settled(let judgement):
        let losers = judgements.filter { $0.value.judgement != judgement }.map(\.edit).sorted()
        return .automatic(judgement, method: method.id, losers: losers)
    case .fallsThrough(let why): return .undecided(.fellThrough(method: method.id, why: why))
    }
}
