package import Shared

/// A state of a control in one environment of an audit, with what is judged in it.
///
/// A class, because components that are alike share them: each is worked out once a list.
final class StateKind: Sendable {
    let control: Control
    let environment: Environment
    let environmentID: EnvironmentID
    let platform: ControlPlatform
    let state: ControlState
    /// All that can be judged here, in the catalogue's order.
    let possible: [Criterion]
    /// Where each of these is asked instead; nil for here.
    let elsewhere: [AskedElsewhere?]
    /// Those that are asked here.
    let criteria: [Criterion]
    /// Control, state and environment, folded: what a person may type to find it.
    let words: String

    /// Where a component stands, as far as that decides what is asked of it.
    struct Setting: Hashable {
        /// Ids of its states that are to be tested in the environment.
        let states: [String]
        /// Controls of the components on its screen, by platform.
        let controls: [String: Set<String>]
    }

    /// What of an audit's plan decides what is asked.
    struct Scope {
        let environments: [Environment]
        let isQuick: Bool
        /// Inferred criteria that are switched on, full ids.
        let enabled: Set<String>

        init(_ plan: Plan, enabling more: Set<String> = []) {
            environments = plan.environments.values.sorted { $0.plain < $1.plain }
            isQuick = plan.depth == .quick
            enabled = plan.enabledCriteria.union(more)
        }
    }

    /// Nil for a state that the catalogue does not have.
    init?(
        _ control: Control, _ environment: Environment, state name: String, in setting: Setting,
        _ scope: Scope
    ) {
        guard let platform = control.platform(environment.platform),
            let state = platform.state(name)
        else { return nil }
        self.control = control
        self.environment = environment
        self.platform = platform
        self.state = state
        environmentID = environment.id
        let technology = environment.assistiveTechnology
        let possible = platform.criteria(in: state, enabled: scope.enabled).filter {
            platform.judges($0, with: technology)
        }
        let planned = scope.environments.filter { $0.platform == platform.id }
            .map(\.assistiveTechnology)
        let elsewhere = possible.map { criterion -> AskedElsewhere? in
            if scope.isQuick, criterion.basis == .advisory { return .nowhere }
            guard platform.judges(criterion, with: technology, among: planned) else {
                return .technologies(kinds: criterion.kinds)
            }
            return criterion.elsewhere(than: state, of: control, on: platform, in: setting)
        }
        self.possible = possible
        self.elsewhere = elsewhere
        criteria = zip(possible, elsewhere).filter { $1 == nil }.map(\.0)
        words = NaturalKey.folded(
            [control.title, state.title, environment.plain, environment.sentence]
                .joined(separator: " "))
    }
}

/// Where a criterion is asked that could be judged on a component state and is not asked there.
package enum AskedElsewhere: Hashable, Sendable {
    /// It is advisory, and the audit is quick.
    case nowhere
    /// Environments with technologies of these kinds have it.
    case technologies(kinds: [String])
    /// Another state of the component has it.
    case state(ControlState)
    /// The component of that control on the same screen has it.
    case screen(control: String)
}

extension Criterion {
    fileprivate func elsewhere(
        than state: ControlState, of control: Control, on platform: ControlPlatform,
        in setting: StateKind.Setting
    ) -> AskedElsewhere? {
        switch asking {
        case .eachState: return nil
        case .onceAComponent:
            let first = platform.states.first { setting.states.contains($0.id) && applies(in: $0) }
            return first.flatMap { $0.id == state.id ? nil : .state($0) }
        case .onceAScreen(let other):
            let isThere = setting.controls[platform.id]?.contains(other) ?? false
            return isThere && other != control.id ? .screen(control: other) : nil
        }
    }
}

extension Control {
    /// The controls that are asked once a screen instead of this one.
    var askedInstead: Set<String> {
        Set(
            platforms.flatMap(\.criteria).compactMap { criterion in
                guard case .onceAScreen(let control) = criterion.asking else { return nil }
                return control
            })
    }
}
