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
        /// Nothing: the component was made under this name, which nothing bears now.
        ///
        /// The rest is what the line would add beside a line that names the component.
        case renamed(Component, PlannedComponent, [PlannedState])
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
        var outcomes = rows.rows.map { row -> Outcome in
            do throws(AuditError) {
                return try check.outcome(of: row)
            } catch {
                return .wrong(error.clause)
            }
        }
        let present = Set(outcomes.compactMap(\.present))
        var earlier: [ComponentID: Int] = [:]
        for (index, row) in rows.rows.enumerated() {
            // Lines that name a component as it is called now mean another one by its old name.
            if case .renamed(let known, let planned, let states) = outcomes[index],
                present.contains(known.id)
            {
                outcomes[index] = .new(planned, states)
            }
            var outcome = outcomes[index]
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
            case .known, .renamed, .wrong: nil
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
        lines.count {
            switch $0.outcome {
            case .known, .renamed: true
            case .new, .more, .wrong: false
            }
        }
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
        self.platform = platform
        self.state = state
    }

    var edit: FieldEdit { FieldEdit(FieldID(.state, platform, state), .present) }
}

extension PlanPreview.Outcome {
    /// The component that the line calls as it is called now.
    fileprivate var present: ComponentID? {
        switch self {
        case .known(let component), .more(let component, _): component.id
        case .new, .renamed, .wrong: nil
        }
    }
}

extension PlannedComponent {
    func draft(in audit: AuditID, _ states: [PlannedState]) -> RecordDraft {
        draft(in: audit, states.map { ($0.platform, $0.state) })
    }
}
