import Reading
import Shared

/// A screen of an audit with those of its components that a page shows.
struct AuditScreen: Sendable {
    let anchor: String
    let screenName: String
    let isMine: Bool
    let progress: String
    let components: [AuditComponent]

    /// - Parameter components: One after the other where their screen is the same.
    static func all(
        of components: ArraySlice<AuditCoverage.CoveredComponent>, in view: AuditView
    ) -> [AuditScreen] {
        let words = view.plan.environmentWords
        return view.byScreen(components, of: \.component).enumerated().map { index, screen in
            let (name, components) = screen
            let states = components.flatMap(\.states)
            return AuditScreen(
                anchor: "screen-\(index + 1)", screenName: name,
                isMine: states.allSatisfy(\.isMine), progress: states.progress,
                components: components.map { AuditComponent($0, words) })
        }
    }
}

/// A component as a table: a row is one of its states, a column an environment.
struct AuditComponent: Sendable {
    let label: String
    /// Such as `number 2`; nil for the only one of its name.
    let number: String?
    let about: String
    /// Nil where it is nobody's.
    let whose: String?
    /// By when, as a day; nil for no day of its own.
    let dueDay: String?
    let columns: [Column]
    let rows: [Row]

    struct Column: Sendable {
        let columnTitle: String
        /// What else it is, such as `VoiceOver, phone`.
        let circumstances: String
    }

    struct Row: Sendable {
        let stateTitle: String
        /// As many as there are columns.
        let cells: [Cell]
    }

    struct Cell: Sendable {
        /// What tells its environment from others, in the fewest words.
        let environment: String
        /// Nil where the component has no such state.
        let link: Link?

        struct Link: Sendable {
            let href: String
            let mark: Badge
            /// Such as `Second opinion`; nil where one is enough.
            let opinion: String?
        }
    }

    init(_ covered: AuditCoverage.CoveredComponent, _ words: [EnvironmentID: String]) {
        let component = covered.component
        let states = covered.states
        label = component.label
        number = component.ordinal > 1 ? "number \(component.ordinal)" : nil
        about =
            "\(states[0].place.control.title), \(states.progress)"
            + (covered.isContested ? ", its withdrawal is contested" : "")
        let view = states[0].place.view
        let people = view.assignees(of: component.id).map(view.plan.assigneeWord)
        whose = people.isEmpty ? nil : AuditView.list(people)
        dueDay = DueDay(unixMilliseconds: component.due)?.words
        let environments = states.map(\.place).uniqued(by: \.id.environment)
        columns = environments.map(Column.init)
        rows = states.map(\.place).uniqued(by: \.id.state).map { one in
            Row(
                stateTitle: one.state.title,
                cells: environments.map { column in
                    let state = states.first {
                        $0.place.id.state == one.id.state
                            && $0.place.id.environment == column.id.environment
                    }
                    return Cell(
                        environment: words[column.id.environment] ?? "",
                        link: state.map {
                            Cell.Link(
                                href: $0.place.address, mark: $0.tally.mark,
                                opinion: $0.opinionWords)
                        })
                })
        }
    }
}

extension AuditComponent.Column {
    fileprivate init(_ place: StatePlace) {
        let environment = place.environment
        columnTitle = "\(environment.platformWord) \(environment.majorVersion)"
        circumstances = environment.circumstances.asBeginning
    }
}

extension AuditCoverage.CoveredState {
    /// What whoever looks has to do with a second opinion on it; nil for nothing.
    fileprivate var opinionWords: String? {
        guard let second else { return nil }
        let isHers = place.view.ids.contains(second)
        if isOpinionLeft { return isHers ? "Second opinion, yours" : "By two, yours is left" }
        return isHers ? "Second opinion, given" : "By two"
    }
}

extension Sequence {
    /// The first element of each value, in their order.
    fileprivate func uniqued<Value: Hashable>(by value: (Element) -> Value) -> [Element] {
        var known: Set<Value> = []
        return filter { known.insert(value($0)).inserted }
    }
}
