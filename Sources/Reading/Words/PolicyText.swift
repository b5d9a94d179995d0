import Foundation
package import Shared

/// A policy rule as people write it: `menu / disabled: most-severe`.
///
/// Before the colon stand control, state, environment and criterion, of which the last ones may be
/// left out and `*` means any; behind it the method, and for `seniority` the people, best first.
package enum PolicyText {
    /// Throws `AuditError.invalid`, or `.notFound` for a name that plan or catalogue lack.
    package static func rule(
        _ text: String, in view: AuditView, _ catalogue: Catalogue
    ) throws(AuditError) -> PolicyRule {
        let halves = text.split(separator: ":", maxSplits: 1).map { $0.trimmed }
        let patterns = halves[0, or: ""].split(separator: "/", omittingEmptySubsequences: false)
            .map { $0.trimmed }.map { $0 == "*" ? "" : $0 }
        guard halves.count == 2, patterns.count <= 4 else {
            throw .invalid(
                "a rule is written CONTROL / STATE / ENVIRONMENT / CRITERION: METHOD, such as "
                    + "“menu / disabled: most-severe”; “\(text)” is not")
        }
        let words = halves[1].split(separator: " ", maxSplits: 1).map { $0.trimmed }
        let typed = TypedRule(
            control: patterns[0, or: ""], state: patterns[1, or: ""],
            environment: patterns[2, or: ""], criterion: patterns[3, or: ""],
            method: words[0, or: ""], people: words[1, or: ""])
        return try typed.rule(in: view, catalogue)
    }

    package static func text(_ rule: PolicyRule, _ plan: Plan) -> String {
        var patterns = [rule.control, rule.state, rule.environment, rule.criterion]
        while patterns.count > 1, patterns.last?.isEmpty == true { patterns.removeLast() }
        let people = TypedRule(rule, plan).people
        return patterns.map { $0.isEmpty ? "*" : $0 }.joined(separator: " / ")
            + ": \(rule.method)" + (people.isEmpty ? "" : " \(people)")
    }
}

extension FieldID {
    /// The rules of a plan.
    static let rules = FieldID(.policy)
}

extension Array {
    fileprivate subscript(index: Int, or other: Element) -> Element {
        indices.contains(index) ? self[index] : other
    }
}
