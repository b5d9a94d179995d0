import Presentation
import Shared

/// A state of a control in one environment of an audit, with what is judged in it.
///
/// A class, because all components of one control share them: each is worked out once a list.
final class StateKind: Sendable {
    let control: Control
    let environment: Environment
    let environmentID: EnvironmentID
    let platform: ControlPlatform
    let state: ControlState
    /// Judged here, in the catalogue's order.
    let criteria: [Criterion]
    /// Control, state and environment, folded: what a person may type to find it.
    let words: String

    /// Nil for a state that the catalogue does not have.
    init?(_ control: Control, _ environment: Environment, state name: String, _ plan: Plan) {
        guard let platform = control.platform(environment.platform),
            let state = platform.state(name)
        else { return nil }
        self.control = control
        self.environment = environment
        self.platform = platform
        self.state = state
        environmentID = environment.id
        criteria = control.judged(state.id, environment, plan)
        words = NaturalKey.folded(
            [control.title, state.title, environment.plain, environment.sentence]
                .joined(separator: " "))
    }

    /// By environment's plain form, then in the catalogue's order.
    static func all(of control: Control, in plan: Plan) -> [StateKind] {
        plan.environments.values.sorted { $0.plain < $1.plain }.flatMap { one in
            (control.platform(one.platform)?.states ?? []).compactMap {
                StateKind(control, one, state: $0.id, plan)
            }
        }
    }
}
