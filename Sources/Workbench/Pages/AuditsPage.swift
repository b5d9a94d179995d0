import Client
import Reading
import Shared

/// The audits of this laptop.
struct AuditsPage: Page {
    static let template = "audits"
    let frame: PageFrame
    let audits: [Row]

    init(in context: PageContext) throws {
        frame = PageFrame("Audits", in: context)
        audits = try context.client.store.audits().map { try Row($0, in: context) }
    }

    struct Row: Sendable {
        let href: String
        let title: String
        let builds: String
        let bar: Bar
        let progress: String
        let conflicts: Badge?
        let conflictsHref: String
        let sync: Badge

        init(_ audit: AuditID, in context: PageContext) throws {
            let coverage = try context.site.coverage.read(audit, in: context)
            let (view, states) = (coverage.view, coverage.states)
            let disputed = states.count(where: \.tally.isDisputed)
            let known = try context.client.catalogues.catalogue(
                of: view, besides: context.catalogue)
            let knowsAll = known.gap == nil && coverage.unknown.isEmpty
            let waiting = try context.client.store.push.queue(audit).count
            href = Address.audit(audit)
            title = view.plan.title
            builds = view.plan.buildList
            bar = Bar(states.counts.all, of: states.total)
            progress = states.progress + (knowsAll ? "" : ", of what is known on this laptop")
            conflicts = disputed == 0 ? nil : .conflict(counted(disputed, "state"))
            conflictsHref = Address.conflicts(audit)
            let isOnServer = try context.client.store.pull.standing(audit)?.isOnServer == true
            if isOnServer, waiting == 0 {
                sync = Badge(tone: "passed", symbol: "i-server", text: "On the server")
            } else {
                let text = isOnServer ? "\(waiting) to send" : "Never synced. Only on this laptop."
                sync = Badge(tone: "info", symbol: "i-laptop", text: text)
            }
        }
    }
}
