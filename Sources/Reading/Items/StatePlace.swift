package import Shared

/// One component state of an audit with all that a form of it needs: names and criteria.
package struct StatePlace: Sendable {
    package let view: AuditView
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
        self.init(kind, component, view, id)
    }

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
    package var criteria: [Criterion] { kind.criteria }
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
        criteria = platform.criteria(in: state, enabled: plan.enabledCriteria).filter {
            platform.judges($0, with: environment.assistiveTechnology)
        }
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
