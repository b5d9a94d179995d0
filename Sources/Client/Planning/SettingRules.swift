package import Reading
package import Shared

extension ClientDecisions {
    /// How many rules an audit has at most.
    package static let rulesMax = 100

    /// Sets the rules, all of them at once, with the reason; verdicts and decisions stay.
    ///
    /// Whoever sends the same once more changes nothing.
    ///
    /// - Parameter code: As `PlannedRules.code` of what she saw; nil for what stands now.
    package func setRules(
        _ policy: Policy, reason: String, asOf code: String? = nil, in view: AuditView
    ) throws {
        try view.requireLead("set the rules")
        let reason = reason.trimmed
        guard !reason.isEmpty else {
            throw AuditError.invalid("write the reason: it is read with the rules later")
        }
        guard policy.rules.count <= Self.rulesMax else {
            throw AuditError.invalid(
                "\(policy.rules.count) rules are too many. Write at most \(Self.rulesMax)")
        }
        // What it shows is what the change replaces: rules that arrive meanwhile stand beside it.
        let record = try store.record(orEmpty: .plan(view.audit))
        let planned = PlannedRules(record, in: view)
        if let only = planned.only, only.policy == policy, only.reasons == [reason] { return }
        guard code == nil || code == planned.code else {
            throw AuditError.invalid(
                "other rules were set since you began. Look at them; set once more, yours take "
                    + "their place")
        }
        let others = record.registers().map(\.field).filter {
            $0.name == .policyReason && $0 != policy.reasonField
        }
        var draft = Drafts.policy(view.audit, policy)
        draft.edits.append(FieldEdit(policy.reasonField, Drafts.text(reason)))
        draft.edits += others.map { FieldEdit($0, nil) }
        draft.form = FormContext(showing: record)
        try client.save([draft], in: view.audit)
    }

    /// Says which component states two people are to judge; nothing that was recorded changes.
    ///
    /// Whoever sends the same once more changes nothing.
    ///
    /// - Parameter opinions: Nil for none.
    package func setSecondOpinions(_ opinions: SecondOpinions?, in view: AuditView) throws {
        try view.requireLead("say what two people are to judge")
        let value = opinions.map { Drafts.text($0.text) }
        let record = try store.record(orEmpty: .plan(view.audit))
        let present = Set(record.siblings(of: .secondOpinions).map(\.value))
        guard present != Set([value].compactMap(\.self)) else { return }
        try client.savePlan([FieldEdit(.secondOpinions, value)], of: view)
    }
}
