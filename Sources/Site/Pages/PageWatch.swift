import Client
import Foundation
import Reading
import Shared

/// What one open page has been told, so that it is told only what is new.
struct PageWatch: Sendable {
    private let audit: AuditID
    /// Leads to the page anew; empty for a page that is told of the chip alone.
    private let address: String
    /// Nil unless the page is a component state's.
    private let names: StatePlace.Names?
    private let isSyncPage: Bool
    /// Whether the page shows what was found before all was indexed.
    private let isSearchedInPart: Bool
    // When the page was opened: how many changes of others had arrived, what had been said of the
    // component state, and how syncing stood.
    private let arrived: Int
    private let seen: Record?
    private let standing: [String]
    private var told: Told

    private struct Told: Hashable {
        var chip: PageFrame.SyncChip
        var state: StateBar.SaveState?
        var news: String?
        /// What others wrote at each criterion, by its anchor.
        var words: [String: String] = [:]
    }

    /// - Parameters:
    ///   - page: The page's path and query.
    ///   - since: The mark that this page was greeted with before; empty for a page that is new.
    /// - Throws: `PageError.notFound` for an audit or a component state that is not here.
    init(_ audit: AuditID, page: String, since: String, in context: PageContext) throws {
        try context.requireHere(audit)
        self.audit = audit
        let own = Address.audit(audit)
        let isOurs = page == own || page.hasPrefix("\(own)/") || page.hasPrefix("\(own)?")
        address = isOurs ? page : ""
        names = StatePlace.Names(path: address)
        isSyncPage = address == Address.sync(audit)
        isSearchedInPart =
            address.hasPrefix(Address.search(audit)) && context.site.indexing.isUnderWay(audit)
        standing = try Self.standing(audit, in: context)
        let parts = since.split(separator: ".", omittingEmptySubsequences: false)
        let place = try names.map { try StatePlace($0, in: context) }
        let now = try place.map { try $0.view.item($0.id).record }
        let before = parts.count == 2 ? [UInt8](base64URL: String(parts[1])) : nil
        seen = before.flatMap(VersionVector.init(bytes:)).flatMap { now?.covered(by: $0) } ?? now
        let total = context.site.sync.status(of: audit).arrived
        let mark = parts.first.flatMap { Int($0) } ?? total
        // A program that was started again counts from nothing.
        arrived = mark > total ? 0 : mark
        told = Told(chip: try PageFrame.SyncChip(of: audit, in: context))
    }

    /// Told first: what the page has in view.
    var greeting: PageEvent {
        var event = PageEvent()
        event.mark = "\(arrived).\((seen?.context ?? VersionVector()).bytes.base64URL)"
        event.note(told.chip)
        return event
    }

    /// What is new; nil for nothing.
    mutating func look(in context: PageContext) throws -> PageEvent? {
        var event = PageEvent()
        let before = told
        told.chip = try PageFrame.SyncChip(of: audit, in: context)
        if told.chip != before.chip { event.note(told.chip) }
        var news: Notice?
        if let names, let seen {
            let place = try StatePlace(names, in: context)
            let item = try place.view.item(place.id)
            let state = try StateBar.SaveState(of: item, in: place.view, context)
            told.state = state
            if state != before.state { event.note(state) }
            // No line above: nothing moves on a page on which somebody is typing.
            let words = try LiveWord.all(since: seen, in: item, at: place, context)
            told.words = words.mapValues(\.html)
            let new = words.filter { before.words[$0.key] != $0.value.html }
            if !new.isEmpty { event.words = new.mapValues(\.html) }
            let newest = new.values.max { $0.time < $1.time }
            // Said once: what follows is at its criterion for whoever looks.
            if before.words.isEmpty {
                event.says = newest.map { "\($0.name) wrote here at \($0.clock)." }
            }
        } else if isSyncPage {
            if try Self.standing(audit, in: context) != standing {
                news = notice(
                    "Something was sent or fetched", "This page shows how things stood before.",
                    "Show it as it is now")
            }
        } else if isSearchedInPart, !context.site.indexing.isUnderWay(audit) {
            news = notice(
                "All findings can be searched now", "This page shows what was found before.",
                "Search again")
        } else if !address.isEmpty {
            let count = context.site.sync.status(of: audit).arrived - arrived
            if count > 0 {
                news = notice(
                    "\(counted(count, "change")) arrived", "This page shows what was here before.",
                    count == 1 ? "Show it" : "Show them")
            }
        }
        if let news {
            let html = PageTemplates.embedded.html(of: news, template: "notice")
            told.news = html
            if html != before.news { event.notice = html }
            // Said once: what follows is in the line for whoever looks.
            if before.news == nil { event.says = "\(news.heading)." }
        }
        return told == before ? nil : event
    }

    private func notice(_ heading: String, _ text: String, _ title: String) -> Notice {
        Notice(.info, heading, text, link: PageFrame.Link(title, address))
    }

    /// All that the sync page tells and that a sync moves, without times.
    private static func standing(_ audit: AuditID, in context: PageContext) throws -> [String] {
        let queries = context.client.queries
        let sync = context.site.sync
        let position = try queries.position(of: audit)
        let notAccepted = try queries.notAccepted(of: audit)
        let evidence = try queries.evidenceTasks(of: audit)
        return [
            "\(position.unsent)", "\(notAccepted.count)",
            "\(notAccepted.compactMap(\.resolution?.date.unixMilliseconds))",
            "\(evidence.toSend.count)",
            "\(evidence.toFetch.count)",
            position.stopped?.trouble ?? "", sync.outside?.message ?? "",
            "\(sync.status(of: audit).arrived)",
        ]
    }
}

extension PageEvent {
    fileprivate mutating func note(_ chip: PageFrame.SyncChip) {
        self.chip = chip.text
        chipAside = chip.chipAside ?? ""
        tone = chip.tone
        icon = chip.icon
    }

    fileprivate mutating func note(_ state: StateBar.SaveState) {
        self.state = state.text
        stateIcon = state.icon
    }
}
