package import Reading
package import Shared

extension AuditClient {
    package var recorder: Recorder { Recorder(store: store) }

    @discardableResult
    package func save(_ drafts: [RecordDraft], in audit: AuditID) throws -> [Change] {
        try checkPlan(drafts, of: audit)
        var generator = SystemRandomNumberGenerator()
        return try recorder.save(drafts, in: audit, at: now, using: &generator)
    }

    package func savePlan(_ edits: [FieldEdit], of view: AuditView) throws {
        try save([RecordDraft(key: .plan(view.audit), act: .plan, edits: edits)], in: view.audit)
    }

    /// No round is opened on a plan of which nobody knows what holds.
    private func checkPlan(_ drafts: [RecordDraft], of audit: AuditID) throws {
        let opened = drafts.filter { if case .plan = $0.key { true } else { false } }
            .flatMap(\.edits).filter { $0.field.name == .round && $0.value != nil }
        guard !opened.isEmpty, try store.plan(audit) != nil else { return }
        let view = try view(audit)
        let contested = Set(view.plan.contested.map(\.field))
        // Whoever chooses which build a round has opens none.
        guard opened.contains(where: { !contested.contains($0.field) }),
            let first = view.plan.contested.first
        else { return }
        throw AuditError.invalid(
            "nobody can open a round while leads have written different things into the plan: the "
                + "\(first.name(in: view)) is \(first.words(in: view)). See: accord conflicts. "
                + "Then: accord audit choose")
    }
}
