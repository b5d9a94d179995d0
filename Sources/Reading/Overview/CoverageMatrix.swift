package import Shared

/// One kind of control as a table: a row is a component, a column a state in an environment.
package struct CoverageMatrix: Sendable {
    /// The id.
    package let control: String
    package let title: String
    /// All its rows added up, on other pages too.
    package let progress: AuditProgress
    /// By environment, then in the catalogue's order of states.
    package let columns: [Column]
    package let rows: [Row]

    /// A state in an environment.
    package struct Column: Hashable, Sendable {
        package let environment: Environment
        /// The state's id and title.
        package let state: String
        package let title: String
    }

    /// A component with its cells.
    package struct Row: Sendable {
        package let component: Component
        /// One a column; nil where the component has no such state, or a filter left it out.
        package let cells: [AuditCoverage.CoveredState?]
    }
}

/// The tables of an audit, by kind of control, cut into pages of so many components.
package struct CoverageMatrices: Sendable {
    private let kinds: [(id: String, title: String, components: [Covered])]
    /// How many components there are, on all pages.
    package let count: Int

    private typealias Covered = AuditCoverage.CoveredComponent

    /// - Parameter filter: What of component states and their judges it asks has to hold.
    package init(of coverage: AuditCoverage, matching filter: AuditFilter) {
        let components = coverage.components(matching: filter).compactMap { covered -> Covered? in
            guard filter.asks(.tester) else { return covered }
            let states = covered.states.filter { filter.lets(judges: $0.judges) }
            return states.isEmpty ? nil : Covered(component: covered.component, states: states)
        }
        count = components.count
        let byControl = Dictionary(grouping: components, by: \.component.control)
        kinds = coverage.controls.compactMap { id, title in
            byControl[id].map { (id: id, title: title, components: $0) }
        }
    }

    /// The tables of some of the components, counted over all kinds.
    package func tables(of wanted: Range<Int>) -> [CoverageMatrix] {
        var first = 0
        return kinds.compactMap { kind in
            defer { first += kind.components.count }
            let own = wanted.clamped(to: first..<first + kind.components.count)
            guard !own.isEmpty else { return nil }
            let rows = kind.components[own.lowerBound - first..<own.upperBound - first]
            return CoverageMatrix(kind.id, kind.title, kind.components, rows)
        }
    }

    package var whole: [CoverageMatrix] { tables(of: 0..<count) }
}

extension CoverageMatrix {
    fileprivate init(
        _ control: String, _ title: String, _ all: [AuditCoverage.CoveredComponent],
        _ shown: ArraySlice<AuditCoverage.CoveredComponent>
    ) {
        self.control = control
        self.title = title
        var progress = AuditProgress()
        var places: [EnvironmentID: [String: StatePlace]] = [:]
        for state in all.lazy.flatMap(\.states) {
            progress.add(state.tally)
            let id = state.place.id
            if places[id.environment]?[id.state] == nil {
                places[id.environment, default: [:]][id.state] = state.place
            }
        }
        self.progress = progress
        // The columns are those of all pages, so that a page more changes none.
        let columns = places.values.compactMap(\.values.first).sorted {
            $0.environment.plain < $1.environment.plain
        }.flatMap { one -> [Column] in
            let own = places[one.id.environment] ?? [:]
            return one.platform.states.compactMap { state in
                own[state.id].map {
                    Column(environment: $0.environment, state: state.id, title: state.title)
                }
            }
        }
        self.columns = columns
        let numbers = Dictionary(
            uniqueKeysWithValues: columns.enumerated().map { number, column in
                (Key(environment: column.environment.id, state: column.state), number)
            })
        rows = shown.map { covered in
            var cells = [AuditCoverage.CoveredState?](repeating: nil, count: columns.count)
            for state in covered.states {
                let id = state.place.id
                guard let number = numbers[Key(environment: id.environment, state: id.state)]
                else { continue }
                cells[number] = state
            }
            return Row(component: covered.component, cells: cells)
        }
    }

    private struct Key: Hashable {
        let environment: EnvironmentID
        let state: String
    }
}
