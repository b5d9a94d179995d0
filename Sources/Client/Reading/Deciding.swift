package import Shared

/// What a lead does about some findings of one component state.
package enum DecisionAct: Sendable {
    /// She says what holds, with her reason.
    case decide(Judgement, reason: String)
    /// She confirms what a rule chose, or renews a decision that was challenged.
    case confirm(reason: String?)
    /// She takes the decision back, so that the conflict is open again.
    case lift
}

extension AuditClient {
    /// Writes the decisions on several findings of one component state in one change.
    ///
    /// - Returns: The full ids of the criteria, as they were resolved.
    /// - Throws: `ClientError.notAllowed` for anybody but a lead, `.notFound`, `.invalid`.
    @discardableResult
    package func decide(
        _ act: DecisionAct, on state: StateItem, criteria names: [String], in view: AuditView
    ) throws -> [String] {
        try view.requireLead("decide")
        var edits: [FieldEdit] = []
        var criteria: [String] = []
        for name in names {
            let finding = try state.finding(named: name)
            edits.append(try state.edit(act, on: finding))
            criteria.append(finding.criterion)
        }
        let draft = RecordDraft(
            key: state.record.key, act: .decision, edits: edits,
            form: FormContext(showing: state.record))
        try save([draft], in: view.audit)
        return criteria
    }
}

extension StateItem {
    /// Finds one of the state's findings by its criterion's full or short id.
    ///
    /// - Throws: `ClientError.notFound` with the criteria on which something was recorded.
    package func finding(named name: String) throws(ClientError) -> Finding {
        let found = findings.first { finding in
            finding.criterion == name
                || finding.criterion.split(separator: ".", maxSplits: 2).last.map(String.init)
                    == name
        }
        guard let found else {
            throw .notFound(
                what: "finding on \(self.name)", name: name,
                known: nearNames(to: name, among: findings.map(\.criterion)))
        }
        return found
    }

    fileprivate func edit(
        _ act: DecisionAct, on finding: Finding
    ) throws(ClientError) -> FieldEdit {
        let draft: RecordDraft
        switch act {
        case .decide(let judgement, let reason):
            draft = Drafts.decision(
                judgement, reason: reason, rule: nil, criterion: finding.criterion,
                showing: record)
        case .confirm(let reason):
            draft = try confirmation(of: finding, reason: reason)
        case .lift:
            guard !finding.decisions.isEmpty else {
                throw .invalid("there is no decision on \(finding.criterion)")
            }
            draft = Drafts.lift(criterion: finding.criterion, showing: record)
        }
        guard let edit = draft.edits.first else {
            preconditionFailure("A draft of a decision has its edit.")
        }
        return edit
    }

    private func confirmation(
        of finding: Finding, reason: String?
    ) throws(ClientError) -> RecordDraft {
        switch finding.effective {
        case .challenged(let decision, _):
            return Drafts.decision(
                decision.judgement, reason: reason ?? decision.reason.string, rule: decision.rule,
                criterion: finding.criterion, showing: record)
        case .automatic(let judgement, let method, _):
            return Drafts.decision(
                judgement, reason: reason ?? "The rule \(method) holds.", rule: method,
                criterion: finding.criterion, showing: record)
        case .untested, .single, .agreed, .undecided, .decided:
            throw .invalid(
                "there is nothing to confirm on \(finding.criterion), which is "
                    + "\(finding.effective.basis)")
        }
    }
}
