package import Reading
package import Shared

/// What a lead does about some findings of one component state.
package enum DecisionAct: Sendable {
    case decide(Judgement, reason: String)
    /// Confirms what a rule chose, or renews a decision that was challenged.
    case confirm(reason: String?)
    /// Takes the decision back, so that the conflict is open again.
    case lift
}

extension ClientDecisions {
    /// Writes the decisions on several findings of one component state in one change.
    ///
    /// - Parameter context: What the lead had in view, which alone is settled and replaced; nil
    ///   for all that stands.
    /// - Returns: The full ids of the criteria.
    @discardableResult
    package func decide(
        _ act: DecisionAct, on state: StateItem, criteria names: [String], in view: AuditView,
        showing context: FormContext? = nil
    ) throws -> [String] {
        let acts = try names.map { (criterion: try state.finding(named: $0).criterion, act: act) }
        try decide(
            [StateDecision(state: state, acts: acts, context: context)], in: view)
        return acts.map(\.criterion)
    }

    /// Writes decisions in one transaction, those on one component state in one change.
    package func decide(_ decisions: [StateDecision], in view: AuditView) throws {
        try view.requireLead("decide")
        try client.save(decisions.map { try $0.draft() }, in: view.audit)
    }
}

/// What a lead does about the findings of one component state.
package struct StateDecision: Sendable {
    package let state: StateItem
    /// By full id, each once.
    package let acts: [(criterion: String, act: DecisionAct)]
    /// As for `ClientDecisions.decide`.
    package let context: FormContext?

    package init(
        state: StateItem, acts: [(criterion: String, act: DecisionAct)],
        context: FormContext? = nil
    ) {
        self.state = state
        self.acts = acts
        self.context = context
    }

    fileprivate func draft() throws(AuditError) -> RecordDraft {
        let form = context ?? FormContext(showing: state.record)
        var edits: [FieldEdit] = []
        for (criterion, act) in acts {
            edits.append(try state.finding(named: criterion).edit(act, showing: form))
        }
        return RecordDraft(key: state.record.key, act: .decision, edits: edits, form: form)
    }
}

extension StateItem {
    /// Finds by full or short id; throws `.notFound` with the criteria that have a finding.
    package func finding(named name: String) throws(AuditError) -> Finding {
        if let found = findings.first(where: { $0.isAbout(name) }) { return found }
        throw .notFound(
            what: "finding on \(self.name)", name: name,
            known: nearNames(to: name, among: findings.map(\.criterion)))
    }
}

extension Finding {
    fileprivate func edit(
        _ act: DecisionAct, showing form: FormContext
    ) throws(AuditError) -> FieldEdit {
        switch (act, effective) {
        case (.decide(let judgement, let reason), _):
            return Drafts.decision(judgement, reason: reason, criterion: criterion, showing: form)
        case (.confirm(let reason), .challenged(let decision, _)):
            return Drafts.decision(
                decision.judgement, reason: reason ?? decision.reason.string, rule: decision.rule,
                criterion: criterion, showing: form)
        case (.confirm(let reason), .automatic(let judgement, let method, _)):
            return Drafts.decision(
                judgement, reason: reason ?? "The rule \(method) holds.", rule: method,
                criterion: criterion, showing: form)
        case (.confirm, .untested), (.confirm, .single), (.confirm, .agreed),
            (.confirm, .undecided), (.confirm, .decided):
            throw .invalid(
                "there is nothing to confirm on \(criterion), which is \(effective.basis)")
        case (.lift, _):
            guard !decisions.isEmpty else { throw .invalid("there is no decision on \(criterion)") }
            return FieldEdit(FieldID(criterion: criterion, .decision), nil)
        }
    }
}
