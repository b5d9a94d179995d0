import Shared

extension TesterAgreement {
    /// Reads the findings of an audit that a filter lets through.
    ///
    /// All verdicts count on a finding that it lets through for one tester. Where it names no
    /// round, the current one is meant; what it asks of outcomes is not looked at.
    package init(
        in view: AuditView, matching filter: AuditFilter = AuditFilter(),
        of basis: Basis = .independent
    ) throws {
        var filter = filter
        if !filter.asks(.round) { filter.wanted[.round] = [String(view.plan.currentRound)] }
        let scope = FilterScope(filter, in: view)
        var reading = AgreementReading(filter: filter, basis: basis)
        var shared: [StateID] = []
        try view.records.summaries { id, summary in
            guard scope.lets(id) else { return }
            let judges = summary.authors.filter { $0.value.verdicts > 0 }.keys
            guard let judge = judges.first else { return }
            if judges.count > 1 || summary.isContested || view.isUnderWithdrawal(id) {
                shared.append(id)
            } else {
                reading.add(summary, by: judge)
            }
        }
        for id in shared {
            guard let record = try view.records.record(.state(view.audit, id)) else { continue }
            let item = view.item(record)
            for finding in item.findings {
                reading.add(finding, of: id, item.component?.control ?? "")
            }
        }
        let rounds = (filter.wanted[.round] ?? []).compactMap { UInt32($0) }
        self.init(
            of: reading.findings, leftOut: reading.leftOut, basis, rounds: rounds.sorted())
    }
}

/// Findings as they are read, each counted or left out.
private struct AgreementReading {
    let filter: AuditFilter
    let basis: TesterAgreement.Basis
    private(set) var findings: [JudgedFinding] = []
    private(set) var leftOut = TesterAgreement.LeftOut()

    init(filter: AuditFilter, basis: TesterAgreement.Basis) {
        self.filter = filter
        self.basis = basis
    }

    /// A component state that one person alone has judged.
    mutating func add(_ summary: StateSummary, by judge: PersonID) {
        leftOut.single += summary.judgements.count { criterion, judgement in
            judgement != nil && filter.lets(criterion, judgedBy: [judge])
        }
    }

    mutating func add(_ finding: Finding, of state: StateID, _ control: String) {
        let judges = Set(finding.judgements.map(\.author))
        guard !judges.isEmpty, filter.lets(finding.criterion, judgedBy: judges) else { return }
        if finding.isWithdrawn {
            leftOut.withdrawn += 1
            return
        }
        guard judges.count > 1 else {
            leftOut.single += 1
            return
        }
        let own = finding.judgements.ownVerdicts
        guard own.count > 1 else {
            leftOut.unclear += 1
            return
        }
        let counted = own.filter { basis == .all || $0.value.knew.isEmpty }
        guard counted.count > 1 else {
            leftOut.dependent += 1
            if own.values.contains(where: { $0.agrees(among: finding.judgements) }) {
                leftOut.agreed += 1
            }
            return
        }
        leftOut.besides += own.count - counted.count
        findings.append(
            JudgedFinding(
                state: state, control: control, criterion: finding.criterion,
                verdicts: counted.compactMapValues(\.value.judgement)))
    }
}

extension [Sibling] {
    /// Each person's verdict that stands, where it is clear whose it is and what it says.
    var ownVerdicts: [PersonID: Sibling] {
        let clear = filter { $0.unplaced == nil && $0.value.judgement != nil }
        return Dictionary(grouping: clear, by: \.author).compactMapValues(\.newest)
    }
}

extension Sibling {
    /// Whether it says what another says that its writer knew.
    fileprivate func agrees(among judgements: [Sibling]) -> Bool {
        judgements.contains { $0.value == value && knew.contains($0.edit) }
    }
}
