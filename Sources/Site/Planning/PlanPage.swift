import Client
import Reading
import Shared

/// What there is to test: screens with their components, and what is still missing.
struct PlanPage: Page {
    static let template = "plan"
    let frame: PageFrame
    let address: String
    let lede: String
    /// What was just done, or why it was not; nil on most visits.
    let planNotice: Notice?
    /// Names that several components bear; nil where none is.
    let sharedNotice: Notice?
    /// Where components are added; nil for a reader.
    let adding: String?
    let missing: Checklist
    let find: String
    /// From 1, for forms that come back to this page.
    let pageNumber: Int
    let screens: [Screen]
    let emptyText: String
    let pager: Pager?
    let environments: Environments
    /// What is done with ticked components; nil for a reader, and where none is listed.
    let bulk: Bulk?
    /// Nil for whoever does not lead, where there is no group.
    let groups: Groups?
    let auditDue: AuditDue?

    init(
        _ audit: AuditID, showing query: PlanQuery, _ form: Form = Form(), in context: PageContext
    ) throws {
        try context.requireHere(audit)
        let coverage = try context.coverage(of: audit)
        let view = coverage.view
        let found = query.components(of: view)
        let rows = Pager.rows(on: query.page, of: found.count, rowsMax: PlanQuery.componentsMax)
        frame = try PageFrame("Plan", .plan, of: view, in: context)
        address = Address.plan(audit)
        lede = coverage.planLede
        planNotice =
            try form.refusal ?? query.done?.notice(at: context.place)
            ?? query.added?.notice(in: view, context)
        sharedNotice = try view.sharedNotice()
        adding = view.role == .reader ? nil : Address.planAdding(audit)
        missing = Checklist(coverage, adding: adding)
        find = query.find
        pageNumber = query.page
        let ticked = TickedForm(form.values(where: "do", is: "ticked") ?? SubmittedForm())
        let listing = Listing(view, context.catalogue(of: view), ticked, adding: adding)
        screens = listing.screens(of: found[rows])
        emptyText =
            view.components.isEmpty ? "No component yet." : "No component has that in its name."
        pager = Pager("Components", rows, of: found.count, rowsMax: PlanQuery.componentsMax) {
            Address.plan(audit) + query.query(page: $0)
        }
        environments = Environments(
            in: view, context.catalogue(of: view),
            form.values(where: "do", is: "environments") ?? SubmittedForm())
        bulk = adding == nil || screens.isEmpty ? nil : Bulk(ticked, in: view)
        groups = Groups(form.values(where: "do", is: "group"), in: view)
        auditDue = AuditDue(form.values(where: "do", is: "due"), in: view)
    }
}

extension Component {
    /// Each once, in the catalogue's order; one that it lacks as it is written.
    func stateTitles(_ control: Control?) -> [String] {
        var titles: [String] = []
        for (platform, ids) in states.sorted(by: { $0.key < $1.key }) {
            let known = control?.platform(platform)?.states ?? []
            titles += known.filter { ids.contains($0.id) }.map { $0.title.lowercased() }
            titles += ids.filter { id in !known.contains { $0.id == id } }
        }
        var told: Set<String> = []
        return titles.filter { told.insert($0).inserted }
    }
}

extension AuditView {
    fileprivate func sharedNotice() throws -> Notice? {
        let shared = try sharedNames()
        guard !shared.isEmpty else { return nil }
        let names = shared.prefix(3).map { "“\($0.name)”" }
        let more = shared.count > 3 ? " and \(shared.count - 3) more" : ""
        return Notice(
            .warn, "Several components have one name",
            "\(names.joined(separator: ", "))\(more): rename one, or say that they are the same.",
            link: PageFrame.Link("See them", Address.conflicts(audit)))
    }
}

extension AuditCoverage {
    fileprivate var planLede: String {
        let screens = Set(components.map(\.component.screen)).count
        return [
            counted(screens, "screen"), counted(components.count, "component"),
            counted(states.count, "component state"),
            counted(states.total, "criterion", plural: "criteria") + " to judge",
        ].joined(separator: ", ") + "."
    }
}
