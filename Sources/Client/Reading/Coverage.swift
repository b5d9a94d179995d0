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
    /// - Parameter filter: Only its component, environment, state and criterion are asked for.
    package func untested(
        in view: AuditView, _ catalogue: Catalogue, matching filter: FindingFilter = FindingFilter()
    ) throws -> [Untested] {
        let judged = try judgedCriteria(in: view)
        var result: [Untested] = []
        for component in view.components.values where component.withdrawal == .none {
            guard let control = catalogue.control(component.control) else { continue }
            for (id, environment) in view.plan.environments {
                for name in component.states[environment.platform] ?? [] {
                    let state = StateID(
                        component: component.id, environment: id, round: view.plan.currentRound,
                        state: name)
                    let known = judged[state] ?? []
                    let criteria = control.judged(name, environment, view.plan)
                        .filter { !known.contains($0.id) && filter.lets($0) }
                    guard !criteria.isEmpty, filter.lets(state) else { continue }
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
                entry.state = item.id.state
                entry.criterion = criterion.id
                rows.append(
                    FindingRow(
                        entry: entry, audit: view.audit, round: item.id.round, effective: .untested)
                )
            }
        }
        return Self.array(of: rows)
    }

    private func judgedCriteria(in view: AuditView) throws -> [StateID: Set<String>] {
        var result: [StateID: Set<String>] = [:]
        try store.records(view.audit, kind: .state) { record in
            let item = view.item(record)
            result[item.id] = Set(
                item.findings.filter { $0.effective != .untested }.map(\.criterion))
        }
        return result
    }
}

extension Control {
    /// The criteria judged in a state and environment, inferred ones as the plan says.
    fileprivate func judged(
        _ state: String, _ environment: Environment, _ plan: Plan
    ) -> [Criterion] {
        guard let platform = platform(environment.platform), let state = platform.state(state)
        else { return [] }
        let criteria = platform.criteria(in: state, enabled: plan.enabledCriteria)
        guard environment.assistiveTechnology == "keyboard" else { return criteria }
        return criteria.filter { $0.category == .keyboard }
    }
}
