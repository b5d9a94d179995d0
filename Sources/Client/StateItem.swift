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

    /// Whether the state or its component is withdrawn, and whether words stand beside that.
    package var withdrawal: Finding.Withdrawal {
        record.withdrawal(under: component?.withdrawals ?? [])
    }

    /// Whether the state or its component is withdrawn beside words that this does not cover.
    package var isContestedAsWhole: Bool { withdrawal.isContested }

    /// Whether the state or its component is withdrawn, and nothing stands beside that.
    package var isWithdrawn: Bool { withdrawal.isWithdrawn }

    /// Findings on which verdicts differ, or a decision does not fit what stands.
    package var disputed: [Finding] { findings.filter(\.isDisputed) }

    /// What stands on it, counted.
    package func tally(_ criteria: [Criterion]) -> StateCounts {
        StateCounts(criteria, findings, isContested: isContestedAsWhole)
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
                policy: plan.policy, control: component?.control ?? "", environment: environment,
                withdrawals: component?.withdrawals ?? []))
    }
}

extension AuditClient {
    /// The component states with findings that the filter lets through, ascending by name.
    package func states(
        of view: AuditView, matching filter: FindingFilter = FindingFilter()
    ) throws -> [StateItem] {
        var items: [StateItem] = []
        let visit: (Record) throws -> Void = { record in
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
        if filter.conflictsOnly {
            try disputableRecords(of: view, visit)
        } else {
            try store.records(view.audit, kind: .state, visit)
        }
        return items.sorted { ($0.name, $0.id.round) < ($1.name, $1.id.round) }
    }

    /// The component states on which something may wait for a person, or was settled.
    ///
    /// Those in which writes stand side by side, then those that only their component's withdrawal
    /// makes contested.
    package func disputableRecords(
        of view: AuditView, _ body: (Record) throws -> Void
    ) throws {
        var left = try withdrawnWork(in: view).contestedStates
        try store.records(view.audit, kind: .state, sharedOnly: true) { record in
            if case .state(_, let id) = record.key { left.remove(id) }
            try body(record)
        }
        for id in left {
            if let record = try store.record(.state(view.audit, id)) { try body(record) }
        }
    }

    /// One component state; with no findings when nothing was recorded on it yet.
    package func state(_ id: StateID, of view: AuditView) throws -> StateItem {
        let key = RecordKey.state(view.audit, id)
        return view.item(try store.record(key) ?? Record(key: key))
    }
}

extension Finding {
    /// Whether it was taken back, and nothing stands beside that: it is no part of the work.
    package var isWithdrawn: Bool { withdrawal.isWithdrawn }

    /// Whether something stands beside its withdrawal.
    package var isContested: Bool { withdrawal.isContested }
}

extension Finding.Withdrawal {
    /// Whether it covers all that stands; one that is contested leaves the rest standing.
    package var isWithdrawn: Bool {
        switch self {
        case .withdrawn: true
        case .none, .contested: false
        }
    }

    /// Whether it leaves something standing, so that a lead has to look.
    package var isContested: Bool {
        switch self {
        case .contested: true
        case .none, .withdrawn: false
        }
    }
}
