import Client
import Presentation
import Shared

/// What stands on one component state, counted.
struct StateTally: Sendable {
    /// Criteria by the outcome in effect; those that nobody judged are `untested`.
    private(set) var counts: [Outcome: Int] = [:]
    private(set) var conflicts = 0
    private(set) var challenges = 0
    let total: Int

    /// - Parameter findings: May lack criteria; those of other criteria are passed over.
    init(_ criteria: [Criterion], _ findings: [Finding]) {
        total = criteria.count
        let byCriterion = Dictionary(uniqueKeysWithValues: findings.map { ($0.criterion, $0) })
        for criterion in criteria {
            let finding = byCriterion[criterion.id]
            switch finding?.effective {
            case .challenged: challenges += 1
            case .undecided: conflicts += 1
            case .untested, .single, .agreed, .automatic, .decided, nil: break
            }
            counts[finding?.effective.judgement?.outcome ?? .untested, default: 0] += 1
            if case .undecided = finding?.effective { counts[.untested, default: 0] -= 1 }
        }
    }

    /// Criteria on which somebody said something.
    var judged: Int { total - (counts[.untested] ?? 0) }

    /// Whether somebody still has to judge a criterion.
    var isOpen: Bool { judged < total }

    /// The most urgent that holds, as UX.md section 7 orders it.
    var mark: Mark {
        if challenges > 0 { return .challenged() }
        if conflicts > 0 { return .conflict() }
        for outcome in [Outcome.failed, .cantTell] {
            if let count = counts[outcome], count > 0 {
                return Mark(outcome, "\(count) \(outcome.countedWord)")
            }
        }
        guard judged > 0 else { return Mark(.untested) }
        guard !isOpen else { return Mark(.untested, "\(judged) of \(total)") }
        return Mark(counts[.inapplicable] == total ? .inapplicable : .passed)
    }
}
