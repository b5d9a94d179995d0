import Client
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
            "printed \(context.now.day)",
        ].joined(separator: ", ")
        back = PageFrame.Link("Back to the audit", Address.audit(audit, showing: query.filter))
        sheets = try components[rows].flatMap { try Sheet.all(of: $0, in: view) }
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

        struct Row: Sendable {
            let statement: String
            let boxes: [Box]
        }

        /// A place to write a verdict into.
        struct Box: Sendable {
            /// Whether the criterion is judged in that state.
            let isAsked: Bool
            /// What holds already, by its word; nil for nothing.
            let said: String?
        }

        fileprivate static func all(
            of covered: AuditCoverage.CoveredComponent, in view: AuditView
        ) throws -> [Sheet] {
            let places = covered.states.map(\.place)
            var environments: [EnvironmentID] = []
            for place in places where !environments.contains(place.id.environment) {
                environments.append(place.id.environment)
            }
            return try environments.map { environment in
                try Sheet(places.filter { $0.id.environment == environment }, in: view)
            }
        }

        /// - Parameter places: States of one component in one environment; at least one.
        private init(_ places: [StatePlace], in view: AuditView) throws {
            let component = places[0].component
            let environment = places[0].environment
            anchor = "\(component.id.hex)-\(environment.plain)"
            screen = component.screen
            self.component =
                component.label + (component.ordinal > 1 ? ", number \(component.ordinal)" : "")
            about = "\(places[0].control.title), \(environment.sentence)"
            states = places.map(\.state.title)
            let said = try places.map { place in
                try view.item(place.id).findings.reduce(into: [String: String]()) {
                    $0[$1.criterion] = Self.word(for: $1)
                }
            }
            let asked = Set(places.flatMap(\.criteria).map(\.id))
            rows = places[0].platform.criteria.filter { asked.contains($0.id) }.map { criterion in
                Row(
                    statement: criterion.statement,
                    boxes: places.enumerated().map { index, place in
                        Box(
                            isAsked: place.criteria.contains { $0.id == criterion.id },
                            said: said[index][criterion.id])
                    })
            }
        }

        /// What holds, in a word; nil where a box is left to be filled in.
        private static func word(for finding: Finding) -> String? {
            if finding.isConflict { return "Conflict" }
            let outcome = finding.effective.judgement?.outcome ?? .untested
            return outcome == .untested ? nil : outcome.word
        }
    }
}
