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
            for state in try disputes().states where state.isConflict && filter.lets(state.id) {
                if let record = try records.record(.state(audit, state.id)) { try visit(record) }
            }
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
        try records.summaries { id, summary in
            guard filter.lets(id) else { return }
            if !summary.isContested, !isUnderWithdrawal(id) {
                let isAssigned = isAssigned(id, to: summary.assignees)
                guard filter.mayLet(summary, by: person, isAssigned: isAssigned) else { return }
            }
            found.append(id)
        }
        return found
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

    /// One of them, told by its summary: of all that stands where its component was withdrawn.
    package func dispute(_ id: StateID, _ summary: StateSummary) -> DisputedState {
        DisputedState(
            id, summary, component: components[id.component],
            environment: environmentName(id.environment), policy: plan.policy)
    }

    /// Reads all that waits anew, whatever the records remember of it.
    package func readDisputes() throws -> Disputes {
        var states: [StateID: DisputedState] = [:]
        try records.summaries { id, summary in
            if summary.isContested, !isUnderWithdrawal(id) { states[id] = dispute(id, summary) }
        }
        let withdrawn = inOrder.filter { !$0.withdrawals.isEmpty }
        for component in withdrawn {
            try records.states(.of(component.id)) { record in
                guard case .state(_, let id) = record.key,
                    let summary = StateSummary(record, withdrawn: true)
                else { return }
                states[id] = dispute(id, summary)
            }
        }
        return Disputes(states, under: withdrawn)
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
        for state in try disputes().states {
            let name = name(of: state.id)
            let after = state.findings(under: .one(policy))
            altered += zip(state.findings, after).filter { $0.effective != $1.effective }.map {
                (state: name, before: $0, after: $1)
            }
        }
        return altered.sorted {
            ($0.state, $0.before.criterion) < ($1.state, $1.before.criterion)
        }
    }
}

/// What is to be tested.
extension AuditView {
    /// Components without a control in the catalogue: nobody knows what to test there.
    package func unknownComponents(_ catalogue: Catalogue) throws -> [Component] {
        let withdrawn = try withdrawnWork()
        return inOrder.filter {
            catalogue.control($0.control) == nil && !withdrawn.components.contains($0.id)
        }
    }

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
        let disputes = try disputes()
        try records.summaries { id, summary in
            guard filter.lets(id) else { return }
            // Of which criteria she is an author is told by the record alone.
            if filter.mineOnly, summary.authors[person] != nil { return asked.append(id) }
            begun[id] = BegunState(summary, disputes[id])
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

    init(_ summary: StateSummary, _ dispute: DisputedState?) {
        var judged = Set(summary.judgements.filter { $0.value != nil }.keys)
        for finding in dispute?.findings ?? [] {
            if finding.isSettledForTesters {
                judged.insert(finding.criterion)
            } else {
                judged.remove(finding.criterion)
            }
        }
        self.judged = judged
        own = []
        assignees = summary.assignees
    }

    init(_ item: StateItem, _ person: PersonID) {
        let findings = item.findings
        judged = Set(findings.filter(\.isSettledForTesters).map(\.criterion))
        own = Set(findings.filter { $0.authors.contains(person) }.map(\.criterion))
        assignees = item.assignees
    }
}

extension Finding {
    /// Whether a tester has nothing to do: it was judged, or taken back.
    fileprivate var isSettledForTesters: Bool { effective != .untested || isWithdrawn }
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
        let disputes = try disputes()
        let components =
            try inOrder
            .filter { disputes.withdrawn.contestedComponents.contains($0.id) && filter.lets($0) }
            .map { try withdrawal(of: $0) }
        var inner: [WithdrawalStatus] = []
        for state in disputes.states where state.hasContestedWithdrawals && filter.lets(state.id) {
            inner += try item(state.id).contestedWithdrawals
        }
        inner.sort { ($0.name, $0.criterion ?? "") < ($1.name, $1.criterion ?? "") }
        return components + inner
    }

    /// How many component states, withdrawn components and choices wait for a person.
    package func disputeCount() throws -> Int {
        let disputes = try disputes()
        return try disputes.withdrawn.contestedComponents.count + contested.count
            + sharedNames().count
            + disputes.states.count { $0.isDisputed || $0.hasContestedWithdrawals }
    }
}
