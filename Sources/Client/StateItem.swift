package import Shared
package import struct Shared.Record

/// One component state with its findings, as lists, pages and the conflict queue show it.
package struct StateItem: Sendable {
    package let id: StateID
    /// `Screen/Label@environment:state`.
    package let name: String
    /// Nil while the component is still to come.
    package let component: Component?
    /// The plain form.
    package let environment: String
    package let record: Record
    /// Ascending by criterion; a filter may have left some out.
    package var findings: [Finding]

    /// Findings that wait for a decision, or have a withdrawal and an edit side by side.
    package var conflicts: [Finding] { findings.filter(\.isConflict) }
    /// Findings on which verdicts differ, or a decision does not fit what stands.
    package var disputed: [Finding] { findings.filter(\.isDisputed) }

    package var withdrawal: Finding.Withdrawal {
        record.withdrawal(under: component?.withdrawals ?? [])
    }
    /// Whether the state or its component is withdrawn beside words that this does not cover.
    package var isContestedAsWhole: Bool { withdrawal.isContested }
    /// Whether the state or its component is withdrawn, and nothing stands beside that.
    package var isWithdrawn: Bool { withdrawal.isWithdrawn }

    package func tally(_ criteria: [Criterion]) -> StateCounts {
        StateCounts(criteria, findings, isContested: isContestedAsWhole)
    }

    /// Ids as written; several while two assignments stand side by side.
    package var assignees: [String] {
        record.siblings(of: FieldID(.assignee)).compactMap(\.value.text)
    }
}

extension AuditView {
    /// Reads a record, which has to be a component state's; a nil policy is the plan's.
    package func item(_ record: Record, under policy: PolicyInForce? = nil) -> StateItem {
        guard case .state(_, let id) = record.key else {
            preconditionFailure("A component state is read from a component state's record.")
        }
        let component = components[id.component]
        let environment = environmentName(id.environment)
        let findings = record.findings(
            policy: policy ?? plan.policy, control: component?.control ?? "",
            environment: environment, withdrawals: component?.withdrawals ?? [])
        return StateItem(
            id: id, name: name(of: id), component: component, environment: environment,
            record: record, findings: findings)
    }
}

extension ClientQueries {
    /// The component states with findings that the filter lets through, ascending by name.
    package func states(
        of view: AuditView, matching filter: FindingFilter = FindingFilter()
    ) throws -> [StateItem] {
        var items: [StateItem] = []
        let visit: (Record) throws -> Void = { record in
            var item = view.item(record)
            guard filter.lets(item.id) else { return }
            let isAssigned = view.isAssigned(item.id, to: item.assignees)
            item.findings.removeAll { !filter.lets($0, by: view.person, isAssigned: isAssigned) }
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
    /// First where writes stand side by side, then what only a component's withdrawal contests.
    package func disputableRecords(of view: AuditView, _ body: (Record) throws -> Void) throws {
        var left = try client.withdrawals.withdrawnWork(in: view).contestedStates
        try store.records(view.audit, kind: .state, sharedOnly: true) { record in
            if case .state(_, let id) = record.key { left.remove(id) }
            try body(record)
        }
        for id in left {
            if let record = try store.record(.state(view.audit, id)) { try body(record) }
        }
    }

    /// Without findings when nothing was recorded on it yet.
    package func state(_ id: StateID, of view: AuditView) throws -> StateItem {
        view.item(try store.record(orEmpty: .state(view.audit, id)))
    }
}

extension Finding {
    /// Whether it was taken back and nothing stands beside that, so that it is no part of the work.
    package var isWithdrawn: Bool { withdrawal.isWithdrawn }
    package var isContested: Bool { withdrawal.isContested }
}

extension Finding.Withdrawal {
    package var isWithdrawn: Bool { if case .withdrawn = self { true } else { false } }
    package var isContested: Bool { if case .contested = self { true } else { false } }
}
