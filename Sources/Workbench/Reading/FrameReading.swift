import Client
import Foundation
import Presentation
import Shared

/// The pages of an audit, in the order of its tabs.
enum AuditTab: CaseIterable {
    case work, conflicts, search, catalogue, sync

    var title: String {
        switch self {
        case .work: "My work"
        case .conflicts: "Conflicts"
        case .search: "Search"
        case .catalogue: "Catalogue"
        case .sync: "Sync"
        }
    }

    func address(_ audit: AuditID) -> String {
        switch self {
        case .work: Address.audit(audit)
        case .conflicts: Address.conflicts(audit)
        case .search: Address.search(audit)
        case .catalogue: Address.catalogue(audit)
        case .sync: Address.sync(audit)
        }
    }
}

extension Desk {
    /// The frame of a page outside of an audit.
    func frame(_ title: String) throws -> PageFrame {
        let me = try client.whoami()
        var frame = PageFrame(
            title: title, side: "Workbench, \(me.personName)", home: Address.audits)
        frame.foot = ["Catalogue \(catalogue.version)", settings.program]
        return frame
    }

    /// The frame of a page of an audit.
    ///
    /// - Parameter tab: The page that it is, or that it is under.
    func frame(_ title: String, _ tab: AuditTab, of view: AuditView) throws -> PageFrame {
        var frame = try frame(title)
        frame.search = Address.search(view.audit)
        frame.chip = try chip(of: view.audit)
        let conflicts = try client.disputeCount(in: view)
        let news = try client.news(view.audit).count
        let counts: [AuditTab: Int] = [.conflicts: conflicts, .sync: news]
        frame.audit = PageFrame.AuditBar(
            title: view.plan.title,
            tabs: AuditTab.allCases.map { one in
                PageFrame.Tab(
                    one.title, one.address(view.audit), isCurrent: one == tab,
                    count: counts[one].flatMap { $0 > 0 ? $0 : nil })
            }, jump: Address.states(view.audit))
        frame.crumbs = [PageFrame.Link("Audits", Address.audits)]
        frame.notice = try client.catalogue(of: view, besides: catalogue).gap.map { gap in
            Notice(
                .warn, "This audit’s catalogue is not here", words(of: gap, view),
                link: PageFrame.Link("Go to sync", Address.sync(view.audit)))
        }
        return frame
    }

    /// What a lacking catalogue means for the pages.
    private func words(of gap: ClientError, _ view: AuditView) -> String {
        guard case .catalogueDiffers(let pinned, _) = gap else { return ReportedError(gap).message }
        let name = view.plan.pin?.description ?? pinned
        return "The lead’s catalogue, \(name), has not come to this laptop. Until it has, what is "
            + "left to test is not known here and nothing can be recorded. What was found can be "
            + "read."
    }

    /// Where the work of an audit is, in the fewest words.
    func chip(of audit: AuditID) throws -> PageFrame.SyncChip {
        let queue = try client.store.push.queue(audit)
        let stopped = try client.store.pull.stopped(audit)
        let (address, events) = (Address.sync(audit), Address.events(audit))
        let waiting = queue.count == 0 ? "" : ", \(queue.count) to send"
        if stopped != nil {
            return PageFrame.SyncChip(
                tone: "offline", icon: "i-offline", text: "Saved on this laptop\(waiting), offline",
                href: address, events: events)
        }
        guard queue.count == 0, try client.store.pull.standing(audit)?.isOnServer == true else {
            return PageFrame.SyncChip(
                tone: "laptop", icon: "i-laptop", text: "Saved on this laptop\(waiting)",
                href: address, events: events)
        }
        return PageFrame.SyncChip(
            tone: "server", icon: "i-server", text: "All on the server", href: address,
            events: events)
    }
}

extension Date {
    /// A time of today as `14:33:05`, an earlier day with its date; in the laptop's zone.
    func shown(now: Date) -> String {
        let calendar = Calendar.current
        let isToday = calendar.isDate(self, inSameDayAs: now)
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_GB")
        format.dateFormat = isToday ? "HH:mm:ss" : "d MMMM yyyy, HH:mm"
        return format.string(from: self)
    }
}
