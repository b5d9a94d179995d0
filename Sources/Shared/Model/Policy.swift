/// How conflicts of an audit are settled; the first rule that matches a finding holds.
package struct Policy: Hashable, Sendable {
    /// In the order in which they are tried.
    package let rules: [PolicyRule]

    package init(rules: [PolicyRule]) {
        self.rules = rules
    }

    /// What holds when the plan has no policy, or several at once: a lead decides.
    package static let standard = Policy(rules: [])
}

/// One line of a policy; an empty pattern matches everything.
package struct PolicyRule: Hashable, Sendable {
    /// A control's id.
    package let control: String
    /// A state's id.
    package let state: String
    /// An environment's plain form, such as `ios-voiceover-phone-18`.
    package let environment: String
    /// A criterion's full id.
    package let criterion: String
    /// The id of a `PolicyMethod`; one that this version lacks leaves the conflict undecided.
    package let method: String
    /// Persons, best first; read by `seniority` only.
    package let ranks: [PersonID]

    package init(
        control: String = "", state: String = "", environment: String = "",
        criterion: String = "", method: String, ranks: [PersonID] = []
    ) {
        self.control = control
        self.state = state
        self.environment = environment
        self.criterion = criterion
        self.method = method
        self.ranks = ranks
    }

    /// Whether the rule speaks of this finding.
    package func matches(_ subject: PolicySubject) -> Bool {
        func fits(_ pattern: String, _ value: String) -> Bool {
            pattern.isEmpty || pattern.utf8.elementsEqual(value.utf8)
        }
        return fits(control, subject.control) && fits(state, subject.state)
            && fits(environment, subject.environment) && fits(criterion, subject.criterion)
    }
}

/// What a rule's patterns are held against.
package struct PolicySubject: Hashable, Sendable {
    /// The component's control by id; empty while the component is still to come.
    package let control: String
    /// The component state's state by id.
    package let state: String
    /// The environment's plain form.
    package let environment: String
    /// The criterion's full id.
    package let criterion: String

    package init(control: String, state: String, environment: String, criterion: String) {
        self.control = control
        self.state = state
        self.environment = environment
        self.criterion = criterion
    }
}
