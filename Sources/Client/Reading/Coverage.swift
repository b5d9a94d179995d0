import Presentation
package import Shared

/// What is still to be tested: criteria that nobody has judged, on the states components have.
package struct Untested: Sendable {
    /// The component state.
    package let id: StateID
    /// `Screen/Label@environment:state`.
    package let name: String
    package let component: Component
    /// The plain form.
    package let environment: String
    /// Judged in this state; ascending as in the catalogue.
    package let criteria: [Criterion]
}

extension AuditClient {
    /// The component states with criteria that nobody has judged in the current round.
    ///
    /// What was withdrawn is not to be tested; while a withdrawal is contested, it is.
    ///
    /// - Parameter filter: Only its component, environment, state, criterion and `mineOnly` count.
    package func untested(
        in view: AuditView, _ catalogue: Catalogue, matching filter: FindingFilter = FindingFilter()
    ) throws -> [Untested] {
        let begun = try begunStates(in: view)
        let withdrawn = try withdrawnWork(in: view)
        var result: [Untested] = []
        for component in view.components.values
        where !withdrawn.components.contains(component.id) {
            guard let control = catalogue.control(component.control) else { continue }
            for (id, environment) in view.plan.environments {
                for name in component.states[environment.platform] ?? [] {
                    let state = StateID(
                        component: component.id, environment: id, round: view.plan.currentRound,
                        state: name)
                    guard filter.lets(state), withdrawn.leaves(state) else { continue }
                    let known = begun[state] ?? BegunState()
                    let isMine =
                        !filter.mineOnly || view.isAssigned(state, to: known.assignees)
                    let criteria = control.judged(name, environment, view.plan).filter {
                        !known.judged.contains($0.id) && filter.lets($0)
                            && (isMine || known.own.contains($0.id))
                    }
                    guard !criteria.isEmpty else { continue }
                    result.append(
                        Untested(
                            id: state, name: view.name(of: state), component: component,
                            environment: environment.plain, criteria: criteria))
                }
            }
        }
        return result.sorted { ($0.name, $0.id.component) < ($1.name, $1.id.component) }
    }

    /// What is still to be tested as rows to fill in and record: NDJSON objects without outcome.
    package func json(of untested: [Untested], in view: AuditView) -> [UInt8] {
        var rows: [FindingRow] = []
        for item in untested {
            for criterion in item.criteria {
                var entry = FindingEntry()
                entry.screen = item.component.screen
                entry.control = item.component.control
                entry.label = item.component.label
                entry.ordinal = item.component.ordinal
                entry.environment = item.environment
                entry.round = item.id.round
                entry.state = item.id.state
                entry.criterion = criterion.id
                rows.append(
                    FindingRow(entry: entry, audit: view.audit, effective: .untested))
            }
        }
        return Self.array(of: rows)
    }

    private func begunStates(in view: AuditView) throws -> [StateID: BegunState] {
        var result: [StateID: BegunState] = [:]
        try store.records(view.audit, kind: .state) { record in
            let item = view.item(record)
            var begun = BegunState()
            begun.assignees = item.assignees
            for finding in item.findings {
                if finding.effective != .untested || finding.isWithdrawn {
                    begun.judged.insert(finding.criterion)
                }
                if finding.authors.contains(view.person) { begun.own.insert(finding.criterion) }
            }
            result[item.id] = begun
        }
        return result
    }
}

/// What is known of a component state on which something was written.
private struct BegunState {
    /// Full ids of the criteria with a verdict, and of those that were withdrawn.
    var judged: Set<String> = []
    /// Full ids of the criteria of which the person asking is an author.
    var own: Set<String> = []
    /// Whom the state itself names.
    var assignees: [String] = []
}

extension Control {
    /// The criteria judged in a state and environment, inferred ones as the plan says.
    func judged(
        _ state: String, _ environment: Environment, _ plan: Plan
    ) -> [Criterion] {
        guard let platform = platform(environment.platform), let state = platform.state(state)
        else { return [] }
        let criteria = platform.criteria(in: state, enabled: plan.enabledCriteria)
        guard environment.assistiveTechnology == "keyboard" else { return criteria }
        return criteria.filter { $0.category == .keyboard }
    }
}
