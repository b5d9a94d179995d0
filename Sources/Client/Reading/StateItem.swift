package import Shared
package import struct Shared.Record

/// One component state with its findings, as lists, pages and the conflict queue show it.
package struct StateItem: Sendable {
    /// Component, environment, round and state.
    package let id: StateID
    /// `Screen/Label@environment:state`.
    package let name: String
    /// Nil while the component is still to come.
    package let component: Component?
    /// The plain form.
    package let environment: String
    /// What it was read from.
    package let record: Record
    /// Ascending by criterion; a filter may have left some out.
    package var findings: [Finding]

    /// Findings that wait for a decision, or on which a withdrawal and an edit stand together.
    package var conflicts: [Finding] { findings.filter(\.isConflict) }

    /// Whether a withdrawal of the whole state stands beside edits that it had not seen.
    package var isContestedAsWhole: Bool {
        if case .contested = record.withdrawal { true } else { false }
    }

    /// Who is to do it, as written; several while two assignments stand side by side.
    package var assignees: [String] {
        record.siblings(of: FieldID(.assignee)).compactMap(\.value.text)
    }
}

extension AuditView {
    /// Reads a component state's record.
    ///
    /// - Precondition: The record is a component state's.
    package func item(_ record: Record) -> StateItem {
        guard case .state(_, let id) = record.key else {
            preconditionFailure("A component state is read from a component state's record.")
        }
        let component = components[id.component]
        let environment = environmentName(id.environment)
        return StateItem(
            id: id, name: name(of: id), component: component, environment: environment,
            record: record,
            findings: record.findings(
                policy: plan.policy, control: component?.control ?? "", environment: environment))
    }
}

extension AuditClient {
    /// The component states with findings that the filter lets through, ascending by name.
    package func states(
        of view: AuditView, matching filter: FindingFilter = FindingFilter()
    ) throws -> [StateItem] {
        var items: [StateItem] = []
        try store.records(view.audit, kind: .state, sharedOnly: filter.conflictsOnly) { record in
            var item = view.item(record)
            guard filter.lets(item.id) else { return }
            let isAssigned = view.isAssigned(item.id, to: item.assignees)
            item.findings.removeAll {
                !filter.lets($0, by: view.person, isAssigned: isAssigned)
            }
            if !item.findings.isEmpty || (filter.conflictsOnly && item.isContestedAsWhole) {
                items.append(item)
            }
        }
        return items.sorted { ($0.name, $0.id.round) < ($1.name, $1.id.round) }
    }

    /// One component state; with no findings when nothing was recorded on it yet.
    package func state(_ id: StateID, of view: AuditView) throws -> StateItem {
        let key = RecordKey.state(view.audit, id)
        return view.item(try store.record(key) ?? Record(key: key))
    }
}
