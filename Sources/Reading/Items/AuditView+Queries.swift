package import Shared

/// What lists, pages and exports ask of one audit.
extension AuditView {
    /// The component states with findings that the filter lets through, ascending by name.
    package func states(matching filter: FindingFilter = FindingFilter()) throws -> [StateItem] {
        var items: [StateItem] = []
        let visit: (Record) throws -> Void = { record in
            var item = item(record)
            guard filter.lets(item.id) else { return }
            let isAssigned = isAssigned(item.id, to: item.assignees)
            item.findings.removeAll { !filter.lets($0, by: person, isAssigned: isAssigned) }
            if !item.findings.isEmpty || (filter.conflictsOnly && item.isContestedAsWhole) {
                items.append(item)
            }
        }
        if filter.conflictsOnly {
            try disputable(visit)
        } else if filter.asksNoSummary {
            try records.states(.all, visit)
        } else {
            for id in try candidates(filter) {
                if let record = try records.record(.state(audit, id)) { try visit(record) }
            }
        }
        return items.sorted { ($0.name, $0.id.round) < ($1.name, $1.id.round) }
    }

    /// The component states of which a filter may let something through, told by their summaries.
    private func candidates(_ filter: FindingFilter) throws -> [StateID] {
        var found: [StateID] = []
        try records.statuses { id, status in
            guard filter.lets(id) else { return }
            switch status {
            case .plain(let summary) where !isUnderWithdrawal(id):
                let isAssigned = isAssigned(id, to: summary.assignees)
                guard filter.mayLet(summary, by: person, isAssigned: isAssigned) else { return }
            case .plain, .contested: break
            }
            found.append(id)
        }
        return found
    }

    /// Whether its component was withdrawn: what that covers of it no summary tells.
    fileprivate func isUnderWithdrawal(_ id: StateID) -> Bool {
        components[id.component].map { !$0.withdrawals.isEmpty } ?? false
    }

    /// The component state of that name (`state(named:)`), which is planned or has a record.
    ///
    /// - Throws: `AuditError` for one that there is not, with near names.
    package func item(named name: String, round: UInt32? = nil) throws -> StateItem {
        let item = try item(try state(named: name, round: round))
        guard item.record.isEmpty, let component = item.component else { return item }
        let planned = component.states[plan.environments[item.id.environment]?.platform ?? ""] ?? []
        guard !planned.contains(item.id.state) else { return item }
        throw AuditError.notFound(
            what: "state of \(component.name)", name: item.id.state,
            known: nearNames(to: item.id.state, among: planned))
    }

    /// Without findings when nothing was recorded on it yet.
    package func item(_ id: StateID) throws -> StateItem {
        let key = RecordKey.state(audit, id)
        return item(try records.record(key) ?? Record(key: key))
    }

    /// The component states on which something may wait for a person, or was settled.
    ///
    /// First where writes stand side by side, then what only a component's withdrawal contests.
    package func disputable(_ body: (Record) throws -> Void) throws {
        var left = try withdrawnWork().contestedStates
        try records.states(.shared) { record in
            if case .state(_, let id) = record.key { left.remove(id) }
            try body(record)
        }
        for id in left {
            if let record = try records.record(.state(audit, id)) { try body(record) }
        }
    }

    package func explanation(of finding: Finding, on item: StateItem) -> Explanation {
        Explanation(
            finding, policy: plan.policy,
            subject: PolicySubject(
                control: item.component?.control ?? "", state: item.id.state,
                environment: item.environment, criterion: finding.criterion))
    }

    /// Each finding, with its component state's name, for which a policy would change what holds.
    ///
    /// Nothing is written.
    package func preview(
        _ policy: Policy
    ) throws -> [(state: String, before: Finding, after: Finding)] {
        var altered: [(state: String, before: Finding, after: Finding)] = []
        try records.states(.shared) { record in
            let item = item(record)
            let after = self.item(record, under: .one(policy)).findings
            altered += zip(item.findings, after).filter { $0.effective != $1.effective }.map {
                (state: item.name, before: $0, after: $1)
            }
        }
        return altered.sorted {
            ($0.state, $0.before.criterion) < ($1.state, $1.before.criterion)
        }
    }
}

/// What is to be tested.
extension AuditView {
    package func withdrawnWork() throws -> WithdrawnWork { try records.withdrawnWork(in: self) }

    package func workOrder(_ catalogue: Catalogue) throws -> WorkOrder {
        WorkOrder(of: self, catalogue, without: try withdrawnWork())
    }

    /// The component states with criteria that nobody has judged in the current round, by name.
    ///
    /// The filter's component, environment, state, criterion and `mineOnly` count.
    package func untested(
        _ catalogue: Catalogue, matching filter: FindingFilter = FindingFilter()
    ) throws -> [Untested] {
        let begun = try begunStates(matching: filter)
        let places = try workOrder(catalogue).allPlaces().flatMap(\.places)
        return places.filter { filter.lets($0.id) }.compactMap { place -> Untested? in
            let known = begun[place.id]
            let isMine = !filter.mineOnly || isAssigned(place.id, to: known?.assignees ?? [])
            let criteria = place.criteria.filter {
                known?.judged.contains($0.id) != true && filter.lets($0)
                    && (isMine || known?.own.contains($0.id) == true)
            }
            guard !criteria.isEmpty else { return nil }
            return Untested(place: place, name: name(of: place.id), criteria: criteria)
        }.sorted { ($0.name, $0.place.component.id) < ($1.name, $1.place.component.id) }
    }
}

extension AuditView {
    fileprivate func begunStates(matching filter: FindingFilter) throws -> [StateID: BegunState] {
        var begun: [StateID: BegunState] = [:]
        var asked: [StateID] = []
        try records.statuses { id, status in
            guard filter.lets(id) else { return }
            switch status {
            case .plain(let summary):
                begun[id] = BegunState(summary)
                // Of which criteria she is an author is told by the record alone.
                let isHers = filter.mineOnly && summary.authors[person] != nil
                if isHers || isUnderWithdrawal(id) { asked.append(id) }
            case .contested(let record): begun[id] = BegunState(item(record), person)
            }
        }
        for id in asked { begun[id] = BegunState(try item(id), person) }
        return begun
    }
}

private struct BegunState {
    /// Judged or withdrawn, by the full id.
    let judged: Set<String>
    /// Those that the person asking is an author of.
    let own: Set<String>
    let assignees: [String]

    init(_ summary: StateSummary) {
        judged = Set(summary.judgements.filter { $0.value != nil }.keys)
        own = []
        assignees = summary.assignees
    }

    init(_ item: StateItem, _ person: PersonID) {
        let findings = item.findings
        judged = Set(
            findings.filter { $0.effective != .untested || $0.isWithdrawn }.map(\.criterion))
        own = Set(findings.filter { $0.authors.contains(person) }.map(\.criterion))
        assignees = item.assignees
    }
}

/// Withdrawals as they stand.
extension AuditView {
    package func withdrawal(of component: Component) throws -> WithdrawalStatus {
        let key = RecordKey.component(audit, component.id)
        var parts = [try records.record(key) ?? Record(key: key)]
        try records.states(.of(component.id)) { parts.append($0) }
        return WithdrawalStatus(of: component, parts)
    }

    /// Without criteria (full ids) the withdrawal of the state as a whole.
    package func withdrawals(of id: StateID, on criteria: [String]) throws -> [WithdrawalStatus] {
        let item = try item(id)
        return criteria.isEmpty
            ? [WithdrawalStatus(of: item, criterion: nil)]
            : criteria.map { WithdrawalStatus(of: item, criterion: $0) }
    }

    /// Components by name, then states and findings; each where its withdrawal was made.
    ///
    /// The filter's component, environment, state and round count.
    package func contestedWithdrawals(
        matching filter: FindingFilter = FindingFilter()
    ) throws -> [WithdrawalStatus] {
        let work = try withdrawnWork()
        let components =
            try inOrder
            .filter { work.contestedComponents.contains($0.id) && filter.lets($0) }
            .map { try withdrawal(of: $0) }
        var inner: [WithdrawalStatus] = []
        try disputable { record in
            let item = item(record)
            if filter.lets(item.id) { inner += item.contestedWithdrawals }
        }
        inner.sort { ($0.name, $0.criterion ?? "") < ($1.name, $1.criterion ?? "") }
        return components + inner
    }

    /// How many component states, withdrawn components and choices wait for a person.
    package func disputeCount() throws -> Int {
        var count = try withdrawnWork().contestedComponents.count + contested.count
        count += try sharedNames().count
        try disputable { record in
            let item = item(record)
            if !item.disputed.isEmpty || !item.contestedWithdrawals.isEmpty { count += 1 }
        }
        return count
    }
}
