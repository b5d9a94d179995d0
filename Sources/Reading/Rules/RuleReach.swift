package import Shared

/// What the rules of a policy do today: where each is the first that fits, and what it settles.
package struct RuleReach: Sendable {
    /// What one rule does, or what is left where no rule fits.
    package struct Reach: Hashable, Sendable {
        /// Component states of this round on which it is tried, for one criterion at least.
        package fileprivate(set) var states = 0
        /// Findings on which verdicts differ, and that it settles.
        package fileprivate(set) var automatic = 0
        /// Findings on which verdicts differ, and that wait for a lead all the same.
        package fileprivate(set) var open = 0

        /// Such as `27 component states, 2 findings settled, 1 conflict`.
        package var words: String {
            let chosen = automatic == 0 ? "" : "\(counted(automatic, "finding")) settled, "
            return "\(counted(states, "component state")), \(chosen)"
                + counted(open, "conflict")
        }
    }

    /// In the order of the rules.
    package private(set) var rules: [Reach]
    /// Where no rule fits.
    package private(set) var rest = Reach()
    /// Findings on which verdicts differ, and that leads have decided: no rule is asked there.
    package private(set) var decided = 0
    /// Each finding on which verdicts differ as it would be under these rules.
    let differing: [Differing]

    /// A finding on which verdicts differ, as it is and as it would be.
    struct Differing: Sendable {
        let state: StateID
        let before: Finding
        let after: Finding
        /// From 0; nil where no rule fits.
        let rule: Int?
    }

    /// - Parameter catalogue: Nil where it is not here: then no component states are counted.
    package init(of policy: Policy, in view: AuditView, _ catalogue: Catalogue?) throws {
        rules = policy.rules.map { _ in Reach() }
        differing = try Self.differing(under: policy, in: view)
        for one in differing {
            switch one.after.effective {
            case .automatic: one.rule.map { rules[$0].automatic += 1 }
            case .undecided(.decisionsDiffer), .decided, .challenged: decided += 1
            case .undecided:
                if let rule = one.rule { rules[rule].open += 1 } else { rest.open += 1 }
            case .untested, .single, .agreed: break
            }
        }
        if let catalogue { try countStates(of: policy, in: view, catalogue) }
    }

    private static func differing(
        under policy: Policy, in view: AuditView
    ) throws -> [Differing] {
        var differing: [Differing] = []
        for state in try view.disputes().states {
            for (before, after) in zip(state.findings, state.findings(under: .one(policy))) {
                guard !after.isWithdrawn, Set(after.judgements.map(\.value)).count > 1 else {
                    continue
                }
                let subject = subject(of: state.id, after.criterion, in: view)
                differing.append(
                    Differing(
                        state: state.id, before: before, after: after,
                        rule: policy.rules.firstIndex { $0.matches(subject) }))
            }
        }
        return differing
    }

    /// What rules are held against where a criterion of a component state is judged.
    private static func subject(
        of id: StateID, _ criterion: String, in view: AuditView
    ) -> PolicySubject {
        PolicySubject(
            control: view.components[id.component]?.control ?? "", state: id.state,
            environment: view.environmentName(id.environment), criterion: criterion)
    }

    private mutating func countStates(
        of policy: Policy, in view: AuditView, _ catalogue: Catalogue
    ) throws {
        try view.workOrder(catalogue).eachComponent { component, places in
            for place in places {
                for rule in policy.tried(on: place, environment: place.environment.plain) {
                    if let rule { rules[rule].states += 1 } else { rest.states += 1 }
                }
            }
        }
    }
}

extension Policy {
    /// The rules that are the first to fit some criterion there, nil for one that none fits.
    fileprivate func tried(on place: StatePlace, environment: String) -> Set<Int?> {
        // Most rules name no criterion, so that the first of them ends it for all.
        var named: [(index: Int, criterion: String)] = []
        var last: Int?
        for (index, rule) in rules.enumerated() {
            let subject = PolicySubject(
                control: place.component.control, state: place.state.id, environment: environment,
                criterion: rule.criterion)
            guard rule.matches(subject) else { continue }
            if rule.criterion.isEmpty {
                last = index
                break
            }
            named.append((index, rule.criterion))
        }
        return Set(
            place.criteria.map { criterion in
                named.first { $0.criterion == criterion.id }?.index ?? last
            })
    }
}
