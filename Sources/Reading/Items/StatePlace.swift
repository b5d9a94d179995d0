package import Shared

/// One component state of an audit with all that a form of it needs: names and criteria.
package struct StatePlace: Sendable {
    package let view: AuditView
    package let id: StateID
    package let component: Component
    private let kind: StateKind

    /// In the current round, unless an id is given.
    init(_ kind: StateKind, _ component: Component, _ view: AuditView, _ id: StateID? = nil) {
        self.view = view
        self.component = component
        self.kind = kind
        let current = StateID(
            component: component.id, environment: kind.environmentID,
            round: view.plan.currentRound, state: kind.state.id)
        self.id = id ?? current
    }

    package var control: Control { kind.control }
    package var environment: Environment { kind.environment }
    package var platform: ControlPlatform { kind.platform }
    package var state: ControlState { kind.state }
    /// Those that are asked here.
    package var criteria: [Criterion] { kind.criteria }
    /// All that can be judged here: what is asked on another state or environment, too.
    package var possible: [Criterion] { kind.possible }
    /// With each where it is asked instead; nil for here.
    package var possibleElsewhere: some Sequence<(Criterion, AskedElsewhere?)> {
        zip(kind.possible, kind.elsewhere)
    }
    var words: String { kind.words }
    /// Such as `Account options: collapsed`.
    package var title: String { "\(component.label): \(state.title.lowercased())" }
    /// Readers never may, and earlier rounds stay as they are.
    package var canRecord: Bool { view.role != .reader && id.round == view.plan.currentRound }

    /// What nobody has judged or withdrawn, as passed; `others` are judged on an unsaved form.
    package func remaining(beside findings: [Finding], _ others: [String] = []) -> [FindingEntry] {
        let judged = findings.filter { $0.effective != .untested || $0.isWithdrawn }
        let known = Set(judged.map(\.criterion) + others)
        return criteria.filter { !known.contains($0.id) }.map { criterion in
            var entry = FindingEntry()
            entry.criterion = criterion.id
            entry.outcome = .passed
            return entry
        }
    }
}
