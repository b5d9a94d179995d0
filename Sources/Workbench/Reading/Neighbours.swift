import Client
import Presentation
import Shared

extension Desk {
    /// The states before and after one, in the order of work: by screen and label, then
    /// environment, then the catalogue's order of states.
    func neighbours(
        of place: StatePlace
    ) -> (previous: PageFrame.Link?, following: PageFrame.Link?) {
        let own = places(of: place.component, in: place.view)
        let index = own.firstIndex { $0.id == place.id } ?? 0
        let previous =
            index > 0
            ? own[index - 1]
            : component(beside: place, step: -1).flatMap { places(of: $0, in: place.view).last }
        let following =
            index + 1 < own.count
            ? own[index + 1]
            : component(beside: place, step: 1).flatMap { places(of: $0, in: place.view).first }
        return (
            previous.map { link(to: $0, from: place) }, following.map { link(to: $0, from: place) }
        )
    }

    /// Every state that a component has in the audit's environments, in the order of work.
    func places(of component: Component, in view: AuditView) -> [StatePlace] {
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

    /// Such as `State 1 of 4 on Android`.
    func position(of place: StatePlace) -> String {
        let own = places(of: place.component, in: place.view)
            .filter { $0.environment == place.environment }
        guard let index = own.firstIndex(where: { $0.id == place.id }) else {
            return "On \(place.environment.platformWord)"
        }
        return "State \(index + 1) of \(own.count) on \(place.environment.platformWord)"
    }

    /// The component's states beside the form, by environment.
    func stateLists(of place: StatePlace) throws -> [StatePage.StateList] {
        let places = places(of: place.component, in: place.view)
        let environments = places.map(\.environment).reduce(into: [Environment]()) { list, one in
            if list.last != one { list.append(one) }
        }
        return try environments.map { environment in
            let states = places.filter { $0.environment == environment }
            let isAlone = environments.count { $0.platform == environment.platform } == 1
            return StatePage.StateList(
                title: "States on \(isAlone ? environment.platformWord : environment.plain)",
                states: try states.map { try listed($0, isCurrent: $0.id == place.id) })
        }
    }

    private func listed(_ place: StatePlace, isCurrent: Bool) throws -> StatePage.ListedState {
        let item = try client.state(place.id, of: place.view)
        let tally = StateTally(place.criteria, item.findings)
        let mark = tally.mark
        return StatePage.ListedState(
            href: place.address, title: place.state.title, isCurrent: isCurrent,
            mark: Mark(
                tone: mark.tone, symbol: mark.symbol, text: "\(tally.judged)/\(tally.total)"),
            meaning: "judged, \(mark.text.lowercased())")
    }

    private func link(to place: StatePlace, from other: StatePlace) -> PageFrame.Link {
        let isSister =
            place.component.id == other.component.id && place.environment == other.environment
        let title =
            isSister
            ? place.state.title
            : place.component.id == other.component.id
                ? "\(place.state.title), \(place.environment.platformWord)"
                : "\(place.component.label), \(place.state.title.lowercased())"
        return PageFrame.Link(title, place.address)
    }

    private func component(beside place: StatePlace, step: Int) -> Component? {
        let all = place.view.componentsInOrder
        guard let index = all.firstIndex(where: { $0.id == place.component.id }),
            all.indices.contains(index + step)
        else { return nil }
        return all[index + step]
    }
}

extension AuditView {
    /// The components to be tested, by screen, then label, then ordinal.
    var componentsInOrder: [Component] {
        components.values.filter { $0.withdrawal == .none }.sorted {
            ($0.screen, $0.label, $0.ordinal, $0.id) < ($1.screen, $1.label, $1.ordinal, $1.id)
        }
    }
}
