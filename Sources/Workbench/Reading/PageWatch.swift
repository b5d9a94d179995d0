import Client
import Foundation
import Presentation
import Shared

/// What one open page has been told, so that it is told only what is new.
struct PageWatch: Sendable {
    private let audit: AuditID
    /// Leads to the page anew; empty for a page that is told of the chip alone.
    private let address: String
    /// Nil unless the page is a component state's.
    private let names: StatePlace.Names?
    private let isSyncPage: Bool
    /// Changes of others that had arrived when the page was opened.
    private let arrived: Int
    /// What had been said of the component state when the page was opened.
    private let seen: VersionVector
    /// How syncing stood when the page was opened.
    private let standing: [String]
    private var told: Told

    private struct Told: Hashable, Sendable {
        var chip: PageFrame.SyncChip
        var state: StatePage.SaveState?
        var news: String?
    }

    /// - Parameters:
    ///   - page: The page's path and query.
    ///   - since: The mark that this page was greeted with before; empty for a page that is new.
    /// - Throws: `PageError.notFound` for an audit or a component state that is not here.
    init(_ desk: Desk, _ audit: AuditID, page: String, since: String) throws {
        guard try desk.client.store.plan(audit) != nil else { throw PageError.notFound }
        self.audit = audit
        let isOurs =
            page == Address.audit(audit) || page.hasPrefix("\(Address.audit(audit))/")
            || page.hasPrefix("\(Address.audit(audit))?")
        address = isOurs ? page : ""
        names = StatePlace.Names(path: address)
        isSyncPage = address == Address.sync(audit)
        standing = try Self.standing(desk, audit)
        let parts = since.split(separator: ".", omittingEmptySubsequences: false)
        let place = try names.map { try StatePlace($0, in: desk) }
        let now = try place.map { try desk.client.state($0.id, of: $0.view).record.context }
        let before = parts.count == 2 ? [UInt8](base64URL: String(parts[1])) : nil
        seen = before.flatMap(VersionVector.init(bytes:)) ?? now ?? VersionVector()
        let total = desk.backgroundSync.standing(of: audit).arrived
        let mark = parts.first.flatMap { Int($0) } ?? total
        // A program that was started again counts from nothing.
        arrived = mark > total ? 0 : mark
        told = Told(chip: try desk.chip(of: audit))
    }

    /// Told first: what the page has in view.
    var greeting: Tidings {
        var tidings = Tidings()
        tidings.mark = "\(arrived).\(seen.bytes.base64URL)"
        tidings.note(told.chip)
        return tidings
    }

    /// What is new; nil for nothing.
    mutating func look(_ desk: Desk) throws -> Tidings? {
        var tidings = Tidings()
        let before = told
        told.chip = try desk.chip(of: audit)
        if told.chip != before.chip { tidings.note(told.chip) }
        var news: (notice: Notice, says: String)?
        if let names {
            let place = try StatePlace(names, in: desk)
            let item = try desk.client.state(place.id, of: place.view)
            let state = try desk.saveState(of: item, in: place.view)
            told.state = state
            if state != before.state { tidings.note(state) }
            news = try written(in: item, place, desk)
        } else if isSyncPage {
            news = try Self.standing(desk, audit) == standing ? nil : moved
        } else if !address.isEmpty {
            news = arrivals(desk.backgroundSync.standing(of: audit).arrived - arrived)
        }
        if let news {
            let html = PageTemplates.embedded.html(of: news.notice, template: "notice")
            told.news = html
            if html != before.news { tidings.notice = html }
            // Said once: what follows is in the line for whoever looks.
            if before.news == nil { tidings.says = news.says }
        }
        return told == before ? nil : tidings
    }

    /// What others wrote on the component state since the page was opened.
    private func written(
        in item: StateItem, _ place: StatePlace, _ desk: Desk
    ) throws -> (Notice, String)? {
        let own = Set(try desk.client.store.replicas())
        let new = item.record.changes.map(\.change).filter {
            !own.contains($0.dot.replica) && !seen.covers($0.dot)
        }
        guard let newest = new.max(by: { $0.body.wallTime < $1.body.wallTime }) else { return nil }
        let time = Date(unixMilliseconds: newest.body.wallTime).shown(now: desk.now)
        let name =
            newest.body.author == place.view.person
            ? "You, on another laptop," : place.view.plan.name(of: newest.body.author)
        let heading = "\(name) wrote here at \(time)"
        return (
            Notice(
                .info, heading, "What you type stays.",
                link: PageFrame.Link("Show it", address)), "\(heading)."
        )
    }

    private func arrivals(_ count: Int) -> (Notice, String)? {
        guard count > 0 else { return nil }
        let heading = count == 1 ? "1 change arrived" : "\(count) changes arrived"
        return (
            Notice(
                .info, heading, "This page shows what was here before.",
                link: PageFrame.Link(count == 1 ? "Show it" : "Show them", address)),
            "\(heading)."
        )
    }

    private var moved: (Notice, String) {
        let heading = "Something was sent or fetched"
        return (
            Notice(
                .info, heading, "This page shows how things stood before.",
                link: PageFrame.Link("Show it as it is now", address)), "\(heading)."
        )
    }

    /// All that the sync page tells and that a sync moves, without times.
    private static func standing(_ desk: Desk, _ audit: AuditID) throws -> [String] {
        let store = desk.client.store
        let notAccepted = try store.push.notAccepted(audit)
        return [
            "\(try store.push.queue(audit).count)", "\(notAccepted.count)",
            "\(notAccepted.compactMap(\.verdict?.date.unixMilliseconds))",
            "\(try store.evidence.toSend(audit).count)",
            "\(try store.evidence.toFetch(audit).count)",
            try store.pull.stopped(audit)?.trouble ?? "",
            desk.backgroundSync.outside?.message ?? "",
            "\(desk.backgroundSync.standing(of: audit).arrived)",
        ]
    }
}

extension Tidings {
    fileprivate mutating func note(_ chip: PageFrame.SyncChip) {
        self.chip = chip.text
        tone = chip.tone
        icon = chip.icon
    }

    fileprivate mutating func note(_ state: StatePage.SaveState) {
        self.state = state.text
        stateIcon = state.icon
    }
}

extension StatePlace.Names {
    /// Reads the path of a component state's page; nil for another page's.
    init?(path: String) {
        let parts = path.split(separator: "?", maxSplits: 1)
        let segments = (parts.first ?? "").split(separator: "/").map {
            String($0).removingPercentEncoding ?? String($0)
        }
        guard segments.count == 6, segments[0] == "audits", segments[2] == "states" else {
            return nil
        }
        audit = segments[1]
        component = segments[3]
        environment = segments[4]
        state = segments[5]
        let query = parts.count > 1 ? parts[1] : ""
        round =
            query.split(separator: "&").compactMap { pair in
                pair.hasPrefix("round=") ? UInt32(pair.dropFirst("round=".count)) : nil
            }.first
    }
}
