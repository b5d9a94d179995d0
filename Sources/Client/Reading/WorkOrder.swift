package import Shared

/// The order in which testers work through an audit.
///
/// By screen and label, then environment, then the catalogue's order of states.
package struct WorkOrder: Sendable {
    private let view: AuditView
    private let catalogue: Catalogue

    package init(of view: AuditView, _ catalogue: Catalogue) {
        self.view = view
        self.catalogue = catalogue
    }

    /// The components to be tested, by screen, then label, then ordinal.
    package var components: [Component] {
        view.components.values.filter { $0.withdrawal == .none }.sorted {
            ($0.screen, $0.label, $0.ordinal, $0.id) < ($1.screen, $1.label, $1.ordinal, $1.id)
        }
    }

    /// Every state that a component has in the audit's environments.
    package func places(of component: Component) -> [StatePlace] {
        guard let control = catalogue.control(component.control) else { return [] }
        let environments = view.plan.environments.values.sorted { $0.plain < $1.plain }
        return environments.flatMap { environment -> [StatePlace] in
            let known = Set(component.states[environment.platform] ?? [])
            let states = control.platform(environment.platform)?.states ?? []
            return states.filter { known.contains($0.id) }.compactMap { state in
                StatePlace(
                    StateID(
                        component: component.id, environment: environment.id,
                        round: view.plan.currentRound, state: state.id),
                    component, environment, view, catalogue)
            }
        }
    }

    /// The states before and after one; nil at the ends.
    package func neighbours(
        of place: StatePlace
    ) -> (previous: StatePlace?, following: StatePlace?) {
        let own = places(of: place.component)
        guard let index = own.firstIndex(where: { $0.id == place.id }) else { return (nil, nil) }
        let previous =
            index > 0
            ? own[index - 1] : beside(place, step: -1).flatMap { places(of: $0).last }
        let following =
            index + 1 < own.count
            ? own[index + 1] : beside(place, step: 1).flatMap { places(of: $0).first }
        return (previous, following)
    }

    private func beside(_ place: StatePlace, step: Int) -> Component? {
        let all = components
        guard let index = all.firstIndex(where: { $0.id == place.component.id }),
            all.indices.contains(index + step)
        else { return nil }
        return all[index + step]
    }
}
