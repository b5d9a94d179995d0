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
    /// Criteria that are asked or judged here, without those that were withdrawn.
    package private(set) var total = 0
    /// What stands on each criterion that can be judged here, in their order.
    package private(set) var answers: [Answer] = []

    /// What stands on one criterion.
    package enum Answer: Hashable, Sendable {
        /// It is asked on another state, or not at all, and nobody has judged it here.
        case notAsked
        /// It waits for somebody who decides.
        case waiting
        case inEffect(Outcome)
    }

    /// Counts what is in effect; findings may lack criteria, and those of others are passed over.
    ///
    /// - Parameter summary: Tells the outcomes of criteria without a finding.
    package init(
        _ place: StatePlace, _ findings: [Finding], isContested: Bool = false,
        besides summary: StateSummary? = nil
    ) {
        let byCriterion = Dictionary(uniqueKeysWithValues: findings.map { ($0.criterion, $0) })
        answers.reserveCapacity(place.possible.count)
        for (criterion, elsewhere) in place.possibleElsewhere {
            let isAsked = elsewhere == nil
            guard let finding = byCriterion[criterion.id] else {
                let outcome = summary?.outcome(of: criterion.id) ?? .untested
                guard isAsked || outcome != .untested else {
                    answers.append(.notAsked)
                    continue
                }
                answers.append(.inEffect(outcome))
                counts[outcome] += 1
                total += 1
                continue
            }
            let outcome = finding.effective.judgement?.outcome ?? .untested
            guard isAsked || outcome != .untested || finding.isConflict || finding.isWithdrawn
            else {
                answers.append(.notAsked)
                continue
            }
            answers.append(finding.isConflict ? .waiting : .inEffect(outcome))
            guard !finding.isWithdrawn else { continue }
            total += 1
            if finding.isContested { contested += 1 }
            switch finding.effective {
            // Counted as no outcome at all.
            case .undecided:
                conflicts += 1
                continue
            case .challenged: challenges += 1
            case .untested, .single, .agreed, .automatic, .decided: break
            }
            counts[outcome] += 1
        }
        if isContested { contested = max(1, contested) }
    }

    /// Counts what lists know of a state; nil where nothing stands on it, or nothing is disputed.
    package init(_ place: StatePlace, _ summary: StateSummary?, _ dispute: DisputedState?) {
        self.init(
            place, dispute?.findings ?? [], isContested: dispute?.isContestedAsWhole ?? false,
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
