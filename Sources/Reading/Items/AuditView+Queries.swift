package import Shared

/// What lists, pages and exports ask of one audit.
extension AuditView {
    /// The component states with findings that the filter lets through, ascending by name.
    package func states(matching filter: AuditFilter = AuditFilter()) throws -> [StateItem] {
        var items: [StateItem] = []
        try visit(filter) { items.append($0) }
        return items.sorted { ($0.name, $0.id.round) < ($1.name, $1.id.round) }
    }

    /// The same one after the other: however many they are, those of one component are kept.
    ///
    /// - Parameter body: False ends it.
    package func eachState(
        matching filter: AuditFilter, _ body: (StateItem) throws -> Bool
    ) throws {
        let scope = FilterScope(filter, in: self)
        // The ids of all component states would take more than those of their components.
        var components: [ComponentID] = []
        if filter.show == .conflicts {
            components = Set(
                try disputes().states.lazy.filter(\.isConflict).map(\.id.component)
            ).sorted()
        } else {
            try eachCandidate(filter, scope) { id in
                if components.last != id.component { components.append(id.component) }
            }
        }
        for together in neighbours(components) {
            var items: [StateItem] = []
            for component in together {
                try records.states(.of(component)) { record in
                    let item = item(record)
                    if scope.lets(item.id), let left = narrowed(item, filter) { items.append(left) }
                }
            }
            items.sort { ($0.name, $0.id.round) < ($1.name, $1.id.round) }
            for item in items { guard try body(item) else { return } }
        }
    }

    /// Components whose states' names follow each other: mostly each for itself.
    private func neighbours(_ components: [ComponentID]) -> [ArraySlice<ComponentID>] {
        let inOrder = components.map { (front: componentName($0) + "@", id: $0) }
            .sorted { $0.front < $1.front }
        var starts: [Int] = []
        var front = ""
        for (index, part) in inOrder.enumerated()
        // A label may go on where another's environment stands.
        where front.isEmpty || !part.front.utf8.starts(with: front.utf8) {
            front = part.front
            starts.append(index)
        }
        let ids = inOrder.map(\.id)
        return zip(starts, starts.dropFirst() + [ids.count]).map { ids[$0..<$1] }
    }

    /// The component states of which a filter lets something through, in the order of databases.
    private func visit(_ filter: AuditFilter, _ body: (StateItem) throws -> Void) throws {
        let scope = FilterScope(filter, in: self)
        func visit(_ record: Record) throws {
            let item = item(record)
            if scope.lets(item.id), let left = narrowed(item, filter) { try body(left) }
        }
        if filter.show == .conflicts {
            for state in try disputes().states where state.isConflict && scope.lets(state.id) {
                if let record = try records.record(.state(audit, state.id)) { try visit(record) }
            }
        } else if filter.asksNoSummary {
            try records.states(.all, visit)
        } else {
            var ids: [StateID] = []
            try eachCandidate(filter, scope) { ids.append($0) }
            for id in ids {
                if let record = try records.record(.state(audit, id)) { try visit(record) }
            }
        }
    }

    /// The same of the present round's work alone: the component states that its page shows.
    package func states(
        matching filter: AuditFilter, in coverage: AuditCoverage
    ) throws -> [StateItem] {
        try coverage.components(matching: filter).flatMap(\.states).compactMap { state in
            var item = try item(state.place.id)
            let criteria = Set(state.place.possible.map(\.id))
            item.findings.removeAll { !criteria.contains($0.criterion) || $0.isWithdrawn }
            return narrowed(item, filter)
        }.sorted { $0.name < $1.name }
    }

    /// With the findings that a filter lets through; nil where none is left to show.
    private func narrowed(_ item: StateItem, _ filter: AuditFilter) -> StateItem? {
        var item = item
        let isAssigned = isAssigned(item.id, to: item.assignees)
        item.findings.removeAll { !filter.lets($0, isAssigned: isAssigned) }
        let isConflict = filter.show == .conflicts && item.isContestedAsWhole
        return item.findings.isEmpty && !isConflict ? nil : item
    }

    /// The component states of which a filter may let something through, told by their summaries,
    /// ascending by key; the body asks for no record.
    private func eachCandidate(
        _ filter: AuditFilter, _ scope: FilterScope, _ body: (StateID) -> Void
    ) throws {
        try records.summaries { id, summary in
            guard scope.lets(id) else { return }
            if !summary.isContested, !isUnderWithdrawal(id) {
                let isAssigned = isAssigned(id, to: summary.assignees)
                guard filter.mayLet(summary, isAssigned: isAssigned) else { return }
            }
            body(id)
        }
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
        let withdrawn = components.filter { !$0.withdrawals.isEmpty }
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
}

/// What is to be tested.
extension AuditView {
    /// Components without a control in the catalogue: nobody knows what to test there.
    package func unknownComponents(_ catalogue: Catalogue) throws -> [Component] {
        let withdrawn = try withdrawnWork()
        return components.filter {
            catalogue.control($0.control) == nil && !withdrawn.components.contains($0.id)
        }
    }

    /// - Parameter enabling: Inferred criteria that are asked, too, as if they were switched on.
    package func workOrder(
        _ catalogue: Catalogue, enabling: Set<String> = []
    ) throws -> WorkOrder {
        WorkOrder(of: self, catalogue, without: try withdrawnWork(), enabling: enabling)
    }

    /// The component states with criteria that nobody has judged in the current round, by name.
    ///
    /// The filter's conditions of component states count, and `criterion`.
    package func untested(
        _ catalogue: Catalogue, matching filter: AuditFilter = AuditFilter()
    ) throws -> [Untested] {
        let scope = FilterScope(filter, in: self)
        let disputes = try disputes()
        var begun: [StateID: BegunState] = [:]
        try records.summaries { id, summary in
            if scope.lets(id) { begun[id] = BegunState(summary, disputes[id]) }
        }
        let places = try workOrder(catalogue).allPlaces().flatMap(\.places)
        return try places.filter { scope.lets($0.id) }.compactMap { place -> Untested? in
            let known = begun[place.id]
            let own = known?.assignees ?? []
            guard !filter.isMine || isAssigned(place.id, to: own) else { return nil }
            let second = second(on: place.id, besides: own)
            let isOpinionLeft =
                filter.isMine
                && self.isOpinionLeft(
                    second: second, beside: assignees(of: place.id, own), known?.authors ?? [:],
                    asked: place.criteria.count)
            let judged =
                try isOpinionLeft ? item(place.id).judged(by: self) : known?.judged ?? []
            let criteria = place.criteria.filter { !judged.contains($0.id) && filter.lets($0) }
            guard !criteria.isEmpty else { return nil }
            return Untested(
                place: place, name: name(of: place.id),
                isSecondOpinion: second.map(ids.contains) ?? false, criteria: criteria)
        }.sorted { ($0.name, $0.place.component.id) < ($1.name, $1.place.component.id) }
    }
}

private struct BegunState {
    /// Judged or withdrawn, by the full id.
    let judged: Set<String>
    let assignees: [String]
    let authors: [PersonID: StateSummary.Share]

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
        assignees = summary.assignees
        authors = summary.authors
    }
}

extension StateItem {
    /// The criteria on which somebody's own verdict stands, and what was taken back.
    fileprivate func judged(by view: AuditView) -> Set<String> {
        Set(
            findings.filter { $0.isWithdrawn || $0.judgements.contains(where: view.isOwn) }
                .map(\.criterion))
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
        matching filter: AuditFilter = AuditFilter()
    ) throws -> [WithdrawalStatus] {
        let disputes = try disputes()
        let scope = FilterScope(filter, in: self)
        let outer =
            try components
            .filter { disputes.withdrawn.contestedComponents.contains($0.id) && scope.lets($0) }
            .map { try withdrawal(of: $0) }
        var inner: [WithdrawalStatus] = []
        for state in disputes.states where state.hasContestedWithdrawals && scope.lets(state.id) {
            inner += try item(state.id).contestedWithdrawals
        }
        inner.sort { ($0.name, $0.criterion ?? "") < ($1.name, $1.criterion ?? "") }
        return outer + inner
    }

    /// How many component states, withdrawn components and choices wait for a person.
    package func disputeCount() throws -> Int {
        let disputes = try disputes()
        return try disputes.withdrawn.contestedComponents.count + contested.count
            + sharedNames().count
            + disputes.states.count { $0.isDisputed || $0.hasContestedWithdrawals }
    }
}
