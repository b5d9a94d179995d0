package import Reading
package import Shared

/// What came of saving a form.
package struct FormSave: Sendable {
    /// The changes that were written; none when everything was said already.
    package let changes: [Change]
    package let context: FormContext
    /// What stands beside what was saved and was not shown in the form.
    package let besides: [Sibling]
    /// Verdicts that were not saved, because only their author can say which of hers holds.
    package let asked: [OwnQuestion]
    /// Where the person is near the end of her share, in sentences.
    package let warnings: [String]
}

extension ClientRecording {
    /// Saves what a form says of one component state, in one transaction; or nothing if it throws.
    ///
    /// What the form showed and still says is left out, so that a form that sends all its fields
    /// writes only those that were edited. Of entries, one a criterion, outcome and texts count.
    ///
    /// A verdict beside another of the same person that the form had not shown is left out, all
    /// else is saved: nobody disagrees with herself, so she is asked.
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
        var seen = context
        var asked: [OwnQuestion] = []
        var saved: [Change]?
        while saved == nil {
            do {
                saved = try save(edits, adding: added, on: state, in: view, showing: seen)
            } catch let unseen as UnseenJudgement {
                for (field, standing) in unseen.verdicts {
                    let value = edits.first { $0.field == field }?.value
                    edits.removeAll { $0.field == field }
                    if standing.allSatisfy({ $0.value == value }) {
                        // She has said the same in another form: there is nothing to ask.
                        seen.shown[field, default: []] += standing
                    } else {
                        asked.append(
                            OwnQuestion(
                                criterion: field.criterion, standing: standing,
                                said: value?.judgement))
                    }
                }
            }
        }
        let changes = (saved ?? []).filter { $0.key == key }
        var after = seen
        for change in changes { after.note(change) }
        return FormSave(
            changes: changes, context: after,
            besides: try besides(changes, in: key, showing: seen), asked: asked,
            warnings: try client.recorder.warnings(after: changes))
    }

    private func save(
        _ edits: [FieldEdit], adding state: FieldEdit?, on id: StateID, in view: AuditView,
        showing context: FormContext
    ) throws -> [Change] {
        guard !edits.isEmpty else { return [] }
        var draft = RecordDraft(key: .state(view.audit, id), edits: edits, form: context)
        draft.asksAuthor = true
        let component = RecordKey.component(view.audit, id.component)
        let added = state.map { RecordDraft(key: component, edits: [$0]) }
        return try client.save([added, draft].compactMap(\.self), in: view.audit)
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
