package import Shared

/// One component state of an audit with all that a form of it needs: names and criteria.
package struct StatePlace: Sendable {
    /// The audit as it was read.
    package let view: AuditView
    /// Component, environment, round and state.
    package let id: StateID
    package let component: Component
    package let control: Control
    package let environment: Environment
    /// The control's side of the environment's platform.
    package let platform: ControlPlatform
    /// As the catalogue has it.
    package let state: ControlState
    /// Judged here, in the catalogue's order.
    package let criteria: [Criterion]

    /// Nil for a state or control that the catalogue does not have.
    package init?(
        _ id: StateID, _ component: Component, _ environment: Environment, _ view: AuditView,
        _ catalogue: Catalogue
    ) {
        guard let control = catalogue.control(component.control),
            let platform = control.platform(environment.platform),
            let state = platform.state(id.state)
        else { return nil }
        self.view = view
        self.id = id
        self.component = component
        self.control = control
        self.environment = environment
        self.platform = platform
        self.state = state
        let all = platform.criteria(in: state, enabled: view.plan.enabledCriteria)
        criteria =
            environment.assistiveTechnology == "keyboard"
            ? all.filter { $0.category == .keyboard } : all
    }

    /// Such as `Account options: collapsed`.
    package var title: String { "\(component.label): \(state.title.lowercased())" }

    /// Whether whoever looks may record here: earlier rounds stay as they are.
    package var canRecord: Bool { view.role != .reader && id.round == view.plan.currentRound }
}
