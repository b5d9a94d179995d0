package import Shared

/// In the order of the plan, then by environment, then the catalogue's order of states.
package struct WorkOrder: Sendable {
    private let view: AuditView
    private let catalogue: Catalogue
    private let withdrawn: WithdrawnWork
    private let scope: StateKind.Scope

    /// - Parameter enabling: Inferred criteria that are asked, too, as if they were switched on.
    package init(
        of view: AuditView, _ catalogue: Catalogue, without withdrawn: WithdrawnWork,
        enabling: Set<String> = []
    ) {
        self.view = view
        self.catalogue = catalogue
        self.withdrawn = withdrawn
        scope = StateKind.Scope(view.plan, enabling: enabling)
    }

    /// What is walked through one after the other.
    private enum Piece {
        case places(ArraySlice<StatePlace>)
        case component(Component)
    }

    /// The components to be tested, in the order of the plan.
    package var components: [Component] {
        view.components.filter { !withdrawn.components.contains($0.id) }
    }

    package func places(of component: Component) -> [StatePlace] {
        everyPlace(of: component).filter { withdrawn.leaves($0.id) }
    }

    /// Withdrawn states too.
    package func everyPlace(of component: Component) -> [StatePlace] {
        guard let control = catalogue.control(component.control) else { return [] }
        let own = withdrawn.states.filter { $0.component == component.id }
        return kinds(of: likeness(of: component, without: own, control.askedInstead), control)
            .map { StatePlace($0, component, view) }
    }

    /// One component state, planned or not; nil for what plan or catalogue do not have.
    package func place(_ id: StateID) -> StatePlace? {
        guard let component = view.components[id.component],
            let environment = view.plan.environments[id.environment],
            let control = catalogue.control(component.control)
        else { return nil }
        let own = withdrawn.states.filter { $0.component == component.id }
        let likeness = likeness(of: component, without: own, control.askedInstead)
        return StateKind(
            control, environment, state: id.state,
            in: likeness.setting(in: environment), scope
        ).map { StatePlace($0, component, view, id) }
    }

    package func allPlaces() -> [(component: Component, places: [StatePlace])] {
        var all: [(component: Component, places: [StatePlace])] = []
        eachComponent { all.append(($0, $1)) }
        return all
    }

    /// Shows each component to be tested with its states, one after the other.
    ///
    /// Leaves out components whose control the catalogue does not have.
    package func eachComponent(_ body: (Component, [StatePlace]) throws -> Void) rethrows {
        let withdrawnStates = Dictionary(grouping: withdrawn.states, by: \.component)
        var controls: [String: (control: Control, askedInstead: Set<String>)] = [:]
        for name in Set(components.map(\.control)) {
            controls[name] = catalogue.control(name).map { ($0, $0.askedInstead) }
        }
        // Worked out once for all components that are alike.
        var known: [Likeness: [StateKind]] = [:]
        for component in components {
            guard let (control, askedInstead) = controls[component.control] else { continue }
            let likeness = likeness(
                of: component, without: withdrawnStates[component.id] ?? [], askedInstead)
            let kinds = known[likeness] ?? kinds(of: likeness, control)
            known[likeness] = kinds
            let places = kinds.map { StatePlace($0, component, view) }
            try body(component, places.filter { withdrawn.leaves($0.id) })
        }
    }

    /// What decides which states a component has and what is asked in them.
    private struct Likeness: Hashable {
        let control: String
        /// Ids, by platform.
        let states: [String: [String]]
        let withdrawn: [EnvironmentID: Set<String>]
        /// Controls on its screen that are asked instead of it, by platform.
        let controls: [String: Set<String>]

        func setting(in environment: Environment) -> StateKind.Setting {
            let gone = withdrawn[environment.id] ?? []
            let states = (states[environment.platform] ?? []).filter { !gone.contains($0) }
            return StateKind.Setting(states: states, controls: controls)
        }
    }

    private func likeness(
        of component: Component, without withdrawn: some Collection<StateID>,
        _ askedInstead: Set<String>
    ) -> Likeness {
        let round = view.plan.currentRound
        var gone: [EnvironmentID: Set<String>] = [:]
        for state in withdrawn where state.round == round {
            gone[state.environment, default: []].insert(state.state)
        }
        let beside =
            askedInstead.isEmpty
            ? [:]
            : view.names.controls(on: component.screen).mapValues { $0.intersection(askedInstead) }
        return Likeness(
            control: component.control, states: component.states, withdrawn: gone,
            controls: beside)
    }

    /// The states that such a component has, by environment, then in the catalogue's order.
    private func kinds(of likeness: Likeness, _ control: Control) -> [StateKind] {
        scope.environments.flatMap { environment -> [StateKind] in
            let own = likeness.states[environment.platform] ?? []
            let setting = likeness.setting(in: environment)
            let states = control.platform(environment.platform)?.states ?? []
            return states.filter { own.contains($0.id) }.compactMap {
                StateKind(control, environment, state: $0.id, in: setting, scope)
            }
        }
    }

    /// Those whose names hold every word of a query.
    package func places(named query: String) -> [StatePlace] {
        let words = NaturalKey.folded(query).split(separator: " ").map(String.init)
        return allPlaces().flatMap { component, places in
            let name = NaturalKey.folded("\(component.label) \(component.screen)")
            let rest = words.filter { !name.contains($0) }
            return places.filter { place in rest.allSatisfy { place.words.contains($0) } }
        }
    }

    /// The nearest states before and after that are to be tested; nil at the ends.
    package func neighbours(
        of place: StatePlace
    ) -> (previous: StatePlace?, following: StatePlace?) {
        let own = everyPlace(of: place.component)
        guard let index = own.firstIndex(where: { $0.id == place.id }) else { return (nil, nil) }
        let previous =
            own[..<index].last { withdrawn.leaves($0.id) }
            ?? beside(place, step: -1).flatMap { places(of: $0).last }
        let following =
            own[(index + 1)...].first { withdrawn.leaves($0.id) }
            ?? beside(place, step: 1).flatMap { places(of: $0).first }
        return (previous, following)
    }

    /// Those to be tested after a place, then from the start up to it.
    package func onwards(from place: StatePlace) -> some Sequence<StatePlace> {
        let all = components
        let index = all.firstIndex { $0.id == place.component.id } ?? 0
        let own = everyPlace(of: place.component)
        let at = own.firstIndex { $0.id == place.id } ?? 0
        let pieces: [Piece] =
            [.places(own.dropFirst(at + 1))]
            + (all.dropFirst(index + 1) + all.prefix(index)).map(Piece.component)
            + [.places(own.prefix(at))]
        return pieces.lazy.flatMap { piece in
            switch piece {
            case .places(let places): places.filter { withdrawn.leaves($0.id) }
            case .component(let component): self.places(of: component)
            }
        }
    }

    /// The next component that way with anything to test.
    private func beside(_ place: StatePlace, step: Int) -> Component? {
        let all = components
        guard let index = all.firstIndex(where: { $0.id == place.component.id }) else { return nil }
        let rest = step > 0 ? Array(all[(index + 1)...]) : all[..<index].reversed()
        return rest.first { !places(of: $0).isEmpty }
    }
}
