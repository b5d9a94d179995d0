import Presentation
package import Reading
package import Shared

/// Turns component states into rows, by the names and the policy of one plan.
package struct FindingTable: Sendable {
    private let plan: Plan
    private let components: Components
    private let environments: [EnvironmentID: String]
    /// The names of components that are the same control, as either side says, ascending.
    private let same: [ComponentID: [String]]

    private typealias Texts = [FieldName: [Sibling]]

    private static let testedFields = FieldName.testedTexts.map { (name: $0, field: FieldID($0)) }

    /// How many digits of an id stand for a component or environment that is still to come.
    private static let idDigits = 12

    package init(plan: Plan, components: Components) {
        self.plan = plan
        self.components = components
        environments = plan.environments.mapValues(\.plain)
        same = Self.same(components)
    }

    private static func same(_ components: Components) -> [ComponentID: [String]] {
        var others: [ComponentID: Set<ComponentID>] = [:]
        for component in components {
            for other in component.see {
                others[component.id, default: []].insert(other)
                others[other, default: []].insert(component.id)
            }
        }
        return others.mapValues { ids in
            ids.map { components[$0]?.name ?? String($0.hex.prefix(idDigits)) }.sorted()
        }
    }

    /// The findings of one component state, ascending by criterion.
    ///
    /// A component still to come has the front of its id as label, and neither screen nor control;
    /// an environment that the plan lacks is named likewise.
    ///
    /// - Parameters:
    ///   - unconfirmed: What no server has answered `applied` or `again`.
    ///   - isWanted: What has to hold of a finding that gets a row.
    /// - Returns: No rows for a record of another kind.
    package func rows(
        of record: Record, unconfirmed: DotRanges = DotRanges(),
        where isWanted: (Finding) -> Bool = { _ in true }
    ) -> [FindingRow] {
        guard case .state(_, let state) = record.key else { return [] }
        let component = components[state.component]
        let findings = record.findings(
            policy: plan.policy, control: component?.control ?? "",
            environment: environments[state.environment] ?? "",
            withdrawals: component?.withdrawals ?? []
        ).filter(isWanted)
        guard !findings.isEmpty else { return [] }
        let tested = Self.tested(in: record)
        let whole: FindingRow.Withdrawn.Level = record.withdrawals.isEmpty ? .component : .state
        let names = naming(state, component, tested)
        let open = Self.unconfirmed(in: record, unconfirmed)
        return findings.map { finding in
            var row = FindingRow(
                entry: Self.entry(names, finding), audit: plan.audit, state: state,
                effective: finding.effective)
            row.authors = authors(of: finding)
            row.changed = finding.changed
            row.siblings = finding.judgements.map { authored($0, \.judgement) }
            row.decisions = finding.decisions.map { authored($0, \.decision) }
            row.versions = versions(of: finding, tested, component)
            row.withdrawn = FindingRow.Withdrawn(
                finding.withdrawal, level: finding.withdrawals.isEmpty ? whole : .finding)
            row.evidence = finding.evidence
            row.evidenceWords = finding.evidenceWords
            row.comments = finding.comments.map(text)
            row.suggestion = finding.suggestion
            row.see = same[state.component] ?? []
            row.version = FindingRow.Version(
                context: record.context, judgements: finding.judgements,
                decisions: finding.decisions)
            row.isUnconfirmed = open.contains(finding.criterion) || open.contains("")
            return row
        }
    }

    /// The criteria on which something unconfirmed lives; the empty one is the whole state.
    private static func unconfirmed(in record: Record, _ dots: DotRanges) -> Set<String> {
        guard !dots.isEmpty else { return [] }
        let changes = record.changes.lazy.filter { dots.contains($0.change.dot) }
        return Set(changes.flatMap { $0.change.body.writes }.map(\.field.criterion))
    }

    /// What the rows of one component state have in common.
    private func naming(
        _ state: StateID, _ component: Component?, _ tested: Texts
    ) -> FindingEntry {
        var entry = FindingEntry()
        entry.component = state.component.hex
        if let component {
            entry.screen = component.screen
            entry.control = component.control
            entry.ordinal = component.ordinal
        }
        entry.label = component?.label ?? String(state.component.hex.prefix(Self.idDigits))
        entry.environment =
            environments[state.environment] ?? String(state.environment.hex.prefix(Self.idDigits))
        entry.round = state.round
        entry.state = state.state
        for (name, siblings) in tested { entry.texts[name] = siblings.newest?.value.text }
        return entry
    }

    private static func entry(_ names: FindingEntry, _ finding: Finding) -> FindingEntry {
        var entry = names
        entry.criterion = finding.criterion
        // Whoever reads the row back must not write a verdict that nobody chose, so a conflict
        // leaves these three empty; the siblings beside them tell every value.
        entry.outcome = finding.effective.judgement?.outcome
        entry.severity = finding.effective.judgement?.severity
        entry.attribution = finding.effective.judgement?.attribution
        for name in finding.texts.keys { entry.texts[name] = finding.text(name) }
        entry.lists = finding.lists
        return entry
    }

    /// Texts of the finding and its component state, words on its files, and its component's names.
    private func versions(
        of finding: Finding, _ tested: Texts, _ component: Component?
    ) -> [FindingRow.TextVersions] {
        FindingColumn.allCases.compactMap { column in
            let live: [FindingRow.Authored<String>]
            if let name = column.text {
                live = (finding.texts[name] ?? tested[name] ?? []).map(text)
            } else if column == .evidenceWords {
                live = finding.evidenceWords.flatMap { words in
                    words.versions.map { one in
                        authored(one) { "\(words.file) \(one.field.said): \($0.text ?? "")" }
                    }
                }
            } else {
                let name = FieldName(rawValue: column.rawValue)
                live = (name.flatMap { component?.named[$0] } ?? []).map(text)
            }
            return live.count > 1 ? FindingRow.TextVersions(column: column, texts: live) : nil
        }
    }

    private func text(_ sibling: Sibling) -> FindingRow.Authored<String> {
        authored(sibling) { $0.text ?? "" }
    }

    /// By name; one of whom nothing shows that anything here is hers is told as that.
    private func authors(of finding: Finding) -> [String] {
        let writes = finding.judgements + finding.texts.values.flatMap(\.self)
        let placed = Set(writes.filter { $0.unplaced == nil }.map(\.author))
        return finding.authors.map {
            plan.name(of: $0) + (placed.contains($0) ? "" : " (unplaced)")
        }
    }

    private func authored<Value>(
        _ sibling: Sibling, _ value: (FieldValue) -> Value
    ) -> FindingRow.Authored<Value> {
        FindingRow.Authored(
            author: plan.name(of: sibling.author), person: sibling.author, at: sibling.wallTime,
            edit: sibling.edit, value: value(sibling.value),
            unplaced: sibling.unplaced.map { plan.name(of: $0.lead) })
    }

    /// The texts that say what the whole component state was tested with.
    private static func tested(in record: Record) -> Texts {
        var result: Texts = [:]
        for (name, field) in testedFields {
            let siblings = record.siblings(of: field)
            if !siblings.isEmpty { result[name] = siblings }
        }
        return result
    }
}

extension FindingRow.Withdrawn {
    fileprivate init?(_ withdrawal: Finding.Withdrawal, level: Level) {
        switch withdrawal {
        case .none: return nil
        case .withdrawn(let reason): self.init(level: level, reason: reason, isContested: false)
        case .contested(let reason): self.init(level: level, reason: reason, isContested: true)
        }
    }
}
