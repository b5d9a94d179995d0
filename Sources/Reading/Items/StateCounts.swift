package import Shared

/// What stands on one component state, counted.
package struct StateCounts: Sendable {
    /// Criteria by the outcome in effect; those that nobody judged are `untested`.
    package private(set) var counts = OutcomeCounts()
    /// What failed, by severity.
    package private(set) var severities = SeverityCounts()
    /// How many of the untested ones would fail a success criterion by failing.
    package private(set) var untestedNormative = 0
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
                let judgement = summary?.judgement(of: criterion.id)
                guard isAsked || judgement != nil else {
                    answers.append(.notAsked)
                    continue
                }
                answers.append(.inEffect(judgement?.outcome ?? .untested))
                count(judgement, of: criterion)
                total += 1
                continue
            }
            let judgement = finding.effective.judgement
            let outcome = judgement?.outcome ?? .untested
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
            count(judgement, of: criterion)
        }
        if isContested { contested = max(1, contested) }
    }

    private mutating func count(_ judgement: Judgement?, of criterion: Criterion) {
        counts[judgement?.outcome ?? .untested] += 1
        if let severity = judgement?.severity { severities[severity] += 1 }
        if judgement == nil, criterion.basis == .normative { untestedNormative += 1 }
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

    /// The most urgent that holds.
    package var worst: Worst {
        if challenges > 0 { return .challenged }
        if conflicts > 0 { return .conflict }
        if contested > 0 { return .contested }
        if counts[.failed] > 0 { return .failed }
        if counts[.cantTell] > 0 { return .cantTell }
        guard judged > 0 else { return .untested }
        guard !isOpen else { return .started }
        return counts[.inapplicable] == total ? .inapplicable : .passed
    }

    /// What holds of a component state as a whole, the most urgent first.
    package enum Worst: String, CaseIterable, Sendable {
        /// Later work speaks against a decision.
        case challenged
        /// Verdicts differ.
        case conflict
        /// A withdrawal and an edit stand side by side.
        case contested
        case failed, cantTell
        /// Nobody has judged anything, or not everything and nothing worse.
        case untested, started
        /// The one or all of it, nothing worse being left.
        case passed, inapplicable
    }
}

/// How many there are of each severity.
package struct SeverityCounts: Hashable, Sendable {
    private var counts = SIMD4<Int32>()

    package init() {}

    package subscript(severity: Severity) -> Int {
        get { Int(counts[severity.place]) }
        set { counts[severity.place] = Int32(newValue) }
    }

    /// The gravest one that there is; nil where nothing failed.
    package var gravest: Severity? { Severity.allCases.last { self[$0] > 0 } }

    package static func += (left: inout Self, right: Self) { left.counts &+= right.counts }
}

extension Severity {
    fileprivate var place: Int {
        switch self {
        case .critical: 0
        case .serious: 1
        case .moderate: 2
        case .minor: 3
        }
    }
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
