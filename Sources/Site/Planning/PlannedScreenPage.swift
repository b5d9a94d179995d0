import Client
import Reading
import Shared

/// One screen of the plan: its name, and a copy of it.
struct PlannedScreenPage: Page {
    static let template = "planned-screen"
    let frame: PageFrame
    let address: String
    let plan: String
    let screen: String
    let lede: String
    let refusal: Notice?
    let newName: String
    let copyName: String
    let mayPlace: Bool

    init(
        _ name: String, in view: AuditView, _ context: PageContext,
        _ form: Form = Form()
    ) throws {
        try view.requireTester()
        let wanted = NaturalKey.folded(name)
        guard let screen = view.screens.first(where: { NaturalKey.folded($0) == wanted })
        else { throw PageError.notFound }
        let plan = PageFrame.Link("Plan", Address.plan(view.audit))
        frame = try PageFrame(screen, .plan, of: view, behind: [plan], in: context)
        address = Address.plan(screen: screen, of: view.audit)
        self.plan = plan.href
        self.screen = screen
        let components = view.components(onScreen: screen)
        let states = components.reduce(0) { $0 + $1.states.values.reduce(0) { $0 + $1.count } }
        lede = "Screen with \(counted(components.count, "component")), \(counted(states, "state"))"
        refusal = form.refusal
        newName = form.values(where: "do", is: "name")?.text("name") ?? screen
        copyName = form.values(where: "do", is: "copy")?.text("copy") ?? ""
        mayPlace = view.role == .lead
    }
}

extension PlannedScreenPage {
    /// - Throws: `AuditError.invalid` for what can be mended in the form.
    static func change(
        _ name: String, as form: SubmittedForm, in view: AuditView, _ context: PageContext
    ) throws -> PlanQuery.Done {
        let planning = context.client.planning
        switch form.text("do") {
        case "name":
            try planning.renameScreen(name, to: form.trimmed("name"), in: view)
            return PlanQuery.Done(.renamed, 1)
        case "copy":
            let count = try planning.copyScreen(
                name, as: form.trimmed("copy"), in: view, context.catalogue(of: view))
            return PlanQuery.Done(.copied, count)
        case "top":
            let isElsewhere = try planning.moveScreen(name, .top, in: view)
            return PlanQuery.Done(isElsewhere ? .moved : .stays, 1)
        default: throw PageError.badForm  // open set: a form may say anything
        }
    }
}
