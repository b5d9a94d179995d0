package import Presentation
package import Shared

/// One component state of an audit with all that a form of it needs: names and criteria.
package struct StatePlace: Sendable {
    /// The audit as it was read.
    package let view: AuditView
    /// Component, environment, round and state.
    package let id: StateID
    package let component: Component
    private let kind: StateKind

    /// Nil for a state or control that the catalogue does not have.
    package init?(
        _ id: StateID, _ component: Component, _ environment: Environment, _ view: AuditView,
        _ catalogue: Catalogue
    ) {
        guard let control = catalogue.control(component.control),
            let kind = StateKind(control, environment, state: id.state, view.plan)
        else { return nil }
        self.view = view
        self.id = id
        self.component = component
        self.kind = kind
    }

    /// In the current round.
    init(_ kind: StateKind, _ component: Component, _ view: AuditView) {
        self.view = view
        self.component = component
        self.kind = kind
        id = StateID(
            component: component.id, environment: kind.environmentID,
            round: view.plan.currentRound, state: kind.state.id)
    }

    package var control: Control { kind.control }

    package var environment: Environment { kind.environment }

    /// The control's side of the environment's platform.
    package var platform: ControlPlatform { kind.platform }

    /// As the catalogue has it.
    package var state: ControlState { kind.state }

    /// Judged here, in the catalogue's order.
    package var criteria: [Criterion] { kind.criteria }

    /// Control, state and environment, folded.
    var words: String { kind.words }

    /// Such as `Account options: collapsed`.
    package var title: String { "\(component.label): \(state.title.lowercased())" }

    /// Whether whoever looks may record here: earlier rounds stay as they are.
    package var canRecord: Bool { view.role != .reader && id.round == view.plan.currentRound }

    /// The criteria that nobody has judged or withdrawn, each as passed.
    ///
    /// - Parameter others: Full ids of criteria that are judged elsewhere, as on an unsaved form.
    package func remaining(
        beside findings: [Finding], _ others: [String] = []
    ) -> [FindingEntry] {
        let judged = findings.filter { $0.effective != .untested || $0.isWithdrawn }
            .map(\.criterion)
        let known = Set(judged + others)
        return criteria.filter { !known.contains($0.id) }.map { criterion in
            var entry = FindingEntry()
            entry.criterion = criterion.id
            entry.outcome = .passed
            return entry
        }
    }
}
