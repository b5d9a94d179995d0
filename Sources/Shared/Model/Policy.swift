/// How conflicts of an audit are settled; the first rule that matches a finding holds.
package struct Policy: Hashable, Sendable {
    /// In the order in which they are tried.
    package let rules: [PolicyRule]

    package init(rules: [PolicyRule]) { self.rules = rules }

    /// What holds when the plan has no policy, or several at once: a lead decides.
    package static let standard = Policy(rules: [])
}

/// One line of a policy; an empty pattern matches everything.
package struct PolicyRule: Hashable, Sendable {
    package let control: String
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

    package func matches(_ subject: PolicySubject) -> Bool { mismatch(with: subject) == nil }

    /// The first pattern that does not fit; nil when the rule matches.
    func mismatch(with subject: PolicySubject) -> Mismatch? {
        let pairs = [
            Mismatch(pattern: .control, wanted: control, found: subject.control),
            Mismatch(pattern: .state, wanted: state, found: subject.state),
            Mismatch(pattern: .environment, wanted: environment, found: subject.environment),
            Mismatch(pattern: .criterion, wanted: criterion, found: subject.criterion),
        ]
        return pairs.first { !$0.wanted.isEmpty && !$0.wanted.utf8.elementsEqual($0.found.utf8) }
    }

    /// A pattern of a rule that does not fit.
    package struct Mismatch: Hashable, Sendable {
        package let pattern: Pattern
        package let wanted: String
        package let found: String

        /// What a rule's patterns are held against, in order.
        package enum Pattern: String, CaseIterable, Sendable {
            case control, state, environment, criterion
        }
    }
}

/// What a rule's patterns are held against.
package struct PolicySubject: Hashable, Sendable {
    /// The component's control by id; empty while the component is still to come.
    package let control: String
    package let state: String
    package let environment: String
    package let criterion: String

    package init(control: String, state: String, environment: String, criterion: String) {
        self.control = control
        self.state = state
        self.environment = environment
        self.criterion = criterion
    }
}
