package import Shared

/// What stands on one component state, counted.
package struct StateTally: Sendable {
    /// Criteria by the outcome in effect; those that nobody judged are `untested`.
    package private(set) var counts: [Outcome: Int] = [:]
    /// Criteria on which verdicts disagree.
    package private(set) var conflicts = 0
    /// Criteria whose decision later work speaks against.
    package private(set) var challenges = 0
    /// Criteria judged here.
    package let total: Int

    /// Counts what is in effect on each criterion.
    ///
    /// - Parameter findings: May lack criteria; those of other criteria are passed over.
    package init(_ criteria: [Criterion], _ findings: [Finding]) {
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
    package var judged: Int { total - (counts[.untested] ?? 0) }

    /// Whether somebody still has to judge a criterion.
    package var isOpen: Bool { judged < total }
}
