package import Shared

/// Every component state of an audit's current round with what stands on it, counted.
///
/// It is counted once from summaries; what changes then costs the component states that changed.
package struct AuditCoverage: Sendable {
    package private(set) var view: AuditView
    /// In the order of the plan.
    package private(set) var components: [CoveredComponent] = []
    /// In the order of work.
    package private(set) var states: [CoveredState] = []
    package let controls: [(id: String, title: String)]
    /// With a control that the catalogue lacks: nobody can say what is to be tested of them.
    package let unknown: [Component]
    private let pin: CataloguePin
    private let withdrawn: WithdrawnWork
    /// Who wrote what stands on every component state, those of earlier rounds too.
    private(set) var authors: [StateID: [PersonID: StateSummary.Share]]
    /// Where a state stands: in `states`, its component, and among that one's.
    private var places: [StateID: (state: Int, component: Int, ownState: Int)] = [:]

    /// A component with what is counted of it, or what a filter lets through of that.
    package struct CoveredComponent: Sendable {
        package let component: Component
        package fileprivate(set) var states: [CoveredState]

        package init(component: Component, states: [CoveredState]) {
            self.component = component
            self.states = states
        }

        /// Whether it was withdrawn and is in the work all the same, until a lead has decided.
        package var isContested: Bool { !component.withdrawals.isEmpty }
    }

    /// What stands on one component state; a class, because lists copy thousands of them.
    package final class CoveredState: Sendable {
        package let place: StatePlace
        package let tally: StateCounts
        package let isMine: Bool
        /// Who is to do it, as written: its own assignees, else its component's.
        let assignees: [String]
        /// Who was drawn for a second opinion; nil where two are not asked for.
        package let second: PersonID?
        /// Whether the person asking has to judge it, whoever else has.
        package let isOpinionLeft: Bool
        /// By when, in Unix milliseconds: its own day, else its component's; nil for none.
        package let due: Int64?
        /// How many verdicts it needs of one person.
        let asked: Int
        private let shares: [PersonID: StateSummary.Share]

        fileprivate init(
            _ place: StatePlace, _ summary: StateSummary?, _ dispute: DisputedState?,
            in view: AuditView
        ) {
            let tally = StateCounts(place, summary, dispute)
            let own = summary?.assignees ?? []
            let assignees = view.assignees(of: place.id, own)
            let second = view.second(on: place.id, besides: own)
            let shares = summary?.authors ?? [:]
            // What was withdrawn needs nobody's verdict.
            let asked = min(place.criteria.count, tally.total)
            self.place = place
            self.tally = tally
            self.assignees = assignees
            self.second = second
            self.shares = shares
            self.asked = asked
            isMine =
                assignees.contains(where: view.isMine) || second.map(view.ids.contains) ?? false
            isOpinionLeft = view.isOpinionLeft(
                second: second, beside: assignees, shares, asked: asked)
            due = summary?.due ?? place.component.due
        }

        /// Who has a verdict on it that stands.
        var judges: [PersonID] { shares.filter { $0.value.verdicts > 0 }.map(\.key) }

        /// Whether somebody has as many verdicts on it as are asked.
        func hasAll(of person: PersonID) -> Bool {
            shares[person].map { $0.verdicts >= asked } ?? false
        }
    }

    /// Reads what stands on every component state once.
    package init(of view: AuditView, _ catalogue: Catalogue) throws {
        let disputes = try view.disputes()
        self.view = view
        pin = catalogue.pin
        withdrawn = disputes.withdrawn
        var summaries: [StateID: StateSummary] = [:]
        var authors: [StateID: [PersonID: StateSummary.Share]] = [:]
        try view.records.summaries { id, summary in
            if !summary.authors.isEmpty { authors[id] = summary.authors }
            if id.round == view.plan.currentRound { summaries[id] = summary }
        }
        self.authors = authors
        unknown = try view.unknownComponents(catalogue)
        let order = WorkOrder(of: view, catalogue, without: withdrawn)
        for (component, places) in order.allPlaces() {
            let own = places.map { CoveredState($0, summaries[$0.id], disputes[$0.id], in: view) }
            for (index, place) in places.enumerated() {
                self.places[place.id] = (states.count + index, components.count, index)
            }
            states += own
            components.append(CoveredComponent(component: component, states: own))
        }
        let names = Set(components.map(\.component.control))
        controls = names.compactMap { catalogue.control($0) }.map { ($0.id, $0.title) }
            .sorted { $0.title < $1.title }
    }

    /// Whether it holds for a view but for what was recorded on component states.
    package func isOf(_ view: AuditView, _ catalogue: Catalogue) throws -> Bool {
        try view.names === self.view.names && view.person == self.view.person
            && view.ids == self.view.ids
            && catalogue.pin == pin && view.withdrawnWork() == withdrawn
    }

    /// Counts states anew of which something else is shown.
    ///
    /// - Precondition: It `isOf` the view.
    package mutating func update(_ changed: [StateID: StateSummary], in view: AuditView) throws {
        self.view = view
        let disputes = try view.disputes()
        for (id, summary) in changed {
            authors[id] = summary.authors.isEmpty ? nil : summary.authors
            guard let at = places[id] else { continue }
            let new = CoveredState(states[at.state].place, summary, disputes[id], in: view)
            states[at.state] = new
            components[at.component].states[at.ownState] = new
        }
    }
}

extension [AuditCoverage.CoveredState] {
    package var counts: OutcomeCounts { reduce(into: OutcomeCounts()) { $0 += $1.tally.counts } }
    package var total: Int { reduce(0) { $0 + $1.tally.total } }
    package var judged: Int { reduce(0) { $0 + $1.tally.judged } }
    package var progress: String { "\(judged) of \(total) judged" }
}
