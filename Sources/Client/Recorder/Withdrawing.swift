package import Shared
package import struct Shared.Record

/// Takes back what was recorded, edit by edit (docs/merge.md, "Withdrawals").
extension AuditClient {
    /// Withdraws findings of a component state, or without criteria the whole state.
    ///
    /// - Returns: How each withdrawal stands now.
    /// - Throws: `ClientError.notFound` for a criterion on which nothing was recorded.
    @discardableResult
    package func withdraw(
        _ item: StateItem, criteria: [String], reason: String, in view: AuditView
    ) throws -> [WithdrawalStatus] {
        try view.requireTester()
        let form = FormContext(showing: item.record)
        let names = try criteria.map { try item.finding(named: $0).criterion }
        let fields =
            names.isEmpty
            ? [FieldID(.withdrawn)] : names.map { FieldID(criterion: $0, .withdrawn) }
        let drafts = fields.flatMap { field in
            let covered = item.record.edits {
                !field.hasCriterion || $0.criterion == field.criterion
            }
            return view.drafts(covering: covered, at: field, of: item.record.key, reason, form)
        }
        try save(drafts, in: view.audit)
        return try withdrawals(of: item.id, on: names, in: view)
    }

    /// Withdraws a component with all of its states, in every round: one write in its own record.
    ///
    /// - Returns: How the withdrawal stands now.
    @discardableResult
    package func withdraw(
        _ component: Component, reason: String, in view: AuditView
    ) throws -> WithdrawalStatus {
        try view.requireTester()
        let key = RecordKey.component(view.audit, component.id)
        let record = try store.record(key) ?? Record(key: key)
        var covered = record.edits { _ in true }
        try store.stateIndex.states(of: component.id, in: view.audit) {
            covered += $0.edits { _ in true }
        }
        let drafts = view.drafts(
            covering: covered, at: FieldID(.withdrawn), of: key, reason,
            FormContext(showing: record))
        try save(drafts, in: view.audit)
        let after = Component(try store.record(key) ?? record)
        return try withdrawal(of: after, in: view)
    }

    /// Lifts withdrawals of a component: one's own, a lead anybody's.
    ///
    /// - Throws: `ClientError.invalid` where there is none that this person may lift.
    package func liftWithdrawal(of component: Component, in view: AuditView) throws {
        let key = RecordKey.component(view.audit, component.id)
        try liftWithdrawal(of: try store.record(key) ?? Record(key: key), in: view)
    }

    /// Lifts withdrawals of a record: one's own, a lead anybody's.
    ///
    /// - Parameter criteria: Full ids; without any, that of the record as a whole.
    /// - Throws: `ClientError.invalid` where there is none that this person may lift.
    package func liftWithdrawal(
        of record: Record, criteria: [String] = [], in view: AuditView
    ) throws {
        try view.requireTester()
        let form = FormContext(showing: record)
        let act = view.withdrawingAct
        let fields =
            criteria.isEmpty
            ? [FieldID(.withdrawn)] : criteria.map { FieldID(criterion: $0, .withdrawn) }
        let edits = fields.filter { field in
            let shown = form.shown[field] ?? []
            return !Replacement.named(of: shown, field: field, by: view.person, act: act).isEmpty
        }
        guard !edits.isEmpty else {
            let isThere = fields.contains { form.shown[$0]?.isEmpty == false }
            throw ClientError.invalid(
                isThere
                    ? "somebody else withdrew it: only they or a lead can take that back"
                    : "there is no withdrawal here that you can take back")
        }
        let draft = RecordDraft(
            key: record.key, act: act, edits: edits.map { FieldEdit($0, nil) }, form: form)
        try save([draft], in: view.audit)
    }
}

extension AuditView {
    /// A lead's withdrawal is a decision: it covers everybody's edits, and can be lifted by leads.
    fileprivate var withdrawingAct: Act {
        plan.role(of: person) == .lead ? .decision : .edit
    }

    /// A withdrawal in as many changes as its edits need: they cover together, so only the first
    /// names what stood before.
    fileprivate func drafts(
        covering covered: [EditID], at field: FieldID, of key: RecordKey, _ reason: String,
        _ form: FormContext
    ) -> [RecordDraft] {
        var form = form
        var drafts: [RecordDraft] = []
        var rest = covered[...]
        repeat {
            let part = Array(rest.prefix(Limits.standard.coversPerChangeMax))
            rest = rest.dropFirst(part.count)
            let value = FieldValue.withdrawal(
                Withdrawal(reason: Text(normalizing: reason), covers: part))
            drafts.append(
                RecordDraft(
                    key: key, act: withdrawingAct, edits: [FieldEdit(field, value)], form: form))
            form.shown[field] = []
        } while !rest.isEmpty
        return drafts
    }
}

extension Record {
    /// The live edits of registers that a withdrawal can cover, each once.
    fileprivate func edits(where isWanted: (FieldID) -> Bool) -> [EditID] {
        let edits = registers()
            .filter { $0.field.name != .withdrawn && isWanted($0.field) }
            .flatMap(\.siblings).map(\.edit)
        return Array(Set(edits))
    }
}
