import Shared

extension Effective {
    /// What holds in one cell: the judgement, such as `failed/serious/app`, else the basis.
    var cell: String { judgement?.cell ?? basis }

    /// In a format with room for one word: what is undecided is `cantTell`, never a side's word.
    var singleOutcome: Outcome {
        switch self {
        case .untested: .untested
        case .undecided: .cantTell
        case .single, .agreed, .automatic, .decided, .challenged:
            judgement?.outcome ?? .cantTell
        }
    }

    /// The policy method that was applied or tried, or that a decision confirmed.
    var rule: String? {
        switch self {
        case .automatic(_, let method, _): method
        case .undecided(.fellThrough(let method, _)), .undecided(.unknownMethod(let method)): method
        case .decided(let decision), .challenged(let decision, _): decision.rule
        case .untested, .single, .agreed, .undecided(.noRule), .undecided(.policyContested),
            .undecided(.decisionsDiffer):
            nil
        }
    }

    /// A lead's reason for a decision, or the word for why nothing is decided.
    var reason: String? {
        switch self {
        case .decided(let decision), .challenged(let decision, _): decision.reason.string
        case .undecided(.noRule): "no-rule"
        case .undecided(.fellThrough): "rule-does-not-choose"
        case .undecided(.unknownMethod): "rule-unknown"
        case .undecided(.policyContested): "policies-differ"
        case .undecided(.decisionsDiffer): "decisions-differ"
        case .untested, .single, .agreed, .automatic: nil
        }
    }

    /// The judgements that a decision in effect does not settle.
    var challenges: [Challenge] {
        if case .challenged(_, let challenges) = self { challenges } else { [] }
    }
}

extension Judgement {
    /// The judgement in one cell: `passed`, `failed/serious/app`.
    var cell: String {
        switch self {
        case .failed(let severity, let attribution):
            "\(outcome.rawValue)/\(severity.rawValue)/\(attribution.rawValue)"
        case .passed, .cantTell, .inapplicable: outcome.rawValue
        }
    }
}
