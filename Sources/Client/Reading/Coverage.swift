import Presentation
package import Shared

/// A component state's criteria that nobody has judged.
package struct Untested: Sendable {
    let place: StatePlace
    /// `Screen/Label@environment:state`.
    package let name: String
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
        let places = try client.withdrawals.workOrder(of: view, catalogue).allPlaces().flatMap(
            \.places)
        return places.filter { filter.lets($0.id) }.compactMap { place -> Untested? in
            let known = begun[place.id] ?? (judged: [], own: [], assignees: [])
            let isMine = !filter.mineOnly || view.isAssigned(place.id, to: known.assignees)
            let criteria = place.criteria.filter {
                !known.judged.contains($0.id) && filter.lets($0)
                    && (isMine || known.own.contains($0.id))
            }
            guard !criteria.isEmpty else { return nil }
            return Untested(place: place, name: view.name(of: place.id), criteria: criteria)
        }.sorted { ($0.name, $0.place.component.id) < ($1.name, $1.place.component.id) }
    }

    /// NDJSON objects without outcome, to be filled in and recorded.
    package func json(of untested: [Untested], in view: AuditView) -> [UInt8] {
        var rows: [FindingRow] = []
        for item in untested {
            let component = item.place.component
            for criterion in item.criteria {
                var entry = FindingEntry()
                entry.screen = component.screen
                entry.control = component.control
                entry.label = component.label
                entry.ordinal = component.ordinal
                entry.environment = item.place.environment.plain
                entry.round = item.place.id.round
                entry.state = item.place.id.state
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
            let own = item.findings.filter { $0.authors.contains(view.person) }.map(\.criterion)
            result[item.id] = (Set(judged.map(\.criterion)), Set(own), item.assignees)
        }
        return result
    }
}

/// Criteria judged or withdrawn, those that the person asking is an author of, and assignees' ids.
private typealias BegunState = (judged: Set<String>, own: Set<String>, assignees: [String])
