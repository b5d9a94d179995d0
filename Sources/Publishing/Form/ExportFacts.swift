package import Reading
package import Shared
import Synchronization

/// What a format may know of an audit besides its rows.
package struct ExportFacts: Sendable {
    package let view: AuditView
    package let catalogue: Catalogue
    package let options: ExportOptions
    /// Where files may be made that are gone when the export ends; a folder's path.
    package let scratch: String
    /// What the rows were chosen by, as `name=value`; none for all of them.
    package let conditions: [String]
    /// What findings refer to, for formats that show some of it.
    let files: ReferredFiles
    private let filter: AuditFilter
    private let criteria = KnownCriteria()

    package init(
        view: AuditView, catalogue: Catalogue, options: ExportOptions, scratch: String,
        conditions: [String] = [], filter: AuditFilter = AuditFilter(),
        files: @escaping ReferredFiles = { _, _ in .notHere }
    ) {
        self.view = view
        self.catalogue = catalogue
        self.options = options
        self.scratch = scratch
        self.conditions = conditions
        self.filter = filter
        self.files = files
    }

    package var plan: Plan { view.plan }

    /// By its full id of any version; nil for one that the catalogue does not have.
    package func criterion(_ id: String) -> Criterion? {
        criteria.known.withLock { known in
            if let found = known[id] { return found }
            // What no catalogue has may have any number of names, and none of them is kept.
            let found = catalogue.criterion(id)
            known[id] = found
            return found
        }
    }

    /// Nil while it is still to come.
    package func component(of row: FindingRow) -> Component? {
        view.components[row.state.component]
    }

    /// Whether earlier rounds were asked for, too.
    var namesRounds: Bool { filter.asks(.round) }

    /// Shows what the current round asks and nobody has said a word of, component by component.
    ///
    /// It reads each record once more, because to keep what was said of all takes memory.
    func eachUnsaid(_ body: (Component, Criterion) throws -> Void) throws {
        let scope = FilterScope(filter, in: view)
        let order = try view.workOrder(catalogue)
        try order.eachComponent { component, places in
            for place in places where scope.lets(place.id) {
                let said = Set(try view.item(place.id).findings.map(\.criterion))
                for criterion in place.criteria
                where !said.contains(criterion.id) && filter.letsUntested(criterion) {
                    try body(component, criterion)
                }
            }
        }
    }

    /// Where component states stand in the plan's order, or in that of each environment.
    func sorted(_ states: [StateID], by order: Export.Order) -> [StateID] {
        switch order {
        case .key: states
        case .plan: PlanOrder(of: view, catalogue).sorted(states, byEnvironment: false)
        case .environment: PlanOrder(of: view, catalogue).sorted(states, byEnvironment: true)
        }
    }
}

/// Criteria are asked for a hundred thousand times, and looking one up walks a control.
private final class KnownCriteria: Sendable {
    let known = Mutex<[String: Criterion]>([:])
}

/// Where everything stands in the plan.
private struct PlanOrder: Sendable {
    private let components: [ComponentID: Int]
    private let environments: [EnvironmentID: Int]
    /// By control, platform and state.
    private let states: [String: Int]
    private let kinds: [ComponentID: String]
    private let platforms: [EnvironmentID: String]

    init(of view: AuditView, _ catalogue: Catalogue) {
        var components: [ComponentID: Int] = [:]
        var kinds: [ComponentID: String] = [:]
        for (index, component) in view.components.enumerated() {
            components[component.id] = index
            kinds[component.id] = component.control
        }
        let all = view.plan.environments.sorted { $0.value.plain < $1.value.plain }
        var states: [String: Int] = [:]
        for control in Set(kinds.values).compactMap(catalogue.control) {
            for platform in control.platforms {
                for (index, state) in platform.states.enumerated() {
                    states["\(control.id) \(platform.id) \(state.id)"] = index
                }
            }
        }
        self.components = components
        self.kinds = kinds
        self.states = states
        environments = Dictionary(
            uniqueKeysWithValues: all.enumerated().map { ($1.key, $0) })
        platforms = view.plan.environments.mapValues(\.platform)
    }

    private struct Place: Comparable {
        let environment: Int
        let component: Int
        let round: UInt32
        let within: Int
        let state: Int
        let id: StateID

        static func < (left: Place, right: Place) -> Bool {
            guard left.whole == right.whole else { return left.whole < right.whole }
            return left.part == right.part ? left.ids < right.ids : left.part < right.part
        }

        /// Components that are still to come stand in one place, and are told apart all the same.
        private var whole: (Int, Int, ComponentID) { (environment, component, id.component) }
        private var part: (UInt32, Int, Int) { (round, within, state) }
        /// What tells apart that plan and catalogue do not have.
        private var ids: (EnvironmentID, String) { (id.environment, id.state) }
    }

    func sorted(_ ids: [StateID], byEnvironment: Bool) -> [StateID] {
        // What the plan does not have yet stands behind all else, each by itself.
        let environments = Self.places(of: ids.lazy.map(\.environment), behind: environments)
        let components = Self.places(of: ids.lazy.map(\.component), behind: components)
        return ids.map { id in
            let environment = environments[id.environment] ?? environments.count
            let words =
                "\(kinds[id.component] ?? "") \(platforms[id.environment] ?? "") \(id.state)"
            return Place(
                environment: byEnvironment ? environment : 0,
                component: components[id.component] ?? components.count, round: id.round,
                within: byEnvironment ? 0 : environment, state: states[words] ?? states.count,
                id: id)
        }
        .sorted().map(\.id)
    }

    private static func places<ID: Hashable & Comparable>(
        of ids: some Sequence<ID>, behind known: [ID: Int]
    ) -> [ID: Int] {
        var places = known
        for id in Set(ids.filter { known[$0] == nil }).sorted() { places[id] = places.count }
        return places
    }
}
