package import Presentation
import Reading
package import Shared

/// What each of some lines would add to a plan; nothing is saved by it.
package struct PlanPreview: Sendable {
    /// In the order in which they were written.
    package private(set) var lines: [Line] = []
    /// Headings of columns that are passed over, in order.
    package let passedOver: [String]

    /// One line, and what it would do.
    package struct Line: Sendable {
        package let row: ComponentRow
        /// The control's title, or as it was typed.
        package let control: String
        package let outcome: Outcome
    }

    /// What a line would do to the plan.
    package enum Outcome: Sendable {
        case new(PlannedComponent, [PlannedState])
        /// States that a component is to have beside those that it has.
        case more(Component, [PlannedState])
        /// Nothing, because of this component.
        case known(Component)
        /// A clause that says what is wrong, and how it is mended.
        case wrong(String)
    }

    /// - Throws: `AuditError` for whoever may not add any, and for more than is read at once.
    init(
        _ text: String, in view: AuditView, _ catalogue: Catalogue, limits: Limits = .standard
    ) throws(AuditError) {
        try view.requireTester()
        try view.requirePinned(catalogue)
        let count = ComponentRows.count(text)
        guard count <= limits.plannedLinesMax, text.utf8.count <= limits.plannedBytesMax else {
            throw .invalid(
                "there are \(count) lines, and at most \(limits.plannedLinesMax) lines of "
                    + "\(limits.plannedBytesMax / 1024) KiB in all are read at once: add them in "
                    + "parts. The same lines twice add nothing twice")
        }
        let check = PlanLineCheck(view, catalogue)
        let rows = ComponentRows(text) { check.control(named: $0) != nil }
        passedOver = rows.passedOver
        var earlier: [ComponentID: Int] = [:]
        for row in rows.rows {
            var outcome: Outcome
            do throws(AuditError) {
                outcome = try check.outcome(of: row)
            } catch {
                outcome = .wrong(error.clause)
            }
            if case .new(let planned, _) = outcome {
                if let line = earlier[planned.id] {
                    outcome = .wrong(
                        "it is the same as line \(line). If the screen has several with this "
                            + "label, number them in a column “ordinal”")
                } else {
                    earlier[planned.id] = row.line
                }
            }
            let title = check.control(named: row.control)?.title ?? row.control
            lines.append(Line(row: row, control: title, outcome: outcome))
        }
    }

    /// What adding them writes, a draft a component; empty where nothing is new.
    func drafts(in audit: AuditID) -> [RecordDraft] {
        lines.compactMap { line in
            switch line.outcome {
            case .new(let component, let states): component.draft(in: audit, states)
            case .more(let component, let states):
                RecordDraft(key: .component(audit, component.id), edits: states.map(\.edit))
            case .known, .wrong: nil
            }
        }
    }

    package var added: [PlannedComponent] {
        lines.compactMap { if case .new(let component, _) = $0.outcome { component } else { nil } }
    }

    package var extended: [Component] {
        lines.compactMap { if case .more(let component, _) = $0.outcome { component } else { nil } }
    }

    package var addsSomething: Bool { !added.isEmpty || !extended.isEmpty }

    /// The lines that are wrong, to be mended.
    package var wrongText: String {
        ComponentRows.text(
            of: lines.filter { if case .wrong = $0.outcome { true } else { false } }.map(\.row))
    }

    package var knownCount: Int {
        lines.count { if case .known = $0.outcome { true } else { false } }
    }

    package var wrongCount: Int {
        lines.count { if case .wrong = $0.outcome { true } else { false } }
    }
}

/// A state that a component is to be tested in.
package struct PlannedState: Hashable, Sendable {
    package let platform: String
    package let state: String

    package init(platform: String, state: String) {
        (self.platform, self.state) = (platform, state)
    }

    var edit: FieldEdit { FieldEdit(FieldID(.state, platform, state), .present) }
}

extension PlannedComponent {
    func draft(in audit: AuditID, _ states: [PlannedState]) -> RecordDraft {
        Drafts.component(
            audit, screen: screen, control: control.id, label: label, ordinal: ordinal,
            states: states.map { ($0.platform, $0.state) })
    }
}
