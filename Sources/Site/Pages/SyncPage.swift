import Client
import Foundation
import Publishing
import Reading
import Shared

/// What of an audit is in this home and what is on the server.
struct SyncPage: Page {
    static let template = "sync"
    let frame: PageFrame
    let address: String
    let canSync: Bool
    let notices: [Notice]
    /// Leads to what concerns whoever looks; nil where she has seen all.
    let news: PageFrame.Link?
    let aside: Aside?
    let unsent: Unsent?
    let evidence: Evidence?
    let exports: [PageFrame.Link]
    let facts: [Fact]
    let devicesHref: String

    /// - Parameter imported: What was taken over from a bundle just now.
    init(
        _ audit: AuditID, imported: (changes: Int, files: Int)? = nil, in context: PageContext
    ) throws {
        let view = try context.view(of: audit)
        let status = try SyncStatus(of: view, in: context)
        frame = try PageFrame("Sync", .sync, of: view, in: context)
        address = Address.sync(audit)
        canSync = status.server != nil && context.site.sync.connect != nil
        notices = status.notices(imported: imported)
        let count = status.overview.news.count
        news =
            count == 0
            ? nil : PageFrame.Link("\(count) new for you", Address.news(audit))
        aside = Aside(try context.client.queries.notAccepted(of: audit), in: view)
        unsent = try Unsent(status, in: context)
        evidence = try Evidence(of: view, context.client)
        exports = Export.all.map {
            PageFrame.Link("\($0.id), \($0.about)", Address.export(audit, $0.id))
        }
        facts = status.facts
        devicesHref = Address.ownDevices(audit)
    }

    /// Changes that the server did not take.
    struct Aside: Sendable {
        let asideTitle: String
        let asides: [AsideChange]

        fileprivate init?(_ changes: [LoggedChange], in view: AuditView) {
            guard !changes.isEmpty else { return nil }
            asideTitle = "Set aside: \(counted(changes.count, "change"))"
            asides = changes.map { one in
                let (place, address) = view.place(of: one.change.key)
                let reason = one.reason ?? ""
                return AsideChange(
                    asidePlace: place, asideHref: address, asideWhat: one.change.fieldWords,
                    asideReason: reason.isEmpty ? "The server gave no reason." : reason,
                    asideVerdict: one.resolution.map { view.words(for: $0) })
            }
        }
    }

    struct AsideChange: Sendable {
        let asidePlace: String
        let asideHref: String
        let asideWhat: String
        let asideReason: String
        /// Such as `Discarded by Tomas Berg: Recorded twice.`; nil while no lead has settled it.
        let asideVerdict: String?
    }

    private static let linesMax = 20

    /// Changes that wait for the server, newest first.
    struct Unsent: Sendable {
        let unsentCaption: String
        let changes: [WaitingChange]

        fileprivate init?(_ status: SyncStatus, in context: PageContext) throws {
            let view = status.view
            let count = status.overview.unsent
            guard count > 0 else { return nil }
            let latest = try context.client.queries.latestUnsent(
                of: view.audit, countMax: linesMax)
            let part = count > latest.count ? "the latest \(latest.count) of " : ""
            unsentCaption = "Changes to send: \(part)\(count)"
            changes = latest.map { one in
                let (place, address) = view.place(of: one.change.key)
                return WaitingChange(
                    place: place, placeHref: address, what: one.change.fieldWords,
                    time: context.time.shown(one.recorded),
                    status: status.background.isSyncing ? "Being sent" : "Waiting")
            }
        }
    }

    struct WaitingChange: Sendable {
        let place: String
        let placeHref: String
        let what: String
        let time: String
        let status: String
    }

    /// Files that move behind findings.
    struct Evidence: Sendable {
        let evidenceCaption: String
        let files: [File]

        fileprivate init?(of view: AuditView, _ client: AuditClient) throws {
            let (toSend, toFetch) = try client.queries.evidenceTasks(of: view.audit)
            guard !toSend.isEmpty || !toFetch.isEmpty else { return nil }
            let tasks = Dictionary((toSend + toFetch).map { ($0.hash, $0) }) { $1 }
            let caption = [(toSend.count, "to send"), (toFetch.count, "to fetch")]
                .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
            evidenceCaption = "Evidence: \(caption)"
            files = try client.evidence.items(of: view).filter { tasks[$0.hash] != nil }
                .prefix(SyncPage.linesMax).map { File($0, tasks[$0.hash], in: view) }
        }
    }

    struct File: Sendable {
        let fileName: String
        let fileHref: String
        let size: String
        /// How much was moved, in hundredths; nil before the first part.
        let percent: Int?
        let fileStatus: String

        fileprivate init(_ item: EvidenceItem, _ task: EvidenceTask?, in view: AuditView) {
            let bytes = item.size ?? task?.size
            let moved = task?.moved ?? 0
            let (verb, waiting) =
                item.place == .toSend
                ? ("sent", "Waits for the findings") : ("fetched", "Not here yet")
            fileName = item.shownName
            fileHref = Address.evidence(view.audit, item.hash.hex)
            size = bytes.map(Self.words) ?? "Not known yet"
            percent = bytes.flatMap { $0 > 0 && moved > 0 ? Int(min(moved, $0) * 100 / $0) : nil }
            let standing = percent.map { "\($0) % \(verb), resumes where it stopped" }
            fileStatus = task?.trouble?.asSentence ?? standing ?? waiting
        }

        private static func words(ofBytes bytes: UInt64) -> String {
            guard bytes >= 1000 else { return "\(bytes) B" }
            let (unit, divisor) = bytes < 1_000_000 ? ("kB", 1000.0) : ("MB", 1_000_000.0)
            let tenths = Int((Double(bytes) / divisor * 10).rounded())
            return "\(tenths / 10).\(tenths % 10) \(unit)"
        }
    }
}

/// How an audit and the server stand: what happened, what is safe, what happens next.
struct SyncStatus {
    let view: AuditView
    let overview: AuditOverview
    /// Nil for a laptop that has joined no server.
    let server: String?
    let background: AuditSyncStatus
    /// What keeps every audit from being synced.
    private let outside: ReportedError?
    private let isFollowing: Bool
    private let time: PageTime
    /// The word for where the home is.
    private let place: String

    init(of view: AuditView, in context: PageContext) throws {
        self.view = view
        overview = try context.client.queries.overview(of: view)
        server = try context.client.identity().server?.address
        background = context.site.sync.status(of: view.audit)
        outside = context.site.sync.outside
        isFollowing = context.site.sync.isFollowing
        time = context.time
        place = context.place
    }

    func notices(imported: (changes: Int, files: Int)?) -> [Notice] {
        var notices = [imported.map(Self.took)].compactMap(\.self)
        let quotas = overview.quotas?.words ?? []
        notices += quotas.map { Notice(.warn, "Little room is left", $0 + ".") }
        if overview.notAccepted > 0 {
            let isOne = overview.notAccepted == 1
            let what = isOne ? "one change" : "\(overview.notAccepted) changes"
            notices.append(
                Notice(
                    .error, "The server sent back \(what)",
                    "Nothing was lost: \(isOne ? "it is" : "they are") on this \(place), with the "
                        + "reason. Everything after went through.",
                    link: PageFrame.Link(isOne ? "See the change" : "See the changes", "#aside")))
        }
        notices += overview.apart.map {
            Notice(.info, "Work of \($0.personName) is kept apart", "\($0.words).")
        }
        return notices + [server == nil ? unjoined : trouble ?? calm]
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
            .info, "This \(place) has joined no server yet",
            "Everything is saved on this \(place). Join your team’s server and it is sent.",
            link: PageFrame.Link("Join with an invite", Address.join), symbol: "i-laptop")
    }

    /// What keeps the audit from being in step; nil when nothing does.
    private var trouble: Notice? {
        if let outside, outside.kind == .busy {
            return Notice(
                .info, "Another Accord program syncs this \(place)",
                "It sends what you save here too. Keep working.", symbol: "i-laptop")
        }
        guard let why = overview.stopped?.trouble ?? outside?.message else { return nil }
        let since = overview.standing.checkpointAt.map { " since \(time.shown($0))" } ?? ""
        switch (background.trouble ?? outside)?.kind {
        case .unreachable:
            return Notice(
                .warn, "The server cannot be reached\(since)",
                "Keep working. Everything is saved on this \(place) and will be sent when the "
                    + "server can be reached again. \(next)", symbol: "i-offline")
        case .notOurServer:
            return Notice(.error, "What answers is not your Accord server", "\(why) \(next)")
        case .usage, .badInput, .notFound, .bug, .disk, .busy, .notAllowed, .settings, .newer, nil:
            return Notice(.error, "Not in step with the server\(since)", "\(why) \(next)")
        }
    }

    private var next: String {
        guard isFollowing else { return "Sync again when you want to try." }
        return overview.stopped?.next.map { "Next attempt at \(time.shown($0)), by itself." }
            ?? "The next attempt comes by itself."
    }

    /// How things stand when nothing is in the way.
    private var calm: Notice {
        let rest = "\(sending) You can close the \(place); nothing is lost."
        if overview.unsent > 0 {
            let (be, wait) = overview.unsent == 1 ? ("is", "waits") : ("are", "wait")
            let age = oldest.map { "The oldest has waited \($0). " } ?? ""
            let changes = counted(overview.unsent, "change")
            return Notice(
                .info, "\(changes) \(be) saved on this \(place) and \(wait) for the server",
                "\(age)\(rest)", symbol: "i-laptop")
        }
        if overview.evidenceToSend > 0 {
            let files = counted(overview.evidenceToSend, "file")
            return Notice(
                .info, "All findings are on the server; \(files) to send", rest, symbol: "i-laptop")
        }
        if let lacking = overview.lackingThere {
            return Notice(.warn, "The server does not have everything", lacking.asSentence)
        }
        guard let at = overview.standing.checkpointAt else {
            return Notice(.info, "Never synced", rest, symbol: "i-laptop")
        }
        return Notice(.ok, "All on the server", "Last in step at \(time.shown(at)). \(sending)")
    }

    private var sending: String {
        if background.isSyncing { return "Syncing now." }
        return isFollowing ? "What you save is sent by itself." : "It is sent when you sync."
    }

    private var oldest: String? {
        overview.oldestUnsent.map { recorded in
            let minutes = Int(max(0, time.now.timeIntervalSince(recorded))) / 60
            let days = minutes / 1440
            let hours = minutes / 60 % 24
            if days > 0 { return "\(counted(days, "day")), \(counted(hours, "hour"))" }
            if hours > 0 { return "\(counted(hours, "hour")), \(counted(minutes % 60, "minute"))" }
            return minutes == 0 ? "less than a minute" : counted(minutes, "minute")
        }
    }

    var facts: [Fact] {
        let stopped = overview.stopped
        let standing = overview.standing
        let success = background.success.map {
            "\(time.shown($0.at)). \($0.sent) sent, \($0.received) received"
        }
        let error = stopped.map { "\(time.shown($0.at)). \($0.trouble)" }
        let conflicts = overview.conflicts.count
        let carried = overview.imported > 0 ? counted(overview.imported, "change") : nil
        let check = standing.agrees.map {
            $0 ? "All findings match the server" : "Differs from the server"
        }
        let waiting = counted(overview.quarantine.count, "change") + " to look through"
        let kept = overview.quarantine.count > 0 ? [Fact("Set aside for leads", waiting)] : []
        let first = Fact.all([
            ("Server", server ?? "None joined"),
            ("Last success", success ?? standing.checkpointAt.map(time.shown) ?? "None yet"),
            ("Last error", error ?? outside?.message),
            ("Next attempt", stopped?.next.map(time.shown)),
            ("Oldest unsent", oldest), ("Carried for others", carried), ("Last check", check),
        ])
        return first
            + overview.queues.map { Fact("Unsent", $0.words(in: view, at: time.now)) }
            + kept
            + overview.wide.map { Fact("Many devices", $0.words(in: view)) }
            + [Fact("Conflicts", conflicts == 0 ? "None" : "\(conflicts) open")]
    }
}

extension AuditView {
    fileprivate func words(for resolution: Resolution) -> String {
        let lead = plan.name(of: resolution.person)
        return switch resolution.kind {
        case .adopted: "Adopted by \(lead)"
        case .discarded: "Discarded by \(lead): \(resolution.reason)"
        }
    }
}

extension Change {
    /// What a change writes, each kind of field once.
    fileprivate var fieldWords: String {
        var words: [String] = []
        for write in body.writes {
            let word = write.field.name?.register.title ?? "Other"
            if !words.contains(word) { words.append(word) }
        }
        guard let first = words.first else { return "Nothing" }
        return ([first] + words.dropFirst().map { $0.lowercased() }).joined(separator: ", ")
    }
}
