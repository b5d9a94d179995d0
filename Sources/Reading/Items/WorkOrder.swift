package import Shared

/// In the order of the plan, then by environment, then the catalogue's order of states.
package struct WorkOrder: Sendable {
    private let view: AuditView
    private let catalogue: Catalogue
    private let withdrawn: WithdrawnWork

    package init(of view: AuditView, _ catalogue: Catalogue, without withdrawn: WithdrawnWork) {
        self.view = view
        self.catalogue = catalogue
        self.withdrawn = withdrawn
    }

    /// What is walked through one after the other.
    private enum Piece {
        case places(ArraySlice<StatePlace>)
        case component(Component)
    }

    /// The components to be tested, in the order of the plan.
    package var components: [Component] {
        view.inOrder.filter { !withdrawn.components.contains($0.id) }
    }

    package func places(of component: Component) -> [StatePlace] {
        everyPlace(of: component).filter { withdrawn.leaves($0.id) }
    }

    /// Withdrawn states too.
    package func everyPlace(of component: Component) -> [StatePlace] {
        guard let control = catalogue.control(component.control) else { return [] }
        return places(of: component, among: StateKind.all(of: control, in: view.plan))
    }

    /// Leaves out components whose control the catalogue does not have.
    package func allPlaces() -> [(component: Component, places: [StatePlace])] {
        // Worked out once a control: all components of one share them.
        var kinds: [String: [StateKind]] = [:]
        for name in Set(components.map(\.control)) {
            kinds[name] = catalogue.control(name).map { StateKind.all(of: $0, in: view.plan) }
        }
        return components.compactMap { component in
            kinds[component.control].map { kinds in
                (component, places(of: component, among: kinds).filter { withdrawn.leaves($0.id) })
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

    private func places(of component: Component, among kinds: [StateKind]) -> [StatePlace] {
        kinds.filter {
            component.states[$0.environment.platform]?.contains($0.state.id) ?? false
        }.map { StatePlace($0, component, view) }
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
