import Client
import Presentation
import Reading
import Shared

/// Many components added at once: lines, what each of them would do, and the button that does it.
struct PlanAddingPage: Page {
    static let template = "plan-adding"
    let frame: PageFrame
    let address: String
    let plan: String
    let addingNotice: Notice?
    /// Nil for a reader, who adds nothing.
    let form: Fields?
    /// Nil before anything was previewed.
    let preview: Preview?

    /// - Parameter fileScreen: What was typed beside a file that was refused.
    init(
        _ view: AuditView, lines: String, preview: PlanPreview? = nil, notice: Notice? = nil,
        fileScreen: String = "", in context: PageContext
    ) throws {
        let plan = PageFrame.Link("Plan", Address.plan(view.audit))
        frame = try PageFrame("Add components", .plan, of: view, behind: [plan], in: context)
        address = Address.planAdding(view.audit)
        self.plan = plan.href
        let mayAdd = view.role != .reader
        addingNotice =
            notice
            ?? (mayAdd
                ? view.lackingEnvironments : Notice(.info, "You read this audit", Self.reader))
        form =
            mayAdd
            ? Fields(
                lines: lines, controls: try Self.controls(of: view, context),
                fileAddress: Address.planFile(view.audit), fileScreen: fileScreen) : nil
        self.preview = preview.map { Preview($0, of: lines) }
    }

    private static let reader = "Leads and testers add components. A lead can make you a tester."

    /// Such as `Accordion, Button, Card and 41 more`.
    private static func controls(of view: AuditView, _ context: PageContext) throws -> Controls {
        let titles = context.catalogue(of: view).headings.map(\.title)
        return Controls(
            catalogue: Address.catalogue(view.audit), titles: titles.sorted(),
            examples: titles.filter { ["Button", "Menu", "Modal dialog", "Sheet"].contains($0) }
                .joined(separator: ", "))
    }

    struct Fields: Sendable {
        let lines: String
        let controls: Controls
        let fileAddress: String
        let fileScreen: String
    }

    struct Controls: Sendable {
        let catalogue: String
        let titles: [String]
        let examples: String
    }

    struct Preview: Sendable {
        /// Wrong lines are all listed, of the others as many as fit on a page.
        static let rowsMax = 200

        let heading: String
        let wrongNotice: Notice?
        let passedOver: String?
        let rows: [Row]
        let more: String?
        /// The lines as they were previewed: what the button adds, whatever is typed meanwhile.
        let previewed: String
        /// Nil where nothing is to be added.
        let addTitle: String?

        fileprivate init(_ preview: PlanPreview, of text: String) {
            let count = preview.added.count
            let more = preview.extended.count
            let wrong = preview.wrongCount
            var parts = ["\(count) to add"]
            if more > 0 { parts.append("\(more) to extend") }
            parts.append("\(preview.knownCount) there already")
            if wrong > 0 { parts.append("\(wrong) left out") }
            heading = "Preview: " + parts.joined(separator: ", ")
            let rest = preview.addsSomething ? ", or add the others without them" : ""
            wrongNotice =
                wrong == 0
                ? nil
                : Notice(
                    .warn, "\(counted(wrong, "line")) cannot be added",
                    "Nothing is added yet. Mend what is wrong above\(rest).")
            passedOver =
                preview.passedOver.isEmpty
                ? nil
                : "Columns that are not read: \(preview.passedOver.joined(separator: ", "))."
            let rows = preview.lines.map(Row.init)
            let good = rows.filter { $0.wrong == nil }
            let shown = Set(good.prefix(Self.rowsMax).map(\.line))
            self.rows = rows.filter { $0.wrong != nil || shown.contains($0.line) }
            self.more =
                good.count > Self.rowsMax
                ? "and \(good.count - Self.rowsMax) more lines that are good" : nil
            previewed = text
            addTitle =
                !preview.addsSomething
                ? nil
                : count == 0
                    ? "Extend \(counted(more, "component"))"
                    : "Add \(counted(count, "component"))"
        }
    }

    /// What one line would do; exactly one of the last three is there.
    struct Row: Sendable {
        let line: Int
        let screen: String
        let control: String
        let label: String
        let states: String
        let isNew: String?
        let known: String?
        let wrong: String?

        fileprivate init(_ line: PlanPreview.Line) {
            self.line = line.row.line
            screen = line.row.screen
            label = line.row.label
            control = line.control
            var states = line.row.states
            var said: (new: String?, known: String?, wrong: String?) = (nil, nil, nil)
            switch line.outcome {
            case .new(_, let planned):
                states = planned.words
                said.new = "New"
            case .more(_, let planned): said.new = "There already, gains \(planned.words)"
            case .known(let component):
                let gone = component.withdrawals.isEmpty ? "" : ", and withdrawn"
                said.known = "There already as \(component.name)\(gone), nothing to add"
            case .renamed(let component, _, _):
                said.known =
                    "Called \(component.name) now, nothing to add. If it is another control, "
                    + "write a line for \(component.name) too"
            case .wrong(let clause): said.wrong = clause.asSentence
            }
            self.states = states
            (isNew, known, wrong) = said
        }
    }
}

extension [PlannedState] {
    /// Each once, in the catalogue's order: two platforms share most of them.
    fileprivate var words: String {
        var told: Set<String> = []
        return filter { told.insert($0.state).inserted }
            .map { $0.state.replacing("-", with: " ") }.joined(separator: ", ")
    }
}

extension AuditView {
    /// Says that nothing can be tested for want of an environment; nil while there is one.
    var lackingEnvironments: Notice? {
        guard plan.environments.isEmpty else { return nil }
        return Notice(
            .warn, "The audit has no environment yet",
            "Components can be added, but nothing can be tested before it is said on what.",
            link: PageFrame.Link("Add an environment", Address.plan(audit) + "#environments"))
    }
}
