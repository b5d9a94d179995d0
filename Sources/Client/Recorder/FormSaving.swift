package import Reading
package import Shared

/// What came of saving a form.
package struct FormSave: Sendable {
    /// The changes that were written; none when everything was said already.
    package let changes: [Change]
    package let context: FormContext
    /// What stands beside what was saved and was not shown in the form.
    package let besides: [Sibling]
    /// Where the person is near the end of her share, in sentences.
    package let warnings: [String]
}

extension ClientRecording {
    /// Saves what a form says of one component state, in one transaction; or nothing if it throws.
    ///
    /// What the form showed and still says is left out, so that a form that sends all its fields
    /// writes only those that were edited. Of entries, one a criterion, outcome and texts count.
    package func saveForm(
        _ entries: [FindingEntry], on state: StateID, in view: AuditView, catalogue: Catalogue,
        showing context: FormContext
    ) throws -> FormSave {
        var check = try FindingCheck(view: view, catalogue: catalogue)
        var edits: [FieldEdit] = []
        var added: FieldEdit?
        for entry in entries {
            var entry = entry
            entry.label = state.component.hex
            entry.environment = view.environmentName(state.environment)
            entry.state = state.state
            entry.round = state.round
            let checked = try check.check(entry)
            edits += checked.edits
            added = added ?? checked.addedState
        }
        // Sending back unchanged what the form showed says nothing.
        edits.removeAll { edit in
            guard let value = edit.value, value.text != nil else { return false }
            return context.showed(value, in: edit.field)
        }
        let key = RecordKey.state(view.audit, state)
        var drafts: [RecordDraft] = []
        if let added, !edits.isEmpty {
            let component = RecordKey.component(view.audit, state.component)
            drafts.append(RecordDraft(key: component, edits: [added]))
        }
        if !edits.isEmpty { drafts.append(RecordDraft(key: key, edits: edits, form: context)) }
        let changes = try client.save(drafts, in: view.audit).filter { $0.key == key }
        var after = context
        for change in changes { after.note(change) }
        return FormSave(
            changes: changes, context: after,
            besides: try besides(changes, in: key, showing: context),
            warnings: try client.recorder.warnings(after: changes))
    }

    private func besides(
        _ changes: [Change], in key: RecordKey, showing context: FormContext
    ) throws -> [Sibling] {
        guard !changes.isEmpty, let record = try store.record(key) else { return [] }
        let own = Set(changes.map(\.edit))
        return changes.flatMap(\.body.writes).flatMap { write in
            let known = Set((context.shown[write.field] ?? []).map(\.edit))
            return record.siblings(of: write.field).filter {
                !own.contains($0.edit) && !known.contains($0.edit)
            }
        }
    }
}
