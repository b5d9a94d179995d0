/// One criterion of one component state, as everybody reads it.
package struct Finding: Hashable, Sendable {
    /// The criterion's full id.
    package let criterion: String
    package let effective: Effective
    /// The live judgements, ascending by dot.
    package let judgements: [Sibling]
    /// The live decisions, ascending by dot.
    package let decisions: [Sibling]
    /// The live texts of each text register; more than one are versions, not a conflict.
    package let texts: [FieldName: [Sibling]]
    /// Live elements of the sets, ascending.
    package let tags: [String]
    /// Addresses of tickets and pages, ascending.
    package let links: [String]
    /// SHA-256 names of evidence, ascending.
    package let evidence: [String]
    /// What people remarked, by wall time, then by dot.
    package let comments: [Sibling]
    /// What checks make of it, ascending by dot; no verdict, and never counted as one.
    package let suggestions: [Sibling]
    package let withdrawal: Withdrawal
    /// The latest wall time of its live writes, of every register; Unix milliseconds.
    package let changed: Int64?

    /// Whether and how a finding is withdrawn.
    package enum Withdrawal: Hashable, Sendable {
        case none
        /// Withdrawn, and whoever withdrew it had seen all that stands.
        case withdrawn(reason: String)
        /// Withdrawn beside edits that it had not seen: both stay, and somebody has to look.
        case contested(reason: String)
    }

    /// Whether a lead has something to do.
    package var isConflict: Bool {
        if case .contested = withdrawal { return true }
        return effective.isConflict
    }

    /// The newest text of a register by wall time, then dot; all versions stay in `texts`.
    package func text(_ name: FieldName) -> String? {
        texts[name]?.newest?.value.text
    }

    /// Everybody who has a live write in it, ascending.
    package var authors: [PersonID] {
        Set((judgements + texts.values.flatMap(\.self)).map(\.author)).sorted()
    }
}

extension [Sibling] {
    /// The last by wall time, then by dot: the version that is shown where only one can be.
    package var newest: Sibling? {
        self.max { ($0.wallTime, $0.dot) < ($1.wallTime, $1.dot) }
    }
}

extension Record {
    /// The findings of a component state, ascending by criterion.
    ///
    /// - Parameters:
    ///   - control: The component's control, empty while the component is still to come.
    ///   - environment: The environment's plain form.
    package func findings(
        policy: PolicyInForce, control: String, environment: String
    ) -> [Finding] {
        guard case .state(_, let state) = key else { return [] }
        var byCriterion: [String: [(field: FieldID, siblings: [Sibling])]] = [:]
        for register in registers() {
            byCriterion[register.field.criterion, default: []].append(register)
        }
        byCriterion[""] = nil
        return byCriterion.keys.sorted().compactMap { criterion in
            Finding(
                criterion: criterion, registers: byCriterion[criterion] ?? [], policy: policy,
                subject: PolicySubject(
                    control: control, state: state.state, environment: environment,
                    criterion: criterion))
        }
    }
}

extension Finding {
    fileprivate init(
        criterion: String, registers: [(field: FieldID, siblings: [Sibling])],
        policy: PolicyInForce, subject: PolicySubject
    ) {
        var plain: [FieldName: [Sibling]] = [:]
        var elements: [FieldName: [String]] = [:]
        for (field, siblings) in registers {
            guard let name = field.name else { continue }
            switch name {
            case .tag, .link, .evidence: elements[name, default: []] += field.element
            default: plain[name, default: []] += siblings  // open set: all other registers
            }
        }
        self.criterion = criterion
        judgements = plain[.judgement] ?? []
        decisions = plain[.decision] ?? []
        texts = plain.filter { [.note, .heard, .steps, .recommendation].contains($0.key) }
        tags = elements[.tag] ?? []
        links = elements[.link] ?? []
        evidence = elements[.evidence] ?? []
        comments = (plain[.comment] ?? [])
            .sorted { ($0.wallTime, $0.dot) < ($1.wallTime, $1.dot) }
        suggestions = plain[.suggestion] ?? []
        changed = registers.lazy.flatMap(\.siblings).map(\.wallTime).max()
        effective = Shared.effective(
            judgements: judgements, decisions: decisions, policy: policy, subject: subject)
        withdrawal = Self.withdrawal(plain[.withdrawn] ?? [], beside: judgements)
    }

    private static func withdrawal(
        _ withdrawals: [Sibling], beside judgements: [Sibling]
    ) -> Withdrawal {
        guard let last = withdrawals.last, case .withdrawal(let reason) = last.value else {
            return .none
        }
        let hasSeenAll = judgements.allSatisfy { judgement in
            withdrawals.contains { $0.dot == judgement.dot || $0.sees.covers(judgement.dot) }
        }
        return hasSeenAll
            ? .withdrawn(reason: reason.string) : .contested(reason: reason.string)
    }
}
