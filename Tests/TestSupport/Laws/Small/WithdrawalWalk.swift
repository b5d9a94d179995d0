import Shared

/// Every few acts of two testers and a lead on a component with two states: judging, withdrawing a
/// state, judged or not, or the component, lifting that; each with the pages as they are or were.
package struct WithdrawalWalk {
    /// What must be true, told by deeds.
    struct Truth: Hashable {
        /// Who judged which state.
        var verdicts: [Deed: Verdict] = [:]
        var withdrawals: [Deed: Taken] = [:]

        struct Verdict: Hashable {
            let person: Int
            let place: Int
        }

        struct Taken: Hashable {
            let person: Int
            let place: Int
            let lists: Set<Deed>
        }

        /// What is covered: what its author may take back of what she listed.
        var covered: Set<Deed> {
            withdrawals.values.reduce(into: []) { covered, taken in
                covered.formUnion(
                    taken.lists.filter {
                        taken.person == lead || verdicts[$0]?.person == taken.person
                    })
            }
        }

        /// Whether somebody who says so may take a state out of the work.
        ///
        /// That is a lead, or whoever takes back what she said there. Without a withdrawal of its
        /// own it goes with its component.
        func isTaken(_ place: Int) -> Bool {
            let own = withdrawals.values.filter { $0.place == place }
            return own.isEmpty
                || withdrawals.values.contains {
                    $0.person == lead && ($0.place == place || $0.place == 0)
                }
                || own.contains { taken in
                    taken.lists.contains { verdicts[$0]?.person == taken.person }
                }
        }
    }

    struct State {
        var truth = Truth()
        /// The component, then its states.
        var records = places.map { Record(key: $0) }
    }

    fileprivate enum Doing {
        case judge(Int, at: Int)
        /// At 0 the component as a whole.
        case withdraw(Int, at: Int)
        case lift(Int, Deed)
    }

    private static let lead = 3
    private static let places: [RecordKey] = [
        .component(Sample.audit, ComponentID(high: 0xC0, low: 1)), Sample.stateKey("expanded"),
        Sample.stateKey("collapsed"),
    ]
    private static let field = FieldID(.withdrawn)

    package private(set) var steps = 0
    package private(set) var contested = 0
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
                    // The testers are alike: the first begins.
                    for act in acts(seeing: states[view]) where deed > 1 || act.person != 2 {
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
        let key = Key(
            truth: state.truth, edits: Set(state.records.flatMap(\.changes).map(\.change.edit)))
        if let known = numbers[key] { return known }
        check(state, isNew: truths.insert(state.truth).inserted)
        numbers[key] = states.count
        states.append(state)
        return states.count - 1
    }

    // MARK: Acts

    private func acts(seeing view: State) -> [Doing] {
        let verdicts = view.truth.verdicts
        var acts: [Doing] = []
        for person in [1, 2, Self.lead] {
            for place in [1, 2] {
                acts.append(.judge(person, at: place))
                acts.append(.withdraw(person, at: place))
            }
            if !verdicts.isEmpty { acts.append(.withdraw(person, at: 0)) }
            for (deed, taken) in view.truth.withdrawals.sorted(by: { $0.key < $1.key })
            where taken.person == person || person == Self.lead {
                acts.append(.lift(person, deed))
            }
        }
        return acts
    }

    private func done(_ act: Doing, _ deed: Deed, seeing view: State, at now: State) -> State {
        switch act {
        case .judge(let person, let place): judged(person, place, deed, view, now)
        case .withdraw(let person, let place): withdrawn(person, place, deed, view, now)
        case .lift(let person, let lifted): self.lifted(lifted, person, deed, view, now)
        }
    }

    private func judged(
        _ person: Int, _ place: Int, _ deed: Deed, _ view: State, _ now: State
    ) -> State {
        let names = Replacement.named(
            of: view.records[place].siblings(of: Sample.judgement), field: Sample.judgement,
            by: Sample.person(person), act: .edit)
        let write = Write(
            field: Sample.judgement, value: .judgement(.passed), replaces: names)
        var next = saved(write, place, person, deed, as: .edit, view, now)
        for (own, verdict) in view.truth.verdicts
        where verdict.person == person && verdict.place == place {
            next.truth.verdicts[own] = nil
        }
        next.truth.verdicts[deed] = Truth.Verdict(person: person, place: place)
        return next
    }

    private func withdrawn(
        _ person: Int, _ place: Int, _ deed: Deed, _ view: State, _ now: State
    ) -> State {
        let act: Act = person == Self.lead ? .decision : .edit
        let places = place == 0 ? [1, 2] : [place]
        let covers = places.flatMap { view.records[$0].siblings(of: Sample.judgement) }.map(\.edit)
        let withdrawal = Withdrawal(reason: Text(normalizing: "gone"), covers: covers)
        let names = Replacement.named(
            of: view.records[place].siblings(of: Self.field), field: Self.field,
            by: Sample.person(person), act: act)
        let write = Write(field: Self.field, value: .withdrawal(withdrawal), replaces: names)
        var next = saved(write, place, person, deed, as: act, view, now)
        // A tester replaces her own withdrawal there, a lead everybody's.
        for (old, taken) in view.truth.withdrawals
        where taken.place == place && (taken.person == person || person == Self.lead) {
            next.truth.withdrawals[old] = nil
        }
        let lists = view.truth.verdicts.filter { places.contains($0.value.place) }.keys
        next.truth.withdrawals[deed] = Truth.Taken(
            person: person, place: place, lists: Set(lists))
        return next
    }

    private func lifted(
        _ lifted: Deed, _ person: Int, _ deed: Deed, _ view: State, _ now: State
    ) -> State {
        guard let place = view.truth.withdrawals[lifted]?.place else { return now }
        let names = view.records[place].siblings(of: Self.field)
            .filter { $0.deed == lifted }.map(\.edit)
        let write = Write(field: Self.field, value: nil, replaces: names)
        let act: Act = person == Self.lead ? .decision : .edit
        var next = saved(write, place, person, deed, as: act, view, now)
        next.truth.withdrawals[lifted] = nil
        return next
    }

    private func saved(
        _ write: Write, _ place: Int, _ person: Int, _ deed: Deed, as act: Act,
        _ view: State, _ now: State
    ) -> State {
        // What was seen matters to one fault alone, and would tell many states apart.
        let seen = rules.fault == .withdrawalByVector ? view.records : []
        let sees = seen.reduce(VersionVector()) { $0.joined(with: $1.context) }
        var next = now
        rules.apply(
            .sample(
                person, UInt64(deed), [write], key: Self.places[place], act: act, sees: sees,
                wallTime: deed), to: &next.records[place])
        return next
    }

    // MARK: Claims

    private mutating func check(_ state: State, isNew: Bool) {
        var isContested = false
        var broken: String?
        let covered = state.truth.covered
        for place in [1, 2] {
            let all = Set(state.truth.verdicts.filter { $0.value.place == place }.keys)
            let visible = visible(state, place)
            if visible != all.subtracting(covered) {
                broken = broken ?? "shown are \(visible.sorted()) in state \(place)"
            }
            let isWithdrawn = state.truth.withdrawals.values.contains {
                $0.place == place || $0.place == 0
            }
            let mustContest = isWithdrawn && !all.isSubset(of: covered)
            if self.isContested(state, place) != mustContest {
                broken = broken ?? "state \(place) is contested, or is not"
            }
            let isAsked = isWithdrawn && (mustContest || !state.truth.isTaken(place))
            if isWholeContested(state, place) != isAsked {
                broken = broken ?? "state \(place) leaves the work, or does not"
            }
            if isAsked { isContested = true }
        }
        if isContested {
            contested += isNew ? 1 : 0
            if !canBeLifted(state) { broken = broken ?? "no lead can leave it without hiding" }
        }
        if violation == nil, let broken { violation = .broken("\(broken): \(state.truth)") }
    }

    private func finding(_ state: State, _ place: Int) -> Finding? {
        rules.findings(of: state.records[place], under: state.records[0]).first
    }

    /// The verdicts that a reader of the state is shown and counts.
    private func visible(_ state: State, _ place: Int) -> Set<Deed> {
        guard let finding = finding(state, place) else { return [] }
        if case .withdrawn = finding.withdrawal { return [] }
        return Set(finding.judgements.map(\.deed))
    }

    private func isContested(_ state: State, _ place: Int) -> Bool {
        guard case .contested = finding(state, place)?.withdrawal else { return false }
        return true
    }

    private func isWholeContested(_ state: State, _ place: Int) -> Bool {
        let component = state.records[0].withdrawals
        guard case .contested = state.records[place].withdrawal(under: component) else {
            return false
        }
        return true
    }

    /// Whether the lead alone, lifting what is withdrawn, ends the contest and hides nothing.
    private func canBeLifted(_ state: State) -> Bool {
        var left = state
        for (index, deed) in state.truth.withdrawals.keys.sorted().enumerated() {
            left = lifted(deed, Self.lead, Deed(90 + index), left, left)
        }
        return [1, 2].allSatisfy { place in
            !isContested(left, place) && !isWholeContested(left, place)
                && visible(left, place).isSuperset(of: visible(state, place))
        }
    }
}

extension WithdrawalWalk.Doing {
    fileprivate var person: Int {
        switch self {
        case .judge(let person, _), .withdraw(let person, _), .lift(let person, _): person
        }
    }
}
