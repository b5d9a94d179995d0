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
        let method = words[0, or: ""]
        guard PolicyMethod.named(method) != nil else {
            throw .notFound(what: "policy method", name: method, known: PolicyMethod.all.map(\.id))
        }
        let rule = PolicyRule(
            control: patterns[0, or: ""], state: patterns[1, or: ""],
            environment: patterns[2, or: ""], criterion: patterns[3, or: ""], method: method,
            ranks: try ranks(words[1, or: ""], of: method, in: view))
        try check(rule, in: view, catalogue)
        return rule
    }

    package static func text(_ rule: PolicyRule, _ plan: Plan) -> String {
        var patterns = [rule.control, rule.state, rule.environment, rule.criterion]
        while patterns.count > 1, patterns.last?.isEmpty == true { patterns.removeLast() }
        let people = rule.ranks.map(plan.name).joined(separator: ", ")
        return patterns.map { $0.isEmpty ? "*" : $0 }.joined(separator: " / ")
            + ": \(rule.method)" + (people.isEmpty ? "" : " \(people)")
    }

    private static func ranks(
        _ names: String, of method: String, in view: AuditView
    ) throws(AuditError) -> [PersonID] {
        guard method == "seniority" else {
            guard names.isEmpty else { throw .invalid("\(method) takes no names") }
            return []
        }
        guard !names.isEmpty else {
            throw .invalid("seniority needs people, best first: “seniority Tomas Berg, Lee Okafor”")
        }
        return try names.split(separator: ",").map { name throws(AuditError) in
            try view.member(named: name.trimmed)
        }
    }

    /// A rule with a misspelled name would match nothing, and nobody would notice.
    private static func check(
        _ rule: PolicyRule, in view: AuditView, _ catalogue: Catalogue
    ) throws(AuditError) {
        let controls =
            rule.control.isEmpty
            ? catalogue.controls : [try catalogue.control(named: rule.control)]
        func require(_ name: String, _ what: String, among all: [String]) throws(AuditError) {
            if name.isEmpty || all.contains(name) { return }
            throw .notFound(what: what, name: name, known: nearNames(to: name, among: all))
        }
        let platforms = controls.flatMap(\.platforms)
        try require(rule.state, "state", among: platforms.flatMap(\.states).map(\.id))
        if !rule.environment.isEmpty { _ = try view.environment(named: rule.environment) }
        try require(rule.criterion, "criterion", among: platforms.flatMap(\.criteria).map(\.id))
    }
}

extension Array {
    fileprivate subscript(index: Int, or other: Element) -> Element {
        indices.contains(index) ? self[index] : other
    }
}
