import Client
import Mustache
import Presentation
import Reading
import Shared

/// What of an audit there is to test, to be taken along on paper: a box for each verdict.
struct PaperPage: Page {
    static let template = "paper"
    let frame: PageFrame
    let heading: String
    /// What the filters let through, and when it was printed.
    let extent: String
    let back: PageFrame.Link
    let sheets: [Sheet]
    let pager: Pager?

    init(_ audit: AuditID, showing query: AuditQuery, in context: PageContext) throws {
        try context.requireHere(audit)
        let coverage = try context.coverage(of: audit)
        let view = coverage.view
        let components = coverage.components(matching: query.filter)
        let rows = Pager.rows(on: query.page, of: components.count)
        frame = try PageFrame("On paper", .work, of: view, in: context)
        heading = view.plan.title
        let states = components[rows].reduce(0) { $0 + $1.states.count }
        extent = [
            counted(rows.count, "component"), counted(states, "component state"),
            "printed \(context.time.day(context.now))",
        ].joined(separator: ", ")
        back = PageFrame.Link("Back to the audit", Address.audit(audit, showing: query.filter))
        sheets = components[rows].flatMap(Sheet.all)
        pager = Pager("Components", rows, of: components.count) {
            Address.paper(audit) + query.query(page: $0)
        }
    }

    /// One component in one environment: a row is a criterion, a column one of its states.
    struct Sheet: Sendable {
        /// From 1 for each component; makes ids of the page.
        let anchor: String
        let screen: String
        let component: String
        let about: String
        let states: [String]
        let rows: [Row]

        /// Drawn by name, as the boxes are: there are thousands, and reflection takes its time.
        struct Row: Sendable, MustacheParent {
            let statement: String
            let boxes: [Box]

            func child(named name: String) -> Any? {
                switch name {
                case "statement": statement
                case "boxes": boxes
                default: nil  // open set: what stands around it
                }
            }
        }

        /// A place to write a verdict into.
        struct Box: Sendable, MustacheParent {
            /// Whether the criterion is judged in that state.
            let isAsked: Bool
            /// Whether it is left to be filled in.
            let isOpen: Bool
            /// What holds already, by its word; empty for nothing.
            let said: String

            func child(named name: String) -> Any? {
                switch name {
                case "isAsked": isAsked
                case "isOpen": isOpen
                case "said": said
                default: nil  // open set: what stands around it
                }
            }
        }

        fileprivate static func all(of covered: AuditCoverage.CoveredComponent) -> [Sheet] {
            var environments: [EnvironmentID] = []
            for state in covered.states where !environments.contains(state.place.id.environment) {
                environments.append(state.place.id.environment)
            }
            return environments.map { environment in
                Sheet(covered.states.filter { $0.place.id.environment == environment })
            }
        }

        /// - Parameter covered: States of one component in one environment; at least one.
        private init(_ covered: [AuditCoverage.CoveredState]) {
            let places = covered.map(\.place)
            let component = places[0].component
            let environment = places[0].environment
            anchor = "\(component.id.hex)-\(environment.plain)"
            screen = component.screen
            self.component =
                component.label + (component.ordinal > 1 ? ", number \(component.ordinal)" : "")
            about = "\(places[0].control.title), \(environment.sentence)"
            states = places.map(\.state.title)
            let said = covered.map { state in
                zip(state.place.possible, state.tally.answers).reduce(into: [:]) {
                    $0[$1.0.id] = Self.word(for: $1.1)
                }
            }
            rows = places[0].platform.criteria.compactMap { criterion in
                let words = said.map { $0[criterion.id] }
                guard words.contains(where: { $0 != nil }) else { return nil }
                return Row(
                    statement: criterion.statement,
                    boxes: words.map { Box(isAsked: $0 != nil, isOpen: $0 == "", said: $0 ?? "") })
            }
        }

        /// What holds, in a word; empty where a box is left to be filled in, nil for no box.
        private static func word(for answer: StateCounts.Answer) -> String? {
            switch answer {
            case .notAsked: nil
            case .waiting: "Conflict"
            case .inEffect(let outcome): outcome == .untested ? "" : outcome.word
            }
        }
    }
}
