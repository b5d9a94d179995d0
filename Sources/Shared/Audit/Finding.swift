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
    /// The elements of each list that has some, ascending.
    package let lists: [FieldName: [String]]
    /// SHA-256 names of evidence, ascending.
    package let evidence: [String]
    /// What is said of them, in the same order; nothing of files of which nothing is said.
    package let evidenceWords: [EvidenceWords]
    package let comments: [Sibling]
    /// What checks made of what was heard or read off, ascending by dot; beside the outcome.
    package let suggestions: [Sibling]
    /// The withdrawal of the finding, its component state and its component together.
    package let withdrawal: Withdrawal
    /// The live withdrawals of this finding alone, ascending by dot.
    package let withdrawals: [Sibling]
    /// The latest wall time of its live writes, of every register; Unix milliseconds.
    package let changed: Int64?

    /// Whether and how a finding is withdrawn.
    package enum Withdrawal: Hashable, Sendable {
        case none
        case withdrawn(reason: String)
        /// Withdrawn beside edits that are not covered and stay in effect: somebody has to look.
        case contested(reason: String)
    }

    /// Whether a lead has something to do.
    package var isConflict: Bool {
        if case .contested = withdrawal { return true }
        return isDisputed
    }

    /// Whether verdicts in effect wait for a decision; what is withdrawn asks nobody any more.
    package var isDisputed: Bool {
        if case .withdrawn = withdrawal { return false }
        return effective.isConflict
    }

    /// The newest text of a register by wall time, then dot; all versions stay in `texts`.
    package func text(_ name: FieldName) -> String? { texts[name]?.newest?.value.text }

    /// The newest suggestion's text, as `AnnouncementSuggestion` reads it; nil without one.
    package var suggestion: String? { suggestions.newest?.value.text }

    /// Everybody who has a live write in it, ascending.
    package var authors: [PersonID] {
        Set((judgements + texts.values.flatMap(\.self)).map(\.author)).sorted()
    }
}

extension [Sibling] {
    /// The texts among the values, each once, ascending by bytes.
    var sortedTexts: [String] {
        Set(compactMap(\.value.text).map(Text.init(normalizing:))).sorted().map(\.string)
    }

    /// The last by wall time, then by dot: the version that is shown where only one can be.
    package var newest: Sibling? { self.max { ($0.wallTime, $0.dot) < ($1.wallTime, $1.dot) } }
}

extension Record {
    /// The findings of a component state, ascending by criterion.
    ///
    /// - Parameters:
    ///   - control: The component's control, empty while the component is still to come.
    ///   - environment: The environment's plain form.
    ///   - withdrawals: The live ones of the component.
    package func findings(
        policy: PolicyInForce, control: String, environment: String, withdrawals: [Sibling]
    ) -> [Finding] {
        guard case .state(_, let state) = key else { return [] }
        return Finding.all(
            in: registers(), of: state, policy: policy, control: control, environment: environment,
            withdrawals: withdrawals)
    }
}

extension Finding {
    fileprivate typealias Register = (field: FieldID, siblings: [Sibling])

    /// The findings of a component state that stand in some of its registers, by criterion.
    ///
    /// - Parameter state: Its id; the others are those of `Record.findings`.
    package static func all(
        in registers: [(field: FieldID, siblings: [Sibling])], of state: StateID,
        policy: PolicyInForce, control: String, environment: String, withdrawals: [Sibling]
    ) -> [Finding] {
        var byCriterion: [String: [Register]] = [:]
        for register in registers {
            byCriterion[register.field.criterion, default: []].append(register)
        }
        let own = byCriterion.removeValue(forKey: "") ?? []
        let whole = withdrawals + own.filter { $0.field.name == .withdrawn }.flatMap(\.siblings)
        return byCriterion.keys.sorted().compactMap { criterion in
            Finding(
                criterion: criterion, registers: byCriterion[criterion] ?? [], under: whole,
                policy: policy,
                subject: PolicySubject(
                    control: control, state: state.state, environment: environment,
                    criterion: criterion))
        }
    }
}

extension Finding {
    /// - Parameter whole: The withdrawals of its component state and component.
    fileprivate init(
        criterion: String, registers: [Register], under whole: [Sibling], policy: PolicyInForce,
        subject: PolicySubject
    ) {
        let own = registers.filter { $0.field.name == .withdrawn }.flatMap(\.siblings)
        let covering = Withdrawals(whole + own)
        withdrawals = own
        let written = registers.filter { $0.field.name != .withdrawn }
        withdrawal = covering.outcome(for: written.lazy.flatMap(\.siblings))
        let standing = Self.standing(written, withdrawal, covering)
        var plain: [FieldName: [Sibling]] = [:]
        var elements: [FieldName: [String]] = [:]
        var ofFiles: [Register] = []
        for (field, siblings) in standing {
            guard let name = field.name else { continue }
            switch name {
            case .evidenceShows, .evidenceCaption, .evidenceHeard, .evidenceArea:
                ofFiles.append((field, siblings))
            case _ where name.register.kind == .element:
                elements[name, default: []] += field.element
            default: plain[name, default: []] += siblings  // open set: all other registers
            }
        }
        self.criterion = criterion
        judgements = plain[.judgement] ?? []
        decisions = plain[.decision] ?? []
        texts = plain.filter { FieldName.findingTexts.contains($0.key) }
        lists = elements.filter { FieldName.findingLists.contains($0.key) }
        let evidence = elements[.evidence] ?? []
        self.evidence = evidence
        let words = ofFiles
        evidenceWords =
            words.isEmpty
            ? []
            : evidence.map { EvidenceWords(of: $0, in: words) }
                .filter { !$0.isEmpty }
        comments = (plain[.comment] ?? [])
            .sorted { ($0.wallTime, $0.dot) < ($1.wallTime, $1.dot) }
        suggestions = plain[.suggestion] ?? []
        changed = registers.lazy.flatMap(\.siblings).map(\.wallTime).max()
        effective = Shared.effective(
            judgements: judgements, decisions: decisions, policy: policy, subject: subject)
    }

    /// What takes part: what a contested withdrawal covers does not.
    ///
    /// A finding that is withdrawn as a whole still tells what it said; whoever counts looks at
    /// `withdrawal` first.
    private static func standing(
        _ registers: [Register], _ withdrawal: Withdrawal, _ withdrawals: Withdrawals
    ) -> [Register] {
        guard case .contested = withdrawal else { return registers }
        return registers.compactMap { field, siblings in
            let left = siblings.filter { !withdrawals.cover($0) }
            return left.isEmpty ? nil : (field, left)
        }
    }
}
