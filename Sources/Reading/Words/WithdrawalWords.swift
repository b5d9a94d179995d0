package import Shared

/// What is said before recording where something was withdrawn, or no build is chosen.
package struct WithdrawalNote: Hashable, Sendable {
    /// Such as `This component was withdrawn by Lee Okafor`.
    package let heading: String
    /// In the words of whoever withdrew it, as a sentence.
    package let reason: String
    package let consequence: String

    package var sentence: String { "\(heading): \(reason) \(consequence)" }
}

extension WithdrawalNote {
    /// - Parameter thing: Such as `component`.
    fileprivate init(_ thing: String, _ withdrawals: [Sibling], in view: AuditView) {
        let isOwn = Set(withdrawals.map(\.author)) == [view.person]
        self.init(
            heading: isOwn
                ? "You withdrew this \(thing)"
                : "This \(thing) was withdrawn by \(view.authors(of: withdrawals))",
            reason: withdrawals.reasons.map(\.asSentence).joined(separator: " "),
            consequence: "What you record stands beside that, and a lead is asked"
                + (isOwn ? ", unless you take the withdrawal back." : "."))
    }
}

extension StateItem {
    /// What is said before anything is recorded here; empty where nothing has to be.
    package func notes(in view: AuditView) -> [WithdrawalNote] {
        withdrawalNotes(in: view) + [view.contestedBuildNote(on: id)].compactMap(\.self)
            + (component?.nameNotes(in: view) ?? [])
    }

    package func withdrawalNotes(in view: AuditView) -> [WithdrawalNote] {
        let whole = [
            ("component", component?.withdrawals ?? []), ("component state", record.withdrawals),
        ]
        return whole.filter { !$0.1.isEmpty }.map { WithdrawalNote($0.0, $0.1, in: view) }
    }
}

extension WithdrawalStatus {
    /// Such as `2 verdicts of others are not covered by this and stay`; nil where nothing stands.
    package func remains(besides person: PersonID) -> String? {
        let others = standing.filter { $0.author != person }
        guard !others.isEmpty else {
            guard isProposal else { return nil }
            return "Nothing here is yours to take back: it is to be tested until a lead decides."
        }
        let verb = others.count == 1 ? ("is", "stays") : ("are", "stay")
        return "\(others.counted) of others \(verb.0) not covered by this and \(verb.1); "
            + "a lead decides."
    }

    package func authors(in view: AuditView) -> String { view.authors(of: withdrawals) }

    /// What a lead is to withdraw besides, such as `the rest too`.
    package var rest: String { standing.isEmpty ? "it" : "the rest too" }

    /// Why, as its authors wrote it, each reason once.
    package var reason: String { withdrawals.reasons.joined(separator: " / ") }

    /// How much of whom, such as `2 verdicts of Maya Lindqvist and 1 text of Lee Okafor`.
    package static func words(for writes: [Sibling], in view: AuditView) -> String {
        guard !writes.isEmpty else { return "nothing" }
        let byAuthor = Dictionary(grouping: writes, by: \.author)
            .map { (view.plan.name(of: $0.key), $0.value) }.sorted { $0.0 < $1.0 }
        return AuditView.list(byAuthor.map { "\($0.1.counted) of \($0.0)" })
    }
}

extension Component {
    /// What is said of it while a lead has to choose what it is called.
    package func nameNotes(in view: AuditView) -> [WithdrawalNote] {
        contested.map { register in
            WithdrawalNote(
                heading: "The \(register.field.name?.rawValue ?? "name") is not chosen",
                reason: "\(register.words(in: view)).", consequence: "What is recorded stays.")
        }
    }
}

extension AuditView {
    /// Nil unless two builds stand in the round.
    package func contestedBuildNote(on state: StateID) -> WithdrawalNote? {
        let platform = plan.environments[state.environment]?.platform ?? ""
        guard let register = plan.contestedBuild(round: state.round, platform: platform) else {
            return nil
        }
        return WithdrawalNote(
            heading: "The \(register.name(in: self)) is not chosen",
            reason: "\(register.words(in: self)).",
            consequence: "What you record is kept for round \(state.round), whichever build it is.")
    }

    /// For several component states, each sentence once.
    package func contestedBuildSentences(on states: some Sequence<StateID>) -> [String] {
        guard !plan.contested.isEmpty else { return [] }
        return Set(states.compactMap { contestedBuildNote(on: $0)?.sentence }).sorted()
    }
}

extension [Sibling] {
    /// The withdrawals' reasons, each once, in their order.
    package var reasons: [String] {
        compactMap(\.value.withdrawal?.reason.string).reduce(into: []) { list, one in
            if !list.contains(one) { list.append(one) }
        }
    }

    fileprivate var counted: String {
        let kinds = ["verdict", "decision", "text", "comment", "file", "entry"]
        let counts = Dictionary(grouping: self, by: \.kind).mapValues(\.count)
        return AuditView.list(
            kinds.compactMap { kind in
                guard let count = counts[kind] else { return nil }
                let plural = kind == "entry" ? "entries" : "\(kind)s"
                return "\(count) \(count == 1 ? kind : plural)"
            })
    }
}

extension Sibling {
    fileprivate var kind: String {
        switch field.name {
        case .judgement: "verdict"
        case .decision: "decision"
        case .some(let name) where FieldName.findingTexts.contains(name): "text"
        case .comment: "comment"
        case .evidence: "file"
        default: "entry"  // open set: labels, assignments, tags and what later versions write
        }
    }
}

extension String {
    /// With a full stop, unless it ends a sentence already.
    fileprivate var asSentence: String {
        last.map { ".!?…".contains($0) } ?? true ? self : "\(self)."
    }
}
