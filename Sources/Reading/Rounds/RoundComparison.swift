package import Shared

/// What became of the findings of one round in another.
package struct RoundComparison: Sendable {
    /// What became of a finding, or is to be told of it.
    package enum Change: String, CaseIterable, Sendable {
        case fixed
        case stillFailing = "still-failing"
        case regressed
        /// It fails, and nobody had judged it then.
        case new
        /// It failed, and nobody has judged it since.
        case notRetested = "not-retested"
        /// Nobody can say of one of the rounds whether it failed.
        case notComparable = "not-comparable"

        package var title: String {
            switch self {
            case .fixed: "Fixed"
            case .stillFailing: "Still failing"
            case .regressed: "Regressed"
            case .new: "New"
            case .notRetested: "Not retested"
            case .notComparable: "Not comparable"
            }
        }

        /// Nil for what fails in neither, and was judged by nobody or in both.
        init?(from then: RoundOutcome, to now: RoundOutcome) {
            switch (then.fails, now.fails) {
            case (true?, false?): self = .fixed
            case (true?, true?): self = .stillFailing
            case (false?, true?): self = .regressed
            case (false?, false?): return nil
            case (let fails?, nil) where now == .untested:
                guard fails else { return nil }
                self = .notRetested
            case (nil, let fails) where then == .untested:
                guard fails == true else { return nil }
                self = .new
            case (nil, _), (_, nil): self = .notComparable
            }
        }
    }

    /// A finding that failed in one of the rounds, or of which nobody can say whether it did.
    package struct Line: Sendable {
        /// In the later round.
        package let state: StateID
        package let criterion: String
        package let then: RoundOutcome
        package let now: RoundOutcome
        package let change: Change
    }

    package let round: UInt32
    package let earlier: UInt32
    /// In the order of the plan, then by environment, state and criterion.
    package let lines: [Line]

    /// Reads both rounds of an audit.
    ///
    /// - Parameter filter: What it asks of outcomes, people and times is not looked at.
    package init(
        of round: UInt32, against earlier: UInt32, in view: AuditView,
        matching filter: AuditFilter = AuditFilter()
    ) throws {
        self.round = round
        self.earlier = earlier
        let places = Dictionary(
            uniqueKeysWithValues: view.components.enumerated().map { ($1.id, $0) })
        func order(_ one: StateID) -> (Int, ComponentID, EnvironmentID, String) {
            (places[one.component] ?? .max, one.component, one.environment, one.state)
        }
        let outcomes = try RoundOutcome.all(of: [round, earlier], in: view, matching: filter)
        lines = outcomes.sorted { order($0.key) < order($1.key) }.flatMap { state, criteria in
            criteria.sorted { $0.key < $1.key }.compactMap { criterion, rounds in
                let then = rounds[earlier] ?? .untested
                let now = rounds[round] ?? .untested
                guard let change = Change(from: then, to: now) else { return nil }
                return Line(
                    state: state.at(round: round), criterion: criterion, then: then, now: now,
                    change: change)
            }
        }
    }

    package func count(of change: Change) -> Int { lines.count { $0.change == change } }
}
