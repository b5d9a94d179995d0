package import Shared

/// What somebody is told first who is about to record.
///
/// That something was withdrawn there, or that the round's build is not settled.
package struct WithdrawalNote: Hashable, Sendable {
    /// Such as `This component was withdrawn by Lee Okafor`.
    package let heading: String
    /// In the words of whoever withdrew it, as a sentence.
    package let reason: String
    /// What becomes of what she records.
    package let consequence: String

    /// All of it on one line.
    package var sentence: String { "\(heading): \(reason) \(consequence)" }

    init(heading: String, reason: String, consequence: String) {
        self.heading = heading
        self.reason = reason
        self.consequence = consequence
    }

    /// - Parameter thing: Such as `component`.
    fileprivate init(_ thing: String, _ withdrawals: [Sibling], in view: AuditView) {
        let authors = Set(withdrawals.map(\.author))
        let isOwn = authors == [view.person]
        heading =
            isOwn
            ? "You withdrew this \(thing)"
            : "This \(thing) was withdrawn by \(AuditView.list(view.names(of: authors)))"
        reason = withdrawals.reasons.map(\.asSentence).joined(separator: " ")
        consequence =
            "What you record stands beside that, and a lead is asked"
            + (isOwn ? ", unless you take the withdrawal back." : ".")
    }
}

extension StateItem {
    /// What is said before anything is recorded here.
    ///
    /// Empty where nothing was withdrawn and the round's build is settled.
    package func notes(in view: AuditView) -> [WithdrawalNote] {
        withdrawalNotes(in: view) + [view.contestedBuildNote(on: id)].compactMap(\.self)
    }

    /// The part of them that is about withdrawals.
    package func withdrawalNotes(in view: AuditView) -> [WithdrawalNote] {
        let whole = [
            ("component", component?.withdrawals ?? []), ("component state", record.withdrawals),
        ]
        return whole.filter { !$0.1.isEmpty }.map { WithdrawalNote($0.0, $0.1, in: view) }
    }
}

extension WithdrawalStatus {
    /// What is said to whoever withdraws: `2 verdicts of others are not covered by this and stay`.
    ///
    /// - Returns: Nil where nothing of others stands.
    package func remains(besides person: PersonID) -> String? {
        let others = standing.filter { $0.author != person }
        guard !others.isEmpty else { return nil }
        let verb = others.count == 1 ? ("is", "stays") : ("are", "stay")
        return "\(others.counted) of others \(verb.0) not covered by this and \(verb.1); "
            + "a lead decides."
    }

    /// Who withdrew it, such as `Lee Okafor and Maya Lindqvist`.
    package func authors(in view: AuditView) -> String {
        AuditView.list(view.names(of: Set(withdrawals.map(\.author))))
    }

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

extension AuditView {
    /// What is said before anything is recorded in a round of which two builds stand.
    ///
    /// - Returns: Nil where one build is known, or none.
    package func contestedBuildNote(on state: StateID) -> WithdrawalNote? {
        let platform = plan.environments[state.environment]?.platform ?? ""
        guard let register = plan.contestedBuild(round: state.round, platform: platform) else {
            return nil
        }
        return WithdrawalNote(
            heading: "The \(register.name(in: self)) is not settled",
            reason: "\(register.words(in: self)).",
            consequence: "What you record is kept for round \(state.round), whichever build it is.")
    }

    /// The same for several component states, each sentence once.
    func contestedBuildSentences(on states: some Sequence<StateID>) -> [String] {
        guard !plan.contested.isEmpty else { return [] }
        return Set(states.compactMap { contestedBuildNote(on: $0)?.sentence }).sorted()
    }

    fileprivate func names(of people: Set<PersonID>) -> [String] {
        people.map(plan.name(of:)).sorted()
    }
}

extension [Sibling] {
    /// The withdrawals' reasons, each once, in their order.
    fileprivate var reasons: [String] {
        compactMap(\.value.withdrawal?.reason.string).reduce(into: []) { list, one in
            if !list.contains(one) { list.append(one) }
        }
    }

    /// Such as `2 verdicts, 1 comment and 3 entries`.
    fileprivate var counted: String {
        let kinds = ["verdict", "decision", "text", "comment", "file", "entry"]
        let counts = Dictionary(grouping: self, by: \.kind).mapValues(\.count)
        return AuditView.list(
            kinds.compactMap { kind in
                counts[kind].map { count in
                    let plural = kind == "entry" ? "entries" : "\(kind)s"
                    return "\(count) \(count == 1 ? kind : plural)"
                }
            })
    }
}

extension Sibling {
    /// What people call it when it is counted.
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
