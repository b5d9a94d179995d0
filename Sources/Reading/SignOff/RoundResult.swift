package import Shared

/// What is in effect in one round, as a signature holds it.
package struct RoundResult: Sendable {
    /// Over one line a finding that anybody judged (docs/merge.md, "Sign-off").
    package let hash: Hash256
    /// How many findings have which outcome, without those that nobody judged.
    package let counts: OutcomeCounts
    /// Whose findings are in it.
    let components: Set<ComponentID>

    /// As many digits as exports have of the id of an environment that the plan lacks.
    private static let idDigits = 12

    /// Reads what stands in a round, in whatever order it came and on whatever laptop.
    package init(of round: UInt32, in view: AuditView) throws {
        var counts = OutcomeCounts()
        var components: Set<ComponentID> = []
        var lines: [[UInt8]] = []
        for (state, criteria) in try RoundOutcome.all(of: [round], in: view) {
            let environment =
                view.plan.environments[state.environment]?.plain
                ?? String(state.environment.hex.prefix(Self.idDigits))
            let place = "\(state.component.hex)\t\(environment)\t\(state.state)\t"
            components.insert(state.component)
            for (criterion, rounds) in criteria {
                guard let outcome = rounds[round] else { continue }
                lines.append(Array("\(place)\(criterion)\t\(outcome.signed)\n".utf8))
                if case .judged(let judgement) = outcome { counts[judgement.outcome] += 1 }
            }
        }
        lines.sort { $0.lexicographicallyPrecedes($1) }
        var hash = RunningHash()
        let head = Array("accord result 1 \(view.audit.hex) \(round)\n".utf8)
        for line in [head] + lines { line.withUnsafeBytes { hash.update($0) } }
        self.hash = hash.value
        self.counts = counts
        self.components = components
    }
}

extension RoundOutcome {
    /// As it stands in the lines of a result.
    fileprivate var signed: String {
        switch self {
        case .judged(.failed(let severity, let attribution)):
            "failed/\(severity.rawValue)/\(attribution.rawValue)"
        case .judged(let judgement): judgement.outcome.rawValue
        case .undecided: "undecided"
        case .untested: "untested"
        }
    }
}
