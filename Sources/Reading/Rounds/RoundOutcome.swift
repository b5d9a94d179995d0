package import Shared

/// What a round says of one finding, as far as rounds are compared.
package enum RoundOutcome: Hashable, Sendable {
    /// Nobody judged it in that round, or it was withdrawn.
    case untested
    case judged(Judgement)
    /// Verdicts differ and nothing settles them.
    case undecided

    /// Whether it fails; nil where nobody can say.
    var fails: Bool? {
        switch self {
        case .judged(let judgement):
            switch judgement.outcome {
            case .failed: true
            case .passed, .inapplicable: false
            case .cantTell, .untested: nil
            }
        case .untested, .undecided: nil
        }
    }

    package var words: String {
        switch self {
        case .untested: "untested"
        case .judged(let judgement): judgement.words
        case .undecided: "undecided"
        }
    }

    /// - Parameter judgement: What one word tells of a finding; nil where nobody judged it.
    init(_ judgement: Judgement?) {
        self = judgement.map(RoundOutcome.judged) ?? .untested
    }

    init(_ finding: Finding) {
        if case .undecided = finding.effective, !finding.isWithdrawn {
            self = .undecided
        } else {
            self.init(finding.isWithdrawn ? nil : finding.effective.judgement)
        }
    }
}

extension RoundOutcome {
    /// By component state as it is in the first round, then by criterion, then by round.
    typealias Found = [StateID: [String: [UInt32: RoundOutcome]]]

    /// What rounds say of their findings; what nobody judged is absent.
    static func all(
        of rounds: Set<UInt32>, in view: AuditView, matching filter: AuditFilter = AuditFilter()
    ) throws -> Found {
        let scope = FilterScope(filter, in: view)
        var found: Found = [:]
        var shared: [StateID] = []
        func note(_ outcome: RoundOutcome, _ criterion: String, _ id: StateID) {
            guard outcome != .untested, filter.lets(criterion, judgedBy: []) else { return }
            found[id.inFirstRound, default: [:]][criterion, default: [:]][id.round] = outcome
        }
        try view.records.summaries { id, summary in
            guard rounds.contains(id.round), scope.lets(id) else { return }
            if summary.isContested || view.isUnderWithdrawal(id) {
                shared.append(id)
            } else {
                for (criterion, judgement) in summary.judgements {
                    note(RoundOutcome(judgement), criterion, id)
                }
            }
        }
        for id in shared {
            for finding in try view.item(id).findings {
                note(RoundOutcome(finding), finding.criterion, id)
            }
        }
        return found
    }
}

extension StateID {
    /// The same in every round.
    var inFirstRound: StateID { at(round: 1) }

    func at(round: UInt32) -> StateID {
        StateID(component: component, environment: environment, round: round, state: state)
    }
}
