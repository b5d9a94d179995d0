import Client
import Presentation
import Shared

/// Every component state of an audit with what stands on it.
struct AuditCoverage {
    let view: AuditView
    /// By screen, label and ordinal, then in the order of work.
    let components: [CoveredComponent]

    /// One component.
    struct CoveredComponent {
        let component: Component
        let control: Control
        let states: [CoveredState]
    }

    /// One component state.
    struct CoveredState {
        let place: StatePlace
        let tally: StateTally
        let isMine: Bool
    }

    /// Reads every component state once.
    init(_ audit: AuditID, in desk: Desk) throws {
        let view = try desk.client.view(audit)
        var filter = FindingFilter()
        filter.round = view.plan.currentRound
        var items: [StateID: StateItem] = [:]
        for item in try desk.client.states(of: view, matching: filter) { items[item.id] = item }
        self.view = view
        let order = WorkOrder(of: view, desk.catalogue)
        components = order.components.compactMap { component in
            guard let control = desk.catalogue.control(component.control) else { return nil }
            let states = order.places(of: component).map { place in
                let item = items[place.id]
                return CoveredState(
                    place: place, tally: StateTally(place.criteria, item?.findings ?? []),
                    isMine: view.isAssigned(place.id, to: item?.assignees ?? []))
            }
            return CoveredComponent(component: component, control: control, states: states)
        }
    }

    /// All states, in the order of work.
    var states: [CoveredState] { components.flatMap(\.states) }
}

extension Sequence<AuditCoverage.CoveredState> {
    /// How many criteria have each outcome in effect.
    var counts: [Outcome: Int] {
        reduce(into: [:]) { $0.merge($1.tally.counts, uniquingKeysWith: +) }
    }

    /// How many criteria there are.
    var total: Int { reduce(0) { $0 + $1.tally.total } }

    /// How many of them somebody judged.
    var judged: Int { reduce(0) { $0 + $1.tally.judged } }

    /// Such as `43 of 57 judged`.
    var progress: String { "\(judged) of \(total) judged" }
}
