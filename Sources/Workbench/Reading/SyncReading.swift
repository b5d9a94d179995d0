import Client
import Foundation
import Presentation
import Shared

/// Fills the page that says what of an audit is where.
struct SyncReading {
    private static let changesMax = 20

    let desk: Desk
    let view: AuditView
    private let overview: AuditOverview
    private let server: String?
    private let backgroundSync: BackgroundSync.Standing
    /// What keeps every audit from being synced.
    private let outside: ReportedError?

    /// What was taken over from a bundle just now.
    var imported: (changes: Int, files: Int)?

    /// - Throws: `PageError.notFound` for an audit that is not here.
    init(_ desk: Desk, _ audit: AuditID) throws {
        guard try desk.client.store.plan(audit) != nil else { throw PageError.notFound }
        self.desk = desk
        view = try desk.client.view(audit)
        overview = try desk.client.overview(of: audit)
        server = try desk.client.identity().server?.address
        backgroundSync = desk.backgroundSync.standing(of: audit)
        outside = desk.backgroundSync.outside
    }

    func page() throws -> SyncPage {
        var frame = try desk.frame("Sync", .sync, of: view)
        frame.crumbs.append(PageFrame.Link(view.plan.title, Address.audit(view.audit)))
        return SyncPage(
            frame: frame, address: Address.sync(view.audit),
            canSync: server != nil && desk.backgroundSync.connect != nil, notices: notices,
            news: news, aside: try aside(), unsent: try unsent(), evidence: try evidence(),
            exports: [
                PageFrame.Link("Spreadsheet (CSV)", Address.export(view.audit, "csv")),
                PageFrame.Link("NDJSON, loses nothing", Address.export(view.audit, "ndjson")),
            ],
            facts: facts)
    }

    // MARK: What happened, what is safe, what happens next

    private var notices: [Notice] {
        var notices = [imported.map(Self.took)].compactMap(\.self)
        notices += (overview.quotas?.words ?? []).map {
            Notice(.warn, "Little room is left", $0 + ".")
        }
        if overview.notAccepted > 0 {
            let isOne = overview.notAccepted == 1
            let what = isOne ? "one change" : "\(overview.notAccepted) changes"
            notices.append(
                Notice(
                    .error,
                    "The server sent back \(what)",
                    "Nothing was lost: \(isOne ? "it is" : "they are") on this laptop, with the "
                        + "reason. Everything after went through.",
                    link: PageFrame.Link(isOne ? "See the change" : "See the changes", "#aside")))
        }
        notices += overview.apart.map { chain in
            Notice(.info, "Work of \(chain.personName) is kept apart", "\(chain.words).")
        }
        return notices + [server == nil ? unjoined : trouble ?? state]
    }

    private static func took(_ changes: Int, files: Int) -> Notice {
        guard changes + files > 0 else {
            return Notice(.info, "All of the bundle was here already", "Nothing has changed.")
        }
        let more = files > 0 ? " and \(counted(files, "file"))" : ""
        return Notice(
            .ok, "Took over \(counted(changes, "change"))\(more) from the bundle",
            "Nothing here was replaced.", symbol: "i-laptop")
    }

    private var unjoined: Notice {
        Notice(
            .info, "This laptop has joined no server yet",
            "Everything is saved on this laptop. Join your team’s server and it is sent.",
            link: PageFrame.Link("Join with an invite", Address.join), symbol: "i-laptop")
    }

    /// What keeps the audit from being in step; nil when nothing does.
    private var trouble: Notice? {
        if let outside, outside.kind == .busy {
            return Notice(
                .info, "Another Accord program syncs this laptop",
                "It sends what you save here too. Keep working.", symbol: "i-laptop")
        }
        guard let why = overview.stopped?.trouble ?? outside?.message else { return nil }
        let since = overview.standing.checkpointAt.map { " since \($0.shown(now: desk.now))" } ?? ""
        switch (backgroundSync.trouble ?? outside)?.kind {
        case .unreachable:
            return Notice(
                .warn, "The server cannot be reached\(since)",
                "Keep working. Everything is saved on this laptop and will be sent when the "
                    + "server can be reached again. \(next)", symbol: "i-offline")
        case .notOurServer:
            return Notice(.error, "What answers is not your Accord server", "\(why) \(next)")
        case .usage, .badInput, .notFound, .bug, .disk, .busy, .notAllowed, .settings, .newer,
            nil:
            return Notice(.error, "Not in step with the server\(since)", "\(why) \(next)")
        }
    }

    /// When it is tried again.
    private var next: String {
        if let next = overview.stopped?.next, desk.backgroundSync.isFollowing {
            return "Next attempt at \(next.shown(now: desk.now)), by itself."
        }
        return desk.backgroundSync.isFollowing
            ? "The next attempt comes by itself." : "Sync again when you want to try."
    }

    private var state: Notice {
        let calm = "You can close the laptop; nothing is lost."
        if overview.unsent > 0 {
            let heading =
                "\(counted(overview.unsent, "change")) "
                + (overview.unsent == 1 ? "is" : "are") + " saved on this laptop and "
                + (overview.unsent == 1 ? "waits" : "wait") + " for the server"
            let age = oldest.map { "The oldest has waited \($0). " } ?? ""
            return Notice(.info, heading, "\(age)\(sending) \(calm)", symbol: "i-laptop")
        }
        let files = overview.evidenceToSend
        if files > 0 {
            return Notice(
                .info, "All findings are on the server; \(counted(files, "file")) to send",
                "\(sending) \(calm)", symbol: "i-laptop")
        }
        guard let at = overview.standing.checkpointAt else {
            return Notice(.info, "Never synced", "\(sending) \(calm)", symbol: "i-laptop")
        }
        return Notice(
            .ok, "All on the server",
            "Last in step at \(at.shown(now: desk.now)). \(sending)")
    }

    private var sending: String {
        if backgroundSync.isSyncing { return "Syncing now." }
        return desk.backgroundSync.isFollowing
            ? "What you save is sent by itself." : "It is sent when you sync."
    }

    private var oldest: String? {
        overview.oldestUnsent.map { Self.words(desk.now.timeIntervalSince($0)) }
    }

    private var facts: [StatePage.Fact] {
        let now = desk.now
        var facts = [StatePage.Fact("Server", server ?? "None joined")]
        if let success = backgroundSync.success {
            facts.append(
                StatePage.Fact(
                    "Last success",
                    "\(success.at.shown(now: now)). \(success.sent) sent, \(success.received) "
                        + "received"))
        } else {
            let at = overview.standing.checkpointAt?.shown(now: now)
            facts.append(StatePage.Fact("Last success", at ?? "None yet"))
        }
        if let stopped = overview.stopped {
            facts.append(
                StatePage.Fact("Last error", "\(stopped.at.shown(now: now)). \(stopped.trouble)"))
            if let next = stopped.next {
                facts.append(StatePage.Fact("Next attempt", next.shown(now: now)))
            }
        } else if let outside {
            facts.append(StatePage.Fact("Last error", outside.message))
        }
        if let oldest { facts.append(StatePage.Fact("Oldest unsent", oldest)) }
        if overview.imported > 0 {
            facts.append(StatePage.Fact("Carried for others", counted(overview.imported, "change")))
        }
        switch overview.standing.agrees {
        case true: facts.append(StatePage.Fact("Last check", "All findings match the server"))
        case false: facts.append(StatePage.Fact("Last check", "Differs from the server"))
        case nil: break
        }
        facts += overview.queues.map { StatePage.Fact("Unsent", $0.words(in: view, at: now)) }
        facts += overview.wide.map { StatePage.Fact("Many devices", $0.words(in: view)) }
        facts.append(
            StatePage.Fact(
                "Conflicts",
                overview.conflicts.isEmpty ? "None" : "\(overview.conflicts.count) open"))
        return facts
    }

    // MARK: What others did

    private var news: SyncPage.News? {
        guard !overview.news.isEmpty else { return nil }
        return SyncPage.News(
            address: Address.seen(view.audit),
            facts: overview.news.map { $0.fact.hex }.joined(separator: ","),
            overview.news.map { one in
                let (title, href) = place(of: one.key)
                return SyncPage.NewsItem(words: one.words(in: view), place: title, href: href)
            })
    }

    // MARK: What waits

    private func unsent() throws -> SyncPage.Unsent? {
        guard overview.unsent > 0 else { return nil }
        let changes = try desk.client.store.log.unsent(view.audit, countMax: Self.changesMax)
        let caption =
            overview.unsent > changes.count
            ? "the latest \(changes.count) of \(overview.unsent)" : "\(overview.unsent)"
        return SyncPage.Unsent(
            "Changes to send: \(caption)",
            changes.map { one in
                let (place, href) = place(of: one.change.key)
                return SyncPage.Change(
                    place: place, href: href, what: Self.words(for: one.change),
                    time: one.recorded.shown(now: desk.now),
                    status: backgroundSync.isSyncing ? "Being sent" : "Waiting")
            })
    }

    private func aside() throws -> SyncPage.Aside? {
        let changes = try desk.client.store.push.notAccepted(view.audit)
        guard !changes.isEmpty else { return nil }
        return SyncPage.Aside(
            "Set aside: \(counted(changes.count, "change"))",
            changes.map { one in
                let (place, href) = place(of: one.change.key)
                return SyncPage.AsideChange(
                    place: place, href: href, what: Self.words(for: one.change),
                    reason: one.reason.isEmpty ? "The server gave no reason." : one.reason,
                    verdict: one.verdict.map(words))
            })
    }

    private func evidence() throws -> SyncPage.Evidence? {
        let store = desk.client.store
        let toSend = try store.evidence.toSend(view.audit)
        let toFetch = try store.evidence.toFetch(view.audit)
        guard !toSend.isEmpty || !toFetch.isEmpty else { return nil }
        let tasks = Dictionary((toSend + toFetch).map { ($0.hash, $0) }) { $1 }
        let files = try desk.client.evidence(of: view).filter { tasks[$0.hash] != nil }
        let caption = [(toSend.count, "to send"), (toFetch.count, "to fetch")]
            .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
        return SyncPage.Evidence(
            "Evidence: \(caption)",
            files.prefix(Self.changesMax).map { shown($0, tasks[$0.hash]) })
    }

    private func shown(_ item: EvidenceItem, _ task: EvidenceTask?) -> SyncPage.File {
        let size = item.size ?? task?.size
        let moved = task?.moved ?? 0
        let percent = size.flatMap { $0 > 0 && moved > 0 ? Int(min(moved, $0) * 100 / $0) : nil }
        let verb = item.place == .toSend ? "sent" : "fetched"
        let status =
            percent.map { "\($0) % \(verb), resumes where it stopped" }
            ?? (item.place == .toSend ? "Waits for the findings" : "Not here yet")
        return SyncPage.File(
            name: item.name ?? "File \(item.hash.hex.prefix(8))",
            href: Address.evidence(view.audit, item.hash.hex),
            size: size.map(Self.size) ?? "Not known yet", percent: percent, status: status)
    }
}
