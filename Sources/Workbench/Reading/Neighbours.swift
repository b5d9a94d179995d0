import Client
import Presentation
import Shared

extension Desk {
    /// The states before and after one, as links.
    func neighbours(
        of place: StatePlace
    ) throws -> (previous: PageFrame.Link?, following: PageFrame.Link?) {
        let order = try client.workOrder(of: place.view, catalogue(of: place.view))
        let (previous, following) = order.neighbours(of: place)
        return (
            previous.map { link(to: $0, from: place) }, following.map { link(to: $0, from: place) }
        )
    }

    /// Such as `State 1 of 4 on Android`.
    func position(of place: StatePlace) throws -> String {
        let own = try client.workOrder(of: place.view, catalogue(of: place.view))
            .places(of: place.component).filter { $0.environment == place.environment }
        guard let index = own.firstIndex(where: { $0.id == place.id }) else {
            return "On \(place.environment.platformWord)"
        }
        return "State \(index + 1) of \(own.count) on \(place.environment.platformWord)"
    }

    /// The component's states beside the form, by environment; withdrawn ones too.
    func stateLists(of place: StatePlace) throws -> [StatePage.StateList] {
        let order = try client.workOrder(of: place.view, catalogue(of: place.view))
        let places = order.everyPlace(of: place.component)
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
        let tally = item.tally(place.criteria)
        return StatePage.ListedState(
            href: place.address, title: place.state.title, isCurrent: isCurrent,
            mark: item.isWithdrawn ? Mark(.untested, "Withdrawn") : tally.countMark,
            meaning: item.isWithdrawn ? "" : "judged, \(tally.mark.text.lowercased())")
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
}
