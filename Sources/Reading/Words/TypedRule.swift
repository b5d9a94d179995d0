package import Shared

/// A policy rule part by part as somebody types it, whether there are such names or not.
package struct TypedRule: Hashable, Sendable {
    /// Ids, a plain environment and a full id; empty for any.
    package var control: String
    package var state: String
    package var environment: String
    package var criterion: String
    package var method: String
    /// By name with commas, best first.
    package var people: String

    package init(
        control: String = "", state: String = "", environment: String = "",
        criterion: String = "", method: String, people: String = ""
    ) {
        self.control = control
        self.state = state
        self.environment = environment
        self.criterion = criterion
        self.method = method
        self.people = people
    }

    /// The rule as it would be typed.
    package init(_ rule: PolicyRule, _ plan: Plan) {
        self.init(
            control: rule.control, state: rule.state, environment: rule.environment,
            criterion: rule.criterion, method: rule.method,
            people: rule.ranks.map { plan.nameInList($0) }.joined(separator: ", "))
    }

    /// Throws `AuditError.invalid`, or `.notFound` for a name that plan or catalogue lack.
    package func rule(
        in view: AuditView, _ catalogue: Catalogue
    ) throws(AuditError) -> PolicyRule {
        guard PolicyMethod.named(method) != nil else {
            throw .notFound(what: "policy method", name: method, known: PolicyMethod.all.map(\.id))
        }
        let known = control.isEmpty ? nil : try catalogue.control(named: control)
        let platforms = (known.map { [$0] } ?? catalogue.controls).flatMap(\.platforms)
        try require(state, "state", among: platforms.flatMap(\.states).map(\.id))
        try require(criterion, "criterion", among: platforms.flatMap(\.criteria).map(\.id))
        let plain = environment.isEmpty ? "" : try view.environment(named: environment).plain
        return PolicyRule(
            control: known?.id ?? "", state: state, environment: plain, criterion: criterion,
            method: method, ranks: try ranks(in: view))
    }

    /// A rule with a misspelled name would match nothing, and nobody would notice.
    private func require(
        _ name: String, _ what: String, among all: [String]
    ) throws(AuditError) {
        if name.isEmpty || all.contains(name) { return }
        throw .notFound(what: what, name: name, known: nearNames(to: name, among: all))
    }

    private func ranks(in view: AuditView) throws(AuditError) -> [PersonID] {
        guard method == "seniority" else {
            guard people.isEmpty else { throw .invalid("\(method) takes no names") }
            return []
        }
        guard !people.isEmpty else {
            throw .invalid("seniority needs people, best first: “seniority Tomas Berg, Lee Okafor”")
        }
        return try people.split(separator: ",").map { name throws(AuditError) in
            try view.member(named: name.trimmed)
        }
    }
}

extension Plan {
    /// Somebody's name among others behind commas; her id where that would be somebody else's.
    fileprivate func nameInList(_ person: PersonID) -> String {
        let name = name(of: person)
        let wanted = NaturalKey.folded(name)
        let isOnly = people.count { NaturalKey.folded($0.value.name) == wanted } == 1
        return isOnly && people[person] != nil && !name.contains(",") ? name : person.hex
    }
}
