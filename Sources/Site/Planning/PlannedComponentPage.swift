import Client
import Reading
import Shared

/// One component of the plan: what it is called, its states, and what it is the same as.
struct PlannedComponentPage: Page {
    static let template = "planned-component"
    let frame: PageFrame
    let address: String
    let plan: String
    let heading: String
    let lede: String
    let refusal: Notice?
    /// Nil for what is withdrawn: a word more would make that contested.
    let editing: Editing?
    /// Why it is withdrawn; nil while it is not.
    let gone: String?

    struct Editing: Sendable {
        /// What the form shows, so that a save replaces that and nothing else.
        let token: String
        /// All live names, where two people wrote different ones at once; nil while one holds.
        let several: String?
        let screen: String
        let label: String
        let same: String
        /// The names of other components, to choose from.
        let others: [String]
        let platforms: [Platform]
        let reason: String
    }

    struct Platform: Sendable {
        let platformTitle: String
        let states: [State]
    }

    struct State: Sendable {
        /// The name that its box sends.
        let field: String
        let stateTitle: String
        let isChosen: Bool
    }

    init(
        _ id: ComponentID, in view: AuditView, _ context: PageContext,
        _ form: Form = Form()
    ) throws {
        guard let component = view.components[id] else { throw PageError.notFound }
        try view.requireTester()
        let plan = PageFrame.Link("Plan", Address.plan(view.audit))
        frame = try PageFrame(component.label, .plan, of: view, behind: [plan], in: context)
        address = Address.plan(id, of: view.audit)
        self.plan = plan.href
        let control = context.catalogue(of: view).control(component.control)
        heading = component.label
        lede = "\(control?.title ?? component.control) on \(component.screen)"
        refusal = form.refusal
        gone = component.withdrawnWords
        let key = RecordKey.component(view.audit, id)
        let record = try context.client.queries.record(key)
        editing =
            component.withdrawals.isEmpty
            ? Editing(component, control, record, form, in: view) : nil
    }
}

extension PlannedComponentPage.Editing {
    private static let othersMax = 200

    fileprivate init(
        _ component: Component, _ control: Control?, _ record: Record, _ form: Form,
        in view: AuditView
    ) {
        // What was refused goes on from what its form had shown.
        token = form.values.text("context") ?? FormContext(showing: record).token
        let torn = component.contested.map { "the \($0.name(in: view)): \($0.words(in: view))" }
        several =
            torn.isEmpty
            ? nil
            : "People named it at once, and what they wrote stands: "
                + "\(torn.joined(separator: "; ")). Save one to settle it."
        let naming = form.values(where: "do", is: "name")
        screen = naming?.text("screen") ?? component.screen
        label = naming?.text("label") ?? component.label
        same =
            form.values(where: "do", is: "same")?.text("same")
            ?? component.see.first.flatMap { view.components[$0] }.map(view.distinctName(of:)) ?? ""
        reason = form.values(where: "do", is: "withdraw")?.text("reason") ?? ""
        let ticked = form.values(where: "do", is: "states")
        // A list of thousands helps nobody, and what is typed may be any name.
        others = view.components.lazy
            .filter { $0.id != component.id && $0.control == component.control }
            .prefix(Self.othersMax).map(\.name)
        platforms = (control?.platforms ?? []).map { platform in
            let own = component.states[platform.id] ?? []
            return PlannedComponentPage.Platform(
                platformTitle: Environment.platformWord(of: platform.id),
                states: platform.states.map { state in
                    let name = "state.\(platform.id).\(state.id)"
                    let isChosen = ticked.map { $0.text(name) != nil } ?? own.contains(state.id)
                    return PlannedComponentPage.State(
                        field: name, stateTitle: state.title, isChosen: isChosen)
                })
        }
    }
}
