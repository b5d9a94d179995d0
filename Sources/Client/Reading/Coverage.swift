import Presentation
package import Shared

/// A component state's criteria that nobody has judged.
package struct Untested: Sendable {
    package let id: StateID
    /// `Screen/Label@environment:state`.
    package let name: String
    package let component: Component
    package let environment: String
    /// Ascending as in the catalogue.
    package let criteria: [Criterion]
}

extension ClientQueries {
    /// The component states with criteria that nobody has judged in the current round.
    ///
    /// The filter's component, environment, state, criterion and `mineOnly` count.
    package func untested(
        in view: AuditView, _ catalogue: Catalogue, matching filter: FindingFilter = FindingFilter()
    ) throws -> [Untested] {
        let begun = try begunStates(in: view)
        let places = try client.withdrawals.workOrder(of: view, catalogue).allPlaces().flatMap(\.places)
        return places.filter { filter.lets($0.id) }.compactMap { place -> Untested? in
            let known = begun[place.id] ?? BegunState()
            let isMine = !filter.mineOnly || view.isAssigned(place.id, to: known.assignees)
            let criteria = place.criteria.filter {
                !known.judged.contains($0.id) && filter.lets($0)
                    && (isMine || known.own.contains($0.id))
            }
            guard !criteria.isEmpty else { return nil }
            return Untested(
                id: place.id, name: view.name(of: place.id), component: place.component,
                environment: place.environment.plain, criteria: criteria)
        }.sorted { ($0.name, $0.id.component) < ($1.name, $1.id.component) }
    }

    /// NDJSON objects without outcome, to be filled in and recorded.
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
                rows.append(FindingRow(entry: entry, audit: view.audit, effective: .untested))
            }
        }
        return Self.array(of: rows)
    }

    private func begunStates(in view: AuditView) throws -> [StateID: BegunState] {
        var result: [StateID: BegunState] = [:]
        try store.records(view.audit, kind: .state) { record in
            let item = view.item(record)
            let judged = item.findings.filter { $0.effective != .untested || $0.isWithdrawn }
            let own = item.findings.filter { $0.authors.contains(view.person) }
            result[item.id] = BegunState(
                judged: Set(judged.map(\.criterion)), own: Set(own.map(\.criterion)),
                assignees: item.assignees)
        }
        return result
    }
}

private struct BegunState {
    /// Criteria with a verdict, and those that were withdrawn.
    var judged: Set<String> = []
    /// Criteria that the person asking is an author of.
    var own: Set<String> = []
    /// Ids that the state itself names.
    var assignees: [String] = []
}

extension Control {
    /// The criteria judged in a state and environment, inferred ones as the plan says.
    func judged(_ state: String, _ environment: Environment, _ plan: Plan) -> [Criterion] {
        guard let platform = platform(environment.platform), let state = platform.state(state)
        else { return [] }
        let criteria = platform.criteria(in: state, enabled: plan.enabledCriteria)
        guard environment.assistiveTechnology == "keyboard" else { return criteria }
        return criteria.filter { $0.category == .keyboard }
    }
}
