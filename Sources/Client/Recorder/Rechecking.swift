package import Reading
package import Shared

/// A finding with what was heard for it, and what the check makes of that now.
package struct RecheckedFinding: Sendable {
    /// `Screen/Label@environment:state`.
    package let state: String
    package let criterion: String
    /// The newest of several versions.
    package let heard: String
    /// The verdict in effect; nil while there is none.
    package let outcome: Outcome?
    /// As it was written; nil where nothing is kept.
    package let stored: String?
    /// Nil where words cannot tell.
    package let suggestion: AnnouncementSuggestion?
    fileprivate let key: RecordKey

    /// Whether the check says something else now than what is kept.
    package var differs: Bool { stored != suggestion?.text }
    /// Whether it suggests another outcome than the verdict in effect.
    package var isOtherwise: Bool { suggestion.map { $0.outcome != outcome } ?? false }
}

extension ClientRecording {
    /// Checks again all that was heard and still stands, ascending by component state.
    ///
    /// - Parameter strictness: Nil as the audit wants it.
    package func recheck(
        _ view: AuditView, catalogue: Catalogue, strictness: AnnouncementStrictness? = nil
    ) throws -> [RecheckedFinding] {
        try view.requirePinned(catalogue)
        var check = HeardCheck(strictness ?? view.plan.announcements)
        var found: [RecheckedFinding] = []
        try store.records(view.audit, kind: .state) { record in
            let item = view.item(record)
            guard !item.isWithdrawn,
                let environment = view.plan.environments[item.id.environment],
                let component = item.component, let control = catalogue.control(component.control),
                let platform = control.platform(environment.platform)
            else { return }
            for finding in item.findings where !finding.isWithdrawn {
                guard let heard = finding.text(.heard) else { continue }
                let criterion = platform.criteria.first { $0.id == finding.criterion }
                let suggestion = criterion.flatMap {
                    check.suggestion(
                        for: heard, $0, in: item.id.state, of: control, named: component.label,
                        environment: environment, language: item.readerLanguage)
                }
                found.append(
                    RecheckedFinding(
                        state: item.name, criterion: finding.criterion, heard: heard,
                        outcome: finding.effective.judgement?.outcome,
                        stored: finding.suggestion, suggestion: suggestion, key: record.key))
            }
        }
        return found.sorted { ($0.state, $0.criterion) < ($1.state, $1.criterion) }
    }

    /// Keeps what differs, one change a component state; returns how many findings that are.
    package func correct(_ rechecked: [RecheckedFinding], in view: AuditView) throws -> Int {
        try view.requireTester()
        var edits: [RecordKey: [FieldEdit]] = [:]
        var order: [RecordKey] = []
        for finding in rechecked where finding.differs {
            if edits[finding.key] == nil { order.append(finding.key) }
            edits[finding.key, default: []].append(
                Drafts.suggestion(finding.suggestion, criterion: finding.criterion))
        }
        try client.save(order.map { RecordDraft(key: $0, edits: edits[$0] ?? []) }, in: view.audit)
        return rechecked.count(where: \.differs)
    }
}
