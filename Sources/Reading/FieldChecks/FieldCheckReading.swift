import Shared

/// Component states in the order of the plan, and what is asked about them.
struct FieldCheckReading {
    private typealias Placed = (
        state: StateID, control: String, own: CheckedState.OwnJudgement
    )

    private let states: [CheckedState]
    private let view: AuditView
    private let catalogue: Catalogue?
    private let byPerson: [(person: PersonID, judgements: [Placed])]

    init(_ states: [CheckedState], _ view: AuditView, _ catalogue: Catalogue?) {
        self.states = states
        self.view = view
        self.catalogue = catalogue
        let all = states.flatMap { state in
            state.judgements.map { (state: state.id, control: state.control, own: $0) }
        }
        byPerson = Dictionary(grouping: all, by: \.own.author)
            .map { (person: $0.key, judgements: $0.value) }
            .sorted {
                (view.plan.name(of: $0.person), $0.person)
                    < (view.plan.name(of: $1.person), $1.person)
            }
    }

    var bare: [FieldChecks.Question] {
        let own = byPerson.compactMap { person, judgements in
            let bare = judgements.filter(\.own.isBare)
            return bare.isEmpty ? nil : (person: person, bare: bare)
        }
        let places = Self.places(own.flatMap(\.bare))
        guard !places.isEmpty else { return [] }
        let names = own.map { "\(view.plan.name(of: $0.person)) \($0.bare.count)" }
        return [
            question(
                .bare, places,
                "\(counted(places.count, "failure")) without note, heard or evidence",
                "\(names.joined(separator: ", ")). Whoever decides or mends them has nothing to "
                    + "go by.")
        ]
    }

    /// Saved one by one: what a file or a copy brings has one moment for all.
    var fast: [FieldChecks.Question] {
        byPerson.compactMap { person, judgements in
            let moments = Dictionary(grouping: judgements, by: \.own.time)
            let single = moments.values.filter { $0.count == 1 }.flatMap(\.self)
                .sorted { $0.own.time < $1.own.time }
            let found = Self.tooFast(single.map(\.own.time)).map { single[$0] }
            guard let first = found.first?.own.time, let last = found.last?.own.time
            else { return nil }
            let name = view.plan.name(of: person)
            let places = Self.places(found)
            return question(
                .fast, places, of: person, span: first...last,
                "\(name): \(counted(places.count, "verdict")) faster than "
                    + "\(FieldChecks.fastMax) a minute",
                "Saved one by one, not from a file or by copying.")
        }
    }

    /// Which of ascending times lie in some minute with more than anybody gives.
    static func tooFast(_ times: [Int64]) -> [Int] {
        var found: Set<Int> = []
        var first = 0
        for (index, time) in times.enumerated() {
            // What lies between two moments is exact so, whatever times somebody wrote.
            while UInt64(bitPattern: time &- times[first]) >= FieldChecks.fastMilliseconds {
                first += 1
            }
            if index - first >= FieldChecks.fastMax { found.formUnion(first...index) }
        }
        return found.sorted()
    }

    var oneSided: [FieldChecks.Question] {
        byPerson.flatMap { person, judgements in
            Dictionary(grouping: judgements.filter { $0.own.isClear }, by: \.control)
                .sorted { $0.key < $1.key }
                .compactMap { control, own in oneSided(person, control, own) }
        }
    }

    private func oneSided(
        _ person: PersonID, _ control: String, _ own: [Placed]
    ) -> FieldChecks.Question? {
        let outcomes = Set(own.map(\.own.judgement.outcome))
        guard own.count >= FieldChecks.sidedMin, outcomes.count == 1, let only = outcomes.first
        else { return nil }
        let criteria = Set(own.map(\.own.criterion))
        let others = byPerson.filter { $0.person != person }.flatMap(\.judgements)
            .filter { $0.own.isClear && criteria.contains($0.own.criterion) }
        let otherwise = others.count { $0.own.judgement.outcome != only }
        guard
            Self.isUnlikely(own.count, outOf: others.count, otherwise: otherwise)
        else { return nil }
        let words = only == .passed ? ("passed", "failed") : ("failed", "passed")
        return question(
            .oneSided, Self.places(own), of: person, control: control,
            "\(view.plan.name(of: person)): \(own.count) of \(own.count) \(words.0) on "
                + title(of: control),
            "Others found \(otherwise) of \(others.count) \(words.1) on the same criteria.")
    }

    private func title(of control: String) -> String {
        if control.isEmpty { return "what is still to come" }
        return catalogue?.headings.first { $0.id == control }?.title ?? control
    }

    /// Whether it happens less than once in a hundred that so many are alike by chance.
    static func isUnlikely(_ count: Int, outOf others: Int, otherwise: Int) -> Bool {
        guard others >= FieldChecks.sidedMin, otherwise > 0 else { return false }
        let share = Double(others - otherwise) / Double(others)
        var chance = 1.0
        for _ in 0..<count where chance >= 0.01 { chance *= share }
        return chance < 0.01
    }

    var pairs: [FieldChecks.Question] {
        let found = states.flatMap { state in state.pairs.map { (state.id, $0) } }
        guard let first = found.first else { return [] }
        let places = found.map { (state: $0.0, criterion: Optional($0.1.criterion)) }
        let rest = found.count == 1 ? "" : ", and others"
        return [
            question(
                .pairs, places, "\(counted(found.count, "pair")) that cannot both hold",
                "\(first.1.words), on \(view.name(of: first.0))\(rest).")
        ]
    }

    var builds: [FieldChecks.Question] {
        var places: [(state: StateID, criterion: String?)] = []
        var words: [String] = []
        var count = 0
        for state in states {
            let noted = state.builds.map { (view.plan.name(of: $0.key), $0.value) }.sorted {
                $0 < $1
            }
            let own = state.judgements.count { state.builds[$0.author] != nil }
            guard own > 0 else { continue }
            count += own
            places.append((state.id, nil))
            words += noted.map { "\($0.0) noted \($0.1) on \(view.name(of: state.id))" }
        }
        guard !places.isEmpty else { return [] }
        let more = words.count > 1 ? ", and \(words.count - 1) more" : ""
        return [
            question(
                .build, places, count: count,
                "\(counted(count, "verdict")) on another build than the round’s",
                "\(words[0])\(more).")
        ]
    }

    private static func places(
        _ judgements: [Placed]
    ) -> [(state: StateID, criterion: String?)] {
        judgements.map { (state: $0.state, criterion: Optional($0.own.criterion)) }
    }

    private func question(
        _ kind: FieldChecks.Kind, _ places: [(state: StateID, criterion: String?)],
        count: Int? = nil, of person: PersonID? = nil, control: String = "",
        span: ClosedRange<Int64>? = nil, _ title: String, _ text: String
    ) -> FieldChecks.Question {
        FieldChecks.Question(
            kind: kind, person: person, control: control, count: count ?? places.count,
            title: title, text: text, span: span, places: places)
    }
}

extension CheckedState.OwnJudgement {
    /// Whether it says that something holds, or that it does not.
    fileprivate var isClear: Bool {
        judgement.outcome == .passed || judgement.outcome == .failed
    }
}
