package import Shared

/// What was written on one finding, as far as a laptop knows it, in an order of causes.
///
/// What lives is in the record. Of what was replaced a laptop has its own changes and those that
/// it imported; others' earlier words lie on the server alone.
package struct FindingHistory: Sendable {
    /// Oldest first: by the writers' clocks, but nobody is told after who had seen her.
    package let steps: [Step]

    /// One change, as far as it is about the finding.
    package struct Step: Sendable {
        package let change: Change
        /// Ascending by field; never empty.
        package let writes: [Write]
        /// Whether any of them stands.
        package let isLive: Bool

        package var author: PersonID { change.body.author }
    }

    /// - Parameter changes: Further changes of the record, in any order; those that live too do no
    ///   harm.
    package init(
        of criterion: String, in record: Record, beside changes: some Sequence<Change>
    ) {
        var steps: [EditID: Step] = [:]
        for entry in record.changes {
            let writes = entry.live.map { entry.change.body.writes[$0] }
            let isLive = writes.contains { Self.tells($0.field, of: criterion) }
            steps[entry.change.edit] = Step(entry.change, of: criterion, isLive: isLive)
        }
        for change in changes where steps[change.edit] == nil {
            steps[change.edit] = Step(change, of: criterion, isLive: false)
        }
        let byClock = steps.values.sorted {
            ($0.change.body.wallTime, $0.change.dot) < ($1.change.body.wallTime, $1.change.dot)
        }
        self.steps = byClock.reduce(into: []) { steps, one in
            let place = steps.firstIndex { $0.hasSeen(one) } ?? steps.endIndex
            steps.insert(one, at: place)
        }
    }

    /// Whether a change says anything of a finding.
    package static func tells(_ change: Change, of criterion: String) -> Bool {
        change.body.writes.contains { tells($0.field, of: criterion) }
    }

    /// Whether a field is a finding's, or withdraws the component state as a whole.
    fileprivate static func tells(_ field: FieldID, of criterion: String) -> Bool {
        field.criterion == criterion || !field.hasCriterion && field.name == .withdrawn
    }

    /// What a step's writes replaced, as far as it is known here.
    package func replaced(by step: Step) -> [Step] {
        let named = Set(step.writes.flatMap(\.replaces))
        return steps.filter { named.contains($0.change.edit) }
    }

    /// How many edits a step replaced that are not known here.
    package func unknown(replacedBy step: Step) -> Int {
        Set(step.writes.flatMap(\.replaces)).subtracting(steps.map(\.change.edit)).count
    }

    /// The first step that replaced anything of this one; nil while nobody has.
    package func replacement(of step: Step) -> Step? {
        steps.first { $0.writes.contains { $0.replaces.contains(step.change.edit) } }
    }

    /// The verdicts and decisions of others that a step's writer had seen.
    package func seen(by step: Step) -> [Step] {
        steps.filter { $0.author != step.author && $0.isWord && step.hasSeen($0) }
    }

    /// The verdicts and decisions of others that stood before a step and that its writer lacked.
    package func unseen(by step: Step) -> [Step] {
        let place = steps.firstIndex { $0.change.edit == step.change.edit } ?? 0
        return steps[..<place].filter {
            $0.author != step.author && $0.isWord && !step.hasSeen($0)
        }
    }
}

extension FindingHistory.Step {
    /// Nil for a change that says nothing of the finding.
    fileprivate init?(_ change: Change, of criterion: String, isLive: Bool) {
        self.change = change
        self.isLive = isLive
        writes = change.body.writes.filter { FindingHistory.tells($0.field, of: criterion) }
        if writes.isEmpty { return nil }
    }

    /// Whether it judges or decides.
    package var isWord: Bool {
        writes.contains { $0.field.name == .judgement || $0.field.name == .decision }
    }

    /// The judgement that it says; nil where it says none, or takes one back.
    package var judgement: Judgement? {
        writes.first { $0.field.name == .judgement }?.value?.judgement
    }

    fileprivate func hasSeen(_ other: FindingHistory.Step) -> Bool {
        guard change.edit != other.change.edit else { return false }
        let edit = other.change.edit
        return change.body.sees.covers(other.change.dot)
            || writes.contains { $0.replaces.contains(edit) || $0.known.contains(edit) }
    }
}

extension Write {
    /// The edits that its writer names as known, as `Sibling.known` says.
    fileprivate var known: [EditID] {
        switch value {
        case .decision(let decision): decision.settled
        case .withdrawal(let withdrawal): withdrawal.covers
        default: knew  // open set: no other value names edits of its own
        }
    }
}
