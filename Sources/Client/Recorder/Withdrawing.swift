package import Reading
package import Shared

/// Takes back what was recorded, edit by edit (docs/merge.md, "Withdrawals").
extension ClientWithdrawals {
    /// Withdraws findings, by criterion, or without criteria the whole component state.
    @discardableResult
    package func withdraw(
        _ item: StateItem, criteria: [String], reason: String, in view: AuditView
    ) throws -> [WithdrawalStatus] {
        try view.requireTester()
        let form = FormContext(showing: item.record)
        let names = try criteria.map { try item.finding(named: $0).criterion }
        let drafts = withdrawalFields(names).flatMap { field in
            let covered = item.record.edits {
                !field.hasCriterion || $0.criterion == field.criterion
            }
            return withdrawalDrafts(
                of: covered, at: field, of: item.record.key, reason, form, in: view)
        }
        try client.save(drafts, in: view.audit)
        return try view.withdrawals(of: item.id, on: names)
    }

    /// Withdraws a component with all of its states, in every round: one write in its own record.
    @discardableResult
    package func withdraw(
        _ component: Component, reason: String, in view: AuditView
    ) throws -> WithdrawalStatus {
        try withdraw([component], reason: reason, in: view)
        let key = RecordKey.component(view.audit, component.id)
        return try view.withdrawal(of: Component(try store.record(orEmpty: key)))
    }

    /// Withdraws several as the one above, all in one transaction.
    package func withdraw(
        _ components: [Component], reason: String, in view: AuditView
    ) throws {
        try client.save(drafts(components, reason: reason, in: view), in: view.audit)
    }

    /// What withdrawing components writes.
    func drafts(
        _ components: [Component], reason: String, in view: AuditView
    ) throws -> [RecordDraft] {
        try view.requireTester()
        return try components.flatMap { component in
            let records = try store.records(of: component.id, in: view.audit)
            return withdrawalDrafts(
                of: records.flatMap { $0.edits { _ in true } }, at: FieldID(.withdrawn),
                of: .component(view.audit, component.id), reason,
                FormContext(showing: records[0]), in: view)
        }
    }

    /// As for its record.
    package func liftWithdrawal(of component: Component, in view: AuditView) throws {
        let record = try store.record(orEmpty: .component(view.audit, component.id))
        try liftWithdrawal(of: record, in: view)
    }

    /// Lifts withdrawals: one's own, a lead anybody's; or throws when there is none to lift.
    ///
    /// - Parameter criteria: Full ids; without any, that of the record as a whole.
    package func liftWithdrawal(
        of record: Record, criteria: [String] = [], in view: AuditView
    ) throws {
        try view.requireTester()
        let form = FormContext(showing: record)
        let act = withdrawingAct(in: view)
        let fields = withdrawalFields(criteria)
        let edits = fields.filter { field in
            let shown = form.shown[field] ?? []
            return !Replacement.named(of: shown, field: field, by: view.person, act: act).isEmpty
        }
        guard !edits.isEmpty else {
            let isThere = fields.contains { form.shown[$0]?.isEmpty == false }
            throw AuditError.invalid(
                isThere
                    ? "somebody else withdrew it: only they or a lead can take that back"
                    : "there is no withdrawal here that you can take back")
        }
        let draft = RecordDraft(
            key: record.key, act: act, edits: edits.map { FieldEdit($0, nil) }, form: form)
        try client.save([draft], in: view.audit)
    }

    /// The register of each finding's withdrawal; without criteria that of the record as a whole.
    private func withdrawalFields(_ criteria: [String]) -> [FieldID] {
        criteria.isEmpty
            ? [FieldID(.withdrawn)] : criteria.map { FieldID(criterion: $0, .withdrawn) }
    }
}

/// A lead's withdrawal is a decision: it covers everybody's edits, and can be lifted by leads.
private func withdrawingAct(in view: AuditView) -> Act { view.role == .lead ? .decision : .edit }

/// In as many changes as the covered edits need; only the first names what stood before.
private func withdrawalDrafts(
    of covered: [EditID], at field: FieldID, of key: RecordKey, _ reason: String,
    _ form: FormContext, in view: AuditView
) -> [RecordDraft] {
    var form = form
    var drafts: [RecordDraft] = []
    var rest = covered[...]
    repeat {
        let part = Array(rest.prefix(Limits.standard.coversPerChangeMax))
        rest = rest.dropFirst(part.count)
        let withdrawal = Withdrawal(reason: Text(typed: reason), covers: part)
        let edits = [FieldEdit(field, .withdrawal(withdrawal))]
        drafts.append(
            RecordDraft(key: key, act: withdrawingAct(in: view), edits: edits, form: form))
        form.shown[field] = []
    } while !rest.isEmpty
    return drafts
}

extension Record {
    /// The live edits of registers that a withdrawal can cover, each once.
    fileprivate func edits(where isWanted: (FieldID) -> Bool) -> [EditID] {
        let covered = registers().filter { $0.field.name != .withdrawn && isWanted($0.field) }
        return Array(Set(covered.flatMap(\.siblings).map(\.edit)))
    }
}
