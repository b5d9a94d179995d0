import Client
import Foundation
import Shared

/// How an audit and the server stand: what happened, what is safe, what happens next.
struct SyncStatus {
    let view: AuditView
    let overview: AuditOverview
    /// Nil for a laptop that has joined no server.
    let server: String?
    let background: BackgroundSync.Standing
    /// What keeps every audit from being synced.
    private let outside: ReportedError?
    private let isFollowing: Bool
    private let now: Date

    init(of view: AuditView, in context: PageContext) throws {
        self.view = view
        overview = try context.client.queries.overview(of: view.audit)
        server = try context.client.identity().server?.address
        background = context.site.backgroundSync.standing(of: view.audit)
        outside = context.site.backgroundSync.outside
        isFollowing = context.site.backgroundSync.isFollowing
        now = context.now
    }

    /// - Parameter imported: What was taken over from a bundle just now.
    func notices(imported: (changes: Int, files: Int)?) -> [Notice] {
        var notices = [imported.map(Self.took)].compactMap(\.self)
        notices += (overview.quotas?.words ?? []).map {
            Notice(.warn, "Little room is left", $0 + ".")
        }
        if overview.notAccepted > 0 {
            let isOne = overview.notAccepted == 1
            let what = isOne ? "one change" : "\(overview.notAccepted) changes"
            notices.append(
                Notice(
                    .error, "The server sent back \(what)",
                    "Nothing was lost: \(isOne ? "it is" : "they are") on this laptop, with the "
                        + "reason. Everything after went through.",
                    link: PageFrame.Link(isOne ? "See the change" : "See the changes", "#aside")))
        }
        notices += overview.apart.map { chain in
            Notice(.info, "Work of \(chain.personName) is kept apart", "\(chain.words).")
        }
        return notices + [server == nil ? Self.unjoined : trouble ?? calm]
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

    private static let unjoined = Notice(
        .info, "This laptop has joined no server yet",
        "Everything is saved on this laptop. Join your team’s server and it is sent.",
        link: PageFrame.Link("Join with an invite", Address.join), symbol: "i-laptop")

    /// What keeps the audit from being in step; nil when nothing does.
    private var trouble: Notice? {
        if let outside, outside.kind == .busy {
            return Notice(
                .info, "Another Accord program syncs this laptop",
                "It sends what you save here too. Keep working.", symbol: "i-laptop")
        }
        guard let why = overview.stopped?.trouble ?? outside?.message else { return nil }
        let since = overview.standing.checkpointAt.map { " since \($0.shown(now: now))" } ?? ""
        switch (background.trouble ?? outside)?.kind {
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

    private var next: String {
        guard isFollowing else { return "Sync again when you want to try." }
        return overview.stopped?.next.map { "Next attempt at \($0.shown(now: now)), by itself." }
            ?? "The next attempt comes by itself."
    }

    /// How things stand when nothing is in the way.
    private var calm: Notice {
        let rest = "\(sending) You can close the laptop; nothing is lost."
        if overview.unsent > 0 {
            let (be, wait) = overview.unsent == 1 ? ("is", "waits") : ("are", "wait")
            let age = oldest.map { "The oldest has waited \($0). " } ?? ""
            return Notice(
                .info,
                "\(counted(overview.unsent, "change")) \(be) saved on this laptop and \(wait) for "
                    + "the server",
                "\(age)\(rest)", symbol: "i-laptop")
        }
        let files = overview.evidenceToSend
        if files > 0 {
            return Notice(
                .info, "All findings are on the server; \(counted(files, "file")) to send",
                rest, symbol: "i-laptop")
        }
        guard let at = overview.standing.checkpointAt else {
            return Notice(.info, "Never synced", rest, symbol: "i-laptop")
        }
        return Notice(
            .ok, "All on the server", "Last in step at \(at.shown(now: now)). \(sending)")
    }

    private var sending: String {
        if background.isSyncing { return "Syncing now." }
        return isFollowing ? "What you save is sent by itself." : "It is sent when you sync."
    }

    /// Such as `2 days, 21 hours`.
    private var oldest: String? {
        overview.oldestUnsent.map { recorded in
            let minutes = Int(max(0, now.timeIntervalSince(recorded))) / 60
            let (days, hours) = (minutes / 1440, minutes / 60 % 24)
            if days > 0 { return "\(counted(days, "day")), \(counted(hours, "hour"))" }
            if hours > 0 { return "\(counted(hours, "hour")), \(counted(minutes % 60, "minute"))" }
            return minutes == 0 ? "less than a minute" : counted(minutes, "minute")
        }
    }

    var facts: [Fact] {
        let (stopped, standing) = (overview.stopped, overview.standing)
        let success = background.success.map {
            "\($0.at.shown(now: now)). \($0.sent) sent, \($0.received) received"
        }
        let error = stopped.map { "\($0.at.shown(now: now)). \($0.trouble)" }
        let conflicts = overview.conflicts.count
        let first: [(name: String, value: String?)] = [
            ("Server", server ?? "None joined"),
            ("Last success", success ?? standing.checkpointAt?.shown(now: now) ?? "None yet"),
            ("Last error", error ?? outside?.message),
            ("Next attempt", stopped?.next?.shown(now: now)),
            ("Oldest unsent", oldest),
            (
                "Carried for others",
                overview.imported > 0 ? counted(overview.imported, "change") : nil
            ),
            (
                "Last check",
                standing.agrees.map {
                    $0 ? "All findings match the server" : "Differs from the server"
                }
            ),
        ]
        return first.compactMap { name, value in value.map { Fact(name, $0) } }
            + overview.queues.map { Fact("Unsent", $0.words(in: view, at: now)) }
            + overview.wide.map { Fact("Many devices", $0.words(in: view)) }
            + [Fact("Conflicts", conflicts == 0 ? "None" : "\(conflicts) open")]
    }
}
