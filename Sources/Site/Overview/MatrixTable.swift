import Mustache
import Presentation
import Reading
import Shared

/// One kind of control as a table: a row is a component, a column a state in an environment.
struct MatrixTable: Sendable {
    let title: String
    /// Such as `231 of 282 findings judged, 25 failed, 1 in conflict`.
    let sum: String
    let groups: [Group]
    let columns: [Column]
    let rows: [Row]

    /// An environment over its columns.
    struct Group: Sendable {
        let title: String
        let span: Int
    }

    struct Column: Sendable {
        let title: String
        /// Whether another environment begins with it.
        let isFirst: Bool
    }

    struct Row: Sendable {
        let label: String
        /// Such as `number 2`; nil for the only one of its name.
        let number: String?
        let screen: String
        /// Nil where it is nobody's.
        let whose: String?
        let cells: [Cell]
    }

    init(_ matrix: CoverageMatrix, in view: AuditView) {
        title = matrix.title
        let progress = matrix.progress
        sum = [
            "\(progress.judgedWords) findings judged", "\(progress.counts[.failed]) failed",
            "\(progress.disputed) in conflict",
        ].joined(separator: ", ")
        let words = view.plan.environmentWords
        let columns = matrix.columns
        let firsts = columns.indices.filter {
            $0 == 0 || columns[$0].environment != columns[$0 - 1].environment
        }
        groups = zip(firsts, firsts.dropFirst() + [columns.count]).map { first, end in
            Group(title: words[columns[first].environment.id] ?? "", span: end - first)
        }
        self.columns = columns.indices.map {
            Column(title: columns[$0].title, isFirst: firsts.contains($0))
        }
        let areFirst = self.columns.map(\.isFirst)
        rows = matrix.rows.map { row in
            let component = row.component
            let people = view.assignees(of: component.id).map(view.plan.assigneeWord)
            return Row(
                label: component.label,
                number: component.ordinal > 1 ? "number \(component.ordinal)" : nil,
                screen: component.screen, whose: people.isEmpty ? nil : AuditView.list(people),
                cells: zip(row.cells, areFirst).map { Cell($0, isFirst: $1) })
        }
    }

    /// A component state; hundreds are on a page, so they are drawn by name, without reflection.
    struct Cell: Sendable, MustacheParent {
        let isFirst: Bool
        /// Nil where there is no such state, or a filter left it out.
        let shown: Shown?

        init(_ state: AuditCoverage.CoveredState?, isFirst: Bool) {
            self.isFirst = isFirst
            shown = state.map(Shown.init)
        }

        func child(named name: String) -> Any? {
            switch name {
            case "isFirst": isFirst
            case "shown": shown
            default: nil  // open set: what stands around it
            }
        }
    }

    /// The worst that holds, how much is judged, and the way to it.
    struct Shown: Sendable, MustacheParent {
        let href: String
        let tone: String
        let symbol: String
        let text: String
        /// Such as `9 of 9, serious`.
        let rest: String

        init(_ state: AuditCoverage.CoveredState) {
            let tally = state.tally
            let mark = tally.worst == .started ? Badge(.untested, "Started") : tally.mark
            let place = state.place
            let address =
                tally.isDisputed ? Address.conflict(place.id, in: place.view) : place.address
            // Seen from the page: the audit's id would be in hundreds of links.
            href = String(address.dropFirst(Address.audit(place.view.audit).count + 1))
            tone = mark.tone
            symbol = mark.symbol
            text = mark.text
            let judged = "\(tally.judged) of \(tally.total)"
            rest = [judged, tally.severities.gravest?.rawValue].compactMap(\.self)
                .joined(separator: ", ")
        }

        func child(named name: String) -> Any? {
            switch name {
            case "href": href
            case "tone": tone
            case "symbol": symbol
            case "text": text
            case "rest": rest
            default: nil  // open set: what stands around it
            }
        }
    }
}
