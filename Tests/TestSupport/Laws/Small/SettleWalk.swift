import Shared

/// Every few acts of two testers and a lead on one finding, each with the page as it is or was.
///
/// Beside the shipped records it keeps what must be true as plain sets, and holds both against
/// each other in every state that can be come to.
package struct SettleWalk {
    /// What must be true: live verdicts and decisions, told by deeds.
    struct Truth: Hashable {
        var verdicts: [Deed: Verdict] = [:]
        var decisions: [Deed: Ruling] = [:]

        struct Verdict: Hashable {
            let person: Int
            let judgement: Judgement
        }

        struct Ruling: Hashable {
            let judgement: Judgement
            let settled: Set<Deed>
        }
    }

    struct State {
        var truth = Truth()
        var record = Record(key: Sample.state)
        /// The decisions that stood before the eyes of who gave a verdict.
        var knew: [Deed: Set<Deed>] = [:]
    }

    private enum Doing {
        case judge(Int, Judgement?)
        case decide(Judgement?)
    }

    private static let lead = 3
    private static let values: [Judgement] = [.passed, .failed(.serious, .app)]

    package private(set) var steps = 0
    package private(set) var conflicts = 0
    /// The first claim that did not hold.
    package private(set) var violation: Violation?
    private let rules: Rules
    private var states: [State] = [State()]
    private var numbers: [Key: Int] = [:]
    private var truths: Set<Truth> = []

    /// What tells two states apart: one truth can be come to by different words.
    private struct Key: Hashable {
        let truth: Truth
        let edits: Set<EditID>
    }

    package init(rules: Rules = Rules()) {
        self.rules = rules
    }

    /// How many states were come to, told apart by what must be true in them.
    package var reached: Int { truths.count }

    /// Walks every sequence of so many acts; a view is at most two acts old.
    package mutating func walk(acts count: Int) {
        var histories: Set<[Int]> = [[0]]
        for deed in 1...count {
            var longer: Set<[Int]> = []
            for history in histories {
                guard let now = history.last else { continue }
                for view in Set(history) {
                    for act in acts(seeing: states[view]) {
                        let next = number(
                            of: done(act, Deed(deed), seeing: states[view], at: states[now]))
                        longer.insert(Array((history + [next]).suffix(3)))
                    }
                }
            }
            guard violation == nil else { return }
            histories = longer
        }
    }

    private mutating func number(of state: State) -> Int {
        steps += 1
        let key = Key(truth: state.truth, edits: Set(state.record.changes.map(\.change.edit)))
        if let known = numbers[key] { return known }
        check(state, isNew: truths.insert(state.truth).inserted)
        numbers[key] = states.count
        states.append(state)
        return states.count - 1
    }

    // MARK: Acts

    private func acts(seeing view: State) -> [Doing] {
        var acts: [Doing] = []
        for person in [1, 2] {
            acts += Self.values.map { .judge(person, $0) }
            if view.truth.verdicts.values.contains(where: { $0.person == person }) {
                acts.append(.judge(person, nil))
            }
        }
        acts += Self.values.map { .decide($0) }
        if !view.truth.decisions.isEmpty { acts.append(.decide(nil)) }
        return acts
    }

    private func done(_ act: Doing, _ deed: Deed, seeing view: State, at now: State) -> State {
        switch act {
        case .judge(let person, let value): judged(value, person, deed, view, now)
        case .decide(let value): decided(value, deed, view, now)
        }
    }

    private func judged(
        _ value: Judgement?, _ person: Int, _ deed: Deed, _ view: State, _ now: State
    ) -> State {
        let author = Sample.person(person)
        let shown = view.record.siblings(of: Sample.judgement)
        let knew = Replacement.known(
            judgements: shown, decisions: view.record.siblings(of: Sample.decision), by: author)
        var next = now
        rules.apply(
            .judged(
                person, UInt64(deed), value,
                replaces: Replacement.named(
                    of: shown, field: Sample.judgement, by: author, act: .edit),
                knew: value == nil ? [] : knew, wallTime: deed), to: &next.record)
        for own in view.truth.verdicts where own.value.person == person {
            next.truth.verdicts[own.key] = nil
        }
        if let value {
            next.truth.verdicts[deed] = Truth.Verdict(person: person, judgement: value)
            next.knew[deed] = Set(view.truth.decisions.keys)
        }
        return next
    }

    private func decided(
        _ value: Judgement?, _ deed: Deed, _ view: State, _ now: State
    ) -> State {
        let shown = view.record.siblings(of: Sample.decision).map(\.edit)
        let settled = view.record.siblings(of: Sample.judgement).map(\.edit)
        let decision = value.map {
            FieldValue.decision(
                Decision(judgement: $0, settled: settled, reason: Text(normalizing: "heard it")))
        }
        var next = now
        rules.apply(
            .sample(
                Self.lead, UInt64(deed),
                [Write(field: Sample.decision, value: decision, replaces: shown)],
                act: .decision, wallTime: deed), to: &next.record)
        for old in view.truth.decisions.keys { next.truth.decisions[old] = nil }
        if let value {
            next.truth.decisions[deed] = Truth.Ruling(
                judgement: value, settled: Set(view.truth.verdicts.keys))
        }
        return next
    }

    // MARK: Claims

    private mutating func check(_ state: State, isNew: Bool) {
        let holding = holding(state)
        if holding.isConflict, isNew { conflicts += 1 }
        let broken =
            brokenRegisters(state) ?? broken(holding, state.truth)
            ?? brokenChallenge(holding, state)
            ?? (holding.isConflict && !canSettle(state) ? "no decision settles it" : nil)
        if violation == nil, let broken { violation = .broken("\(broken): \(state.truth)") }
    }

    private func holding(_ state: State) -> Effective {
        rules.effective(
            judgements: state.record.siblings(of: Sample.judgement),
            decisions: state.record.siblings(of: Sample.decision))
    }

    /// The registers hold what must be true, no more and no less.
    private func brokenRegisters(_ state: State) -> String? {
        let verdicts = state.record.siblings(of: Sample.judgement)
        let isSame =
            verdicts.count == state.truth.verdicts.count
            && verdicts.allSatisfy { sibling in
                guard let verdict = state.truth.verdicts[sibling.deed] else { return false }
                return Sample.person(verdict.person) == sibling.author
                    && verdict.judgement == sibling.value.judgement
            }
        let decisions = Set(state.record.siblings(of: Sample.decision).map(\.deed))
        guard isSame, decisions == Set(state.truth.decisions.keys) else {
            return "the record holds something else"
        }
        return nil
    }

    private func broken(_ holding: Effective, _ truth: Truth) -> String? {
        let settled = truth.decisions.values.reduce(into: Set<Deed>()) { $0.formUnion($1.settled) }
        let verdicts = truth.verdicts
        guard let value = holding.judgement else { return nil }
        let others = verdicts.filter { $0.value.judgement != value }
        switch holding {
        case .challenged(_, let reasons) where others.isEmpty && reasons != [.groundless]:
            return "agreement challenges a decision"
        case .decided, .single, .agreed, .automatic:
            if others.keys.contains(where: { !settled.contains($0) }) {
                return "a verdict is hidden that nobody settled"
            }
            let hasGround =
                others.count < verdicts.count || verdicts.keys.contains(where: settled.contains)
            if !settled.isEmpty, !hasGround { return "it rests on what was taken back" }
            return nil
        case .untested, .undecided, .challenged: return nil
        }
    }

    /// A challenge is informed when a decision that stands was before her eyes, else late.
    private func brokenChallenge(_ holding: Effective, _ state: State) -> String? {
        guard case .challenged(_, let reasons) = holding else { return nil }
        let siblings = state.record.siblings(of: Sample.judgement)
        let decisions = Set(state.truth.decisions.keys)
        for sibling in siblings {
            let isInformed = !decisions.isDisjoint(with: state.knew[sibling.deed] ?? [])
            let wrong: Challenge = isInformed ? .late(sibling.edit) : .informed(sibling.edit)
            if reasons.contains(wrong), rules.fault != .agreementChallenges {
                return "a challenge is told wrongly"
            }
        }
        return nil
    }

    /// Whether the lead alone can end the conflict by one decision, whoever has left.
    private func canSettle(_ state: State) -> Bool {
        Self.values.contains { !holding(decided($0, 99, state, state)).isConflict }
    }
}
