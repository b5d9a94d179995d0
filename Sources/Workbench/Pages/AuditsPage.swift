import Client
import Reading
import Shared

/// The audits of this laptop.
struct AuditsPage: Page {
    static let template = "audits"
    let frame: PageFrame
    let audits: [Row]
    /// Those of which nothing can be shown yet.
    let arriving: [Arriving]
    let hasNone: Bool

    init(in context: PageContext) throws {
        frame = PageFrame("Audits", in: context)
        let store = context.client.store
        let all = try store.audits().map { ($0, try store.pull.arrival($0)) }
        arriving = try all.compactMap { audit, arrival in
            guard let arrival, arrival.title == nil else { return nil }
            return Arriving(
                name: String(audit.hex.prefix(12)), words: arrival.words,
                stopped: try store.pull.stopped(audit)?.trouble)
        }
        audits = try all.filter { $1?.title != nil || $1 == nil }.map {
            try Row($0, $1, in: context)
        }
        hasNone = all.isEmpty
    }

    /// An audit whose plan has not come yet.
    struct Arriving: Sendable {
        let name: String
        let words: String
        /// Why it goes no further; nil while it does.
        let stopped: String?
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

        init(_ audit: AuditID, _ arrival: AuditArrival?, in context: PageContext) throws {
            let coverage = try context.coverage(of: audit)
            let view = coverage.view
            let states = coverage.states
            let disputed = states.count(where: \.tally.isDisputed)
            let known = context.client.catalogues.catalogue(
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
            if let arrival {
                sync = Badge(tone: "info", symbol: "i-server", text: arrival.words.asSentence)
            } else if isOnServer, waiting == 0 {
                sync = Badge(tone: "passed", symbol: "i-server", text: "On the server")
            } else {
                let text = isOnServer ? "\(waiting) to send" : "Never synced. Only on this laptop."
                sync = Badge(tone: "info", symbol: "i-laptop", text: text)
            }
        }
    }
}
