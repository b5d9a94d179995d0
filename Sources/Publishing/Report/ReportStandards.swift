import Shared

/// What a finding is read for: success criteria, and clauses of the audit's lenses.
struct ReportStandards: Sendable {
    private let lenses: [Lens]
    private var known: [String: [String]] = [:]

    /// Those of WCAG have success criteria for clauses, which each finding names anyway.
    init(_ plan: Plan) {
        lenses = plan.lenses.compactMap(Lens.named).filter { !$0.id.hasPrefix("wcag-") }
    }

    /// In lines, the WCAG's first; asked for by thousands of findings, and worked out once.
    mutating func lines(for criterion: Criterion) -> [String] {
        if let lines = known[criterion.id] { return lines }
        let clauses = lenses.compactMap { lens -> String? in
            let numbers = lens.clauses(of: criterion).map { "\($0.number) \($0.title)" }
            return numbers.isEmpty ? nil : "\(lens.title): \(numbers.joined(separator: "; "))"
        }
        let wcag = criterion.wcag.map(Self.words)
        let basis =
            criterion.basis == .advisory ? ["Advisory: a failure fails no success criterion"] : []
        let lines = basis + wcag + clauses
        known[criterion.id] = lines
        return lines
    }

    /// Such as `WCAG 4.1.2 Name, Role, Value (A)`.
    static func words(ofWCAG number: String) -> String {
        SuccessCriterion.named(number).map { "WCAG \(number) \($0.name) (\($0.level.rawValue))" }
            ?? "WCAG \(number)"
    }
}
