package import Shared

/// What stands on one component state, counted.
package struct StateCounts: Sendable {
    /// Criteria by the outcome in effect; those that nobody judged are `untested`.
    package private(set) var counts = OutcomeCounts()
    package private(set) var conflicts = 0
    /// Criteria whose decision later work speaks against.
    package private(set) var challenges = 0
    /// Withdrawals of the state or of single criteria beside which something stands.
    package private(set) var contested = 0
    /// Criteria that are judged here, without those that were withdrawn.
    package let total: Int

    /// Counts what is in effect; findings may lack criteria, and those of others are passed over.
    ///
    /// - Parameter summary: Tells the outcomes of criteria without a finding.
    package init(
        _ criteria: [Criterion], _ findings: [Finding], isContested: Bool = false,
        besides summary: StateSummary? = nil
    ) {
        let byCriterion = Dictionary(uniqueKeysWithValues: findings.map { ($0.criterion, $0) })
        let criteria = criteria.filter { byCriterion[$0.id]?.isWithdrawn != true }
        total = criteria.count
        let parts = criteria.count { byCriterion[$0.id]?.isContested == true }
        contested = isContested ? max(1, parts) : parts
        for criterion in criteria {
            let finding = byCriterion[criterion.id]
            switch finding?.effective {
            case .challenged: challenges += 1
            case .undecided:
                // Counted as no outcome at all.
                conflicts += 1
                continue
            case .untested, .single, .agreed, .automatic, .decided: break
            case nil:
                counts[summary?.outcome(of: criterion.id) ?? .untested] += 1
                continue
            }
            counts[finding?.effective.judgement?.outcome ?? .untested] += 1
        }
    }

    /// Counts what lists know of a state; nil where nothing stands on it, or nothing is disputed.
    package init(_ criteria: [Criterion], _ summary: StateSummary?, _ dispute: DisputedState?) {
        self.init(
            criteria, dispute?.findings ?? [], isContested: dispute?.isContestedAsWhole ?? false,
            besides: summary)
    }

    package var judged: Int { total - counts[.untested] }
    package var isDisputed: Bool { conflicts + challenges + contested > 0 }
    package var isOpen: Bool { judged < total }
}

/// How many there are of each outcome.
package struct OutcomeCounts: Hashable, Sendable {
    private var counts = SIMD8<Int32>()

    package init() {}

    /// Never below 0.
    package subscript(outcome: Outcome) -> Int {
        get { Int(counts[outcome.place]) }
        set { counts[outcome.place] = Int32(newValue) }
    }

    package var all: [Outcome: Int] {
        Dictionary(uniqueKeysWithValues: Outcome.allCases.map { ($0, self[$0]) })
    }

    package static func += (left: inout Self, right: Self) { left.counts &+= right.counts }
}

extension Outcome {
    fileprivate var place: Int {
        switch self {
        case .passed: 0
        case .failed: 1
        case .cantTell: 2
        case .inapplicable: 3
        case .untested: 4
        }
    }
}
