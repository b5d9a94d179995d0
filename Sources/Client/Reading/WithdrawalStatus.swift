package import Shared
package import struct Shared.Record

/// A withdrawal as a lead looks at it: what it takes back, and what stands beside it.
package struct WithdrawalStatus: Sendable {
    package let subject: Subject
    /// Live withdrawals made here, ascending by dot; empty where the last was lifted.
    package let withdrawals: [Sibling]
    /// Live writes that are taken back, by these or by a withdrawal around or within.
    package let covered: [Sibling]
    /// Live writes that nothing covers: they stay, and make the withdrawal contested.
    package let standing: [Sibling]

    /// What was withdrawn.
    package enum Subject: Sendable {
        case component(Component)
        case state(StateItem)
        case finding(StateItem, criterion: String)
    }

    package var isContested: Bool { !withdrawals.isEmpty && !standing.isEmpty }
    /// When it was withdrawn last; Unix milliseconds.
    package var since: Int64 { withdrawals.map(\.wallTime).max() ?? 0 }

    /// The name of the component, or of the component state, as commands have it.
    package var name: String {
        switch subject {
        case .component(let component): component.name
        case .state(let item), .finding(let item, _): item.name
        }
    }

    /// The criterion's full id; nil for anything but a finding.
    package var criterion: String? {
        if case .finding(_, let criterion) = subject { criterion } else { nil }
    }

    /// Changes with the live writes, so that nobody decides on what a page did not show.
    package var fingerprint: String {
        let edits = Set((withdrawals + covered + standing).map { "\($0.edit.hex)\($0.field.path)" })
        return String(Hash256(of: Array(edits.sorted().joined().utf8)).hex.prefix(32))
    }

    /// The withdrawal of a finding, or, with a nil criterion, of the component state as a whole.
    package init(of item: StateItem, criterion: String?) {
        let around = item.component?.withdrawals ?? []
        if let criterion {
            subject = .finding(item, criterion: criterion)
            withdrawals = item.record.siblings(of: FieldID(criterion: criterion, .withdrawn))
        } else {
            subject = .state(item)
            withdrawals = item.record.withdrawals
        }
        (covered, standing) = item.record.parted(by: around, on: criterion)
    }

    /// Takes the component's own record, then those of its states in every environment and round.
    init(of component: Component, _ records: [Record]) {
        subject = .component(component)
        withdrawals = component.withdrawals
        let parts = records.map { record in
            let isState = if case .state = record.key { true } else { false }
            return record.parted(by: isState ? component.withdrawals : [], on: nil)
        }
        covered = parts.flatMap(\.covered)
        standing = parts.flatMap(\.standing)
    }
}

extension Record {
    /// What withdrawals take back, and what stands; without a criterion in the whole record.
    fileprivate func parted(
        by component: [Sibling], on criterion: String?
    ) -> (covered: [Sibling], standing: [Sibling]) {
        let whole = Withdrawals(component + withdrawals)
        let registers = registers()
        var ofFindings: [String: Withdrawals] = [:]
        for (field, siblings) in registers where field.name == .withdrawn && field.hasCriterion {
            ofFindings[field.criterion] = Withdrawals(siblings)
        }
        var (covered, standing): ([Sibling], [Sibling]) = ([], [])
        for (field, siblings) in registers where field.name != .withdrawn {
            if let criterion, field.criterion != criterion { continue }
            for sibling in siblings {
                let isCovered =
                    whole.cover(sibling) || ofFindings[field.criterion]?.cover(sibling) == true
                if isCovered { covered.append(sibling) } else { standing.append(sibling) }
            }
        }
        return (covered, standing)
    }
}

extension ClientWithdrawals {
    package func withdrawal(
        of component: Component, in view: AuditView
    ) throws -> WithdrawalStatus {
        WithdrawalStatus(of: component, try store.records(of: component.id, in: view.audit))
    }

    /// Withdrawals as they stand; without criteria (full ids) that of the state as a whole.
    package func withdrawals(
        of state: StateID, on criteria: [String], in view: AuditView
    ) throws -> [WithdrawalStatus] {
        let item = try self.client.queries.state(state, of: view)
        return criteria.isEmpty
            ? [WithdrawalStatus(of: item, criterion: nil)]
            : criteria.map { WithdrawalStatus(of: item, criterion: $0) }
    }

    /// Components by name, then states and findings; each where its withdrawal was made.
    ///
    /// The filter's component, environment, state and round count.
    package func contestedWithdrawals(
        in view: AuditView, matching filter: FindingFilter = FindingFilter()
    ) throws -> [WithdrawalStatus] {
        let work = try client.withdrawals.withdrawnWork(in: view)
        let components = try view.inOrder
            .filter { work.contestedComponents.contains($0.id) && filter.lets($0) }
            .map { try withdrawal(of: $0, in: view) }
        var inner: [WithdrawalStatus] = []
        try client.queries.disputableRecords(of: view) { record in
            let item = view.item(record)
            if filter.lets(item.id) { inner += item.contestedWithdrawals }
        }
        inner.sort { ($0.name, $0.criterion ?? "") < ($1.name, $1.criterion ?? "") }
        return components + inner
    }

    /// How many component states, withdrawn components and parts of the plan wait for a person.
    package func disputeCount(in view: AuditView) throws -> Int {
        var count =
            try client.withdrawals.withdrawnWork(in: view).contestedComponents.count
            + view.plan.contested.count
        try client.queries.disputableRecords(of: view) { record in
            let item = view.item(record)
            if !item.disputed.isEmpty || !item.contestedWithdrawals.isEmpty { count += 1 }
        }
        return count
    }
}

extension StateItem {
    /// Withdrawals of the state itself and of its findings beside which something stands.
    package var contestedWithdrawals: [WithdrawalStatus] {
        let isWhole = isContestedAsWhole && !record.withdrawals.isEmpty
        let own = findings.filter { $0.isContested && !$0.withdrawals.isEmpty }
        return (isWhole ? [WithdrawalStatus(of: self, criterion: nil)] : [])
            + own.map { WithdrawalStatus(of: self, criterion: $0.criterion) }
    }
}
