import Client
import Reading
import Shared

/// The audits of this home.
struct AuditsPage: Page {
    static let template = "audits"
    let frame: PageFrame
    let audits: [Row]
    /// Those of which nothing can be shown yet.
    let arriving: [Arriving]
    let hasNone: Bool

    init(in context: PageContext) throws {
        frame = PageFrame("Audits", in: context)
        let queries = context.client.queries
        let all = try queries.audits().map { ($0, try queries.arrival(of: $0)) }
        arriving = try all.compactMap { audit, arrival in
            guard let arrival, arrival.title == nil else { return nil }
            return Arriving(
                name: String(audit.hex.prefix(12)), words: arrival.words,
                stopped: try queries.position(of: audit).stopped?.trouble)
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
            let position = try context.client.queries.position(of: audit)
            href = Address.audit(audit)
            title = view.plan.title
            builds = view.plan.buildList
            bar = Bar(states.counts.all, of: states.total)
            progress =
                states.progress + (knowsAll ? "" : ", of what is known on this \(context.place)")
            conflicts = disputed == 0 ? nil : .conflict(counted(disputed, "state"))
            conflictsHref = Address.conflicts(audit)
            if let arrival {
                sync = Badge(tone: "info", symbol: "i-server", text: arrival.words.asSentence)
            } else if position.isOnServer, position.unsent == 0 {
                sync = Badge(tone: "passed", symbol: "i-server", text: "On the server")
            } else {
                let text =
                    position.isOnServer
                    ? "\(position.unsent) to send" : "Never synced. Only on this \(context.place)."
                sync = Badge(tone: "info", symbol: "i-laptop", text: text)
            }
        }
    }
}
