import Client
import Shared

/// The audits of this laptop.
struct AuditsPage: Page {
    static let template = "audits"
    let frame: PageFrame
    let audits: [Row]

    init(in context: PageContext) throws {
        frame = try PageFrame("Audits", in: context)
        audits = try context.client.store.audits().map { try Row($0, in: context) }
    }

    struct Row: Sendable {
        let href: String
        let title: String
        /// Such as `iOS 8.4.0, Android 8.4.0`.
        let builds: String
        let bar: Bar
        /// Such as `533 of 720 judged`.
        let progress: String
        /// Nil for none.
        let conflicts: Badge?
        let conflictsHref: String
        let sync: Badge

        init(_ audit: AuditID, in context: PageContext) throws {
            let coverage = try context.site.coverage.read(audit, in: context)
            let (view, states) = (coverage.view, coverage.states)
            let disputed = states.count(where: \.tally.isDisputed)
            let known = try context.client.catalogues.catalogue(of: view, besides: context.catalogue)
            let knowsAll = known.gap == nil && coverage.unknown.isEmpty
            href = Address.audit(audit)
            title = view.plan.title
            builds = view.plan.buildList
            bar = Bar(states.counts.all, of: states.total)
            progress = states.progress + (knowsAll ? "" : ", of what is known on this laptop")
            conflicts = disputed == 0 ? nil : .conflict(counted(disputed, "state"))
            conflictsHref = Address.conflicts(audit)
            sync = try Badge(whereIs: audit, in: context)
        }
    }
}

extension Badge {
    /// Where the work of an audit is.
    fileprivate init(whereIs audit: AuditID, in context: PageContext) throws {
        let waiting = try context.client.store.push.queue(audit).count
        if try context.client.store.pull.standing(audit)?.isOnServer != true {
            self = .laptop("Never synced. Only on this laptop.")
        } else if waiting > 0 {
            self = .laptop("\(waiting) to send")
        } else {
            self.init(tone: "passed", symbol: "i-server", text: "On the server")
        }
    }
}
