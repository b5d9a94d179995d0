package import Shared

/// The component states that two people are to judge, for whom, and what is left of it.
package struct SecondOpinionProgress: Sendable {
    package let opinions: SecondOpinions
    private let plan: Plan
    /// Component states among which it is drawn.
    package let meant: Int
    /// In the order of work.
    package let states: [Drawn]
    /// Who is second, with most component states first.
    package let people: [Share]

    /// A component state that is drawn.
    package struct Drawn: Sendable {
        package let place: StatePlace
        /// Nil where nobody is left for it.
        package let second: PersonID?
        package let findings: Findings
    }

    /// Findings that two people are to judge, each counted once.
    package struct Findings: Hashable, Sendable {
        /// By two people whose forms had shown no verdict of anybody else.
        package fileprivate(set) var twice = 0
        /// By two people of whom one had been shown another verdict, or a decision.
        package fileprivate(set) var dependent = 0
        package fileprivate(set) var left = 0

        package var total: Int { twice + dependent + left }
    }

    /// What one person is second on.
    package struct Share: Sendable {
        package let person: PersonID
        package fileprivate(set) var drawn = 0
        package fileprivate(set) var given = 0
    }

    /// Draws among the component states of an audit's current round.
    ///
    /// Reads the records of those that are drawn and that two people have judged.
    package init(of opinions: SecondOpinions, in coverage: AuditCoverage) throws {
        self.opinions = opinions
        let view = coverage.view
        plan = view.plan
        var states: [Drawn] = []
        var shares: [PersonID: Share] = [:]
        for state in coverage.states where view.draws(state.place.id, by: opinions) {
            let place = state.place
            let second = view.second(
                on: place.id, besides: state.assignees, by: opinions)
            let findings =
                try state.judges.count < 2
                ? Findings(left: state.asked) : Findings(of: view.item(place.id), at: place)
            states.append(Drawn(place: place, second: second, findings: findings))
            guard let second else { continue }
            shares[second, default: Share(person: second)].drawn += 1
            if state.hasAll(of: second) { shares[second]?.given += 1 }
        }
        meant = coverage.states.count { view.means($0.place.id, by: opinions) }
        self.states = states
        people = shares.values.sorted { ($1.drawn, $0.person) < ($0.drawn, $1.person) }
    }

    package var findings: Findings {
        states.reduce(into: Findings()) { all, state in
            all.twice += state.findings.twice
            all.dependent += state.findings.dependent
            all.left += state.findings.left
        }
    }

    /// Component states for which nobody is left: whoever is named has them, or does not test.
    package var withoutSecond: Int { states.count { $0.second == nil } }

    /// Such as `12 of 60 component states are drawn: 7 for Lee, 5 for Maya`.
    package var drawnWords: String {
        let whose =
            people.map { "\($0.drawn) for \(plan.name(of: $0.person))" }
            + (withoutSecond == 0 ? [] : ["\(withoutSecond) for nobody"])
        let verb = states.count == 1 ? "is" : "are"
        return "\(states.count) of \(counted(meant, "component state")) \(verb) drawn"
            + (whose.isEmpty ? "" : ": \(whose.joined(separator: ", "))")
    }

    /// Such as `Of 108 findings 40 are judged twice, 12 more in knowledge of another verdict`.
    package var findingsWords: String {
        let sum = findings
        let dependent =
            sum.dependent == 0 ? "" : "\(sum.dependent) in knowledge of another verdict, "
        return "Of \(counted(sum.total, "finding")) \(sum.twice) are judged twice independently, "
            + "\(dependent)\(sum.left) are left"
    }
}

extension SecondOpinionProgress.Findings {
    fileprivate init(of item: StateItem, at place: StatePlace) {
        let known = Dictionary(uniqueKeysWithValues: item.findings.map { ($0.criterion, $0) })
        for criterion in place.criteria {
            let finding = known[criterion.id]
            if finding?.isWithdrawn == true { continue }
            let verdicts = finding?.judgements.ownVerdicts.values.map(\.knew) ?? []
            if verdicts.count(where: \.isEmpty) > 1 {
                twice += 1
            } else if verdicts.count > 1 {
                dependent += 1
            } else {
                left += 1
            }
        }
    }
}
