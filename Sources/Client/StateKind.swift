import Presentation
import Shared

/// A state of a control in one environment of an audit, with what is judged in it.
///
/// A class, because all components of one control share them: each is worked out once a list.
final class StateKind: Sendable {
    let control: Control
    let environment: Environment
    let environmentID: EnvironmentID
    /// The control's side of the environment's platform.
    let platform: ControlPlatform
    let state: ControlState
    /// Judged here, in the catalogue's order.
    let criteria: [Criterion]
    /// Control, state and environment, folded: what a person may type to find it.
    let words: String

    init(
        _ control: Control, _ environment: Environment, _ platform: ControlPlatform,
        _ state: ControlState, _ plan: Plan
    ) {
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

    /// Nil for a state that the catalogue does not have.
    convenience init?(
        _ control: Control, _ environment: Environment, state name: String, _ plan: Plan
    ) {
        guard let platform = control.platform(environment.platform),
            let state = platform.state(name)
        else { return nil }
        self.init(control, environment, platform, state, plan)
    }

    /// By environment's plain form, then in the catalogue's order.
    static func all(of control: Control, in plan: Plan) -> [StateKind] {
        plan.environments.values.sorted { $0.plain < $1.plain }.flatMap { one -> [StateKind] in
            guard let platform = control.platform(one.platform) else { return [] }
            return platform.states.map { StateKind(control, one, platform, $0, plan) }
        }
    }
}
