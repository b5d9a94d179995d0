import Client
import Presentation
package import Reading
import Shared

/// What stands around every page: title, bars, where one is, and the foot.
package struct PageFrame: Sendable {
    /// Also the first words of the window's title.
    let title: String
    let home = Address.audits
    /// Which side this is, and who sits at it: `Workbench, Maya Lindqvist`.
    let side: String
    /// The word for where the home is: `laptop`.
    let place: String
    /// Where a search is sent; nil for a page without an audit.
    var search: String?
    /// Whether work is in the home or on the server; nil for a page of nobody's.
    var chip: SyncChip?
    /// Nil outside of an audit.
    var audit: AuditBar?
    /// What holds for every page of the audit; nil for nothing.
    var notice: Notice?
    /// The way up, from the top; empty for none.
    package var crumbs: [Link] = []
    var foot: [String] = []
    var hasKeys = true
    /// Where what is shown is a copy to play with; nil where it is her work.
    var copy: CopyNote?
    let keys = KeyList(isPage: false)
    /// Every action, for a key; nil outside of an audit.
    var palette: Palette?

    /// A way to another page, with its words.
    package struct Link: Sendable {
        let href: String
        let title: String

        package init(_ title: String, _ href: String) {
            self.href = href
            self.title = title
        }
    }

    /// The chip that says where the work is, and leads to the page about it.
    struct SyncChip: Hashable, Sendable {
        /// `laptop`, `server`, `offline` or `error`: the end of its class.
        let tone: String
        let icon: String
        /// Said before the text where there is room; nil for nothing.
        var chipAside: String?
        let text: String
        let href: String
        /// Where a script hears what happens meanwhile; nil where nothing does.
        var events: String?
    }

    struct AuditBar: Sendable {
        let title: String
        let tabs: [Tab]
        /// The tab that one is under; nil for none of them.
        let here: String?
        /// Where any component state is found by its name.
        let jump: String
    }

    struct Tab: Sendable {
        let title: String
        let href: String
        let isCurrent: Bool
        /// How much waits behind it for whoever looks; nil for nothing.
        let tabCount: Int?
    }
}

/// The pages of an audit that have a tab.
package enum AuditTab {
    case work, overview, conflicts, plan, people, news, search, catalogue, lead, sync
}

extension PageFrame {
    /// The frame of a page that nobody's home stands behind.
    package init(
        nobodys title: String, side: String, place: String = "", foot: [String] = [],
        copy: CopyNote? = nil
    ) {
        self.init(title: title, side: side, place: place, foot: foot, hasKeys: false, copy: copy)
    }

    package init(_ title: String, in context: PageContext) {
        self.init(
            title: title, side: "\(context.site.host.name), \(context.person.personName)",
            place: context.place,
            foot: ["Catalogue \(context.catalogue.version)", context.site.host.program],
            copy: context.site.host.copy)
    }

    /// The frame of a page of an audit, with the tab that it is or is under; nil for none.
    ///
    /// - Parameter way: Leads from the audit's own page to it; nil for that page itself.
    package init(
        _ title: String, _ tab: AuditTab?, of view: AuditView, behind way: [Link]? = [],
        in context: PageContext
    ) throws {
        self.init(title, in: context)
        let own = Address.audit(view.audit)
        search = Address.search(view.audit)
        chip = try SyncChip(of: view.audit, in: context)
        let disputes = try view.disputeCount()
        var tabs: [(tab: AuditTab, title: String, href: String, waiting: Int)] = [
            (.work, "My work", own, 0),
            (.overview, "Overview", Address.overview(view.audit), 0),
            (.conflicts, "Conflicts", Address.conflicts(view.audit), disputes),
            (.plan, "Plan", Address.plan(view.audit), 0),
            (.people, "People", Address.people(view.audit), 0),
            (.search, "Search", Address.search(view.audit), 0),
            (.catalogue, "Catalogue", Address.catalogue(view.audit), 0),
            (
                .news, "News", Address.news(view.audit),
                try context.client.queries.unseenNews(of: view.audit).count
            ),
            (.sync, "Sync", Address.sync(view.audit), 0),
        ]
        if view.role == .lead {
            tabs.insert((.lead, "Lead", Address.signOff(view.audit), 0), at: tabs.count - 1)
        }
        audit = AuditBar(
            title: view.plan.title,
            tabs: tabs.map {
                Tab(
                    title: $0.title, href: $0.href, isCurrent: $0.tab == tab,
                    tabCount: $0.waiting > 0 ? $0.waiting : nil)
            }, here: tabs.first { $0.tab == tab }?.title, jump: Address.states(view.audit))
        palette = audit.map { Palette(to: $0.tabs, session: Address.session(view.audit)) }
        palette?.add([Link("Snippets", Address.snippets)], about: "Write")
        palette?.add(
            context.client.savedFilters.all().map {
                Link($0.name, Address.audit(view.audit, showing: $0.value))
            }, about: "Saved filter")
        crumbs = [Link("Audits", Address.audits)]
        if let way { crumbs += [Link(view.plan.title, own)] + way }
        let known = context.client.catalogues.catalogue(of: view, besides: context.catalogue)
        notice = known.gap.map {
            Notice(
                .warn, "This audit’s catalogue is not here", $0.words(in: view, at: context.place),
                link: Link("Go to sync", Address.sync(view.audit)))
        }
    }
}

extension AuditError {
    /// What a lacking catalogue means for the pages.
    fileprivate func words(in view: AuditView, at place: String) -> String {
        guard case .catalogueDiffers(let pinned, _) = self else {
            return ReportedError(self).message
        }
        let name = view.plan.pin?.description ?? pinned
        return "The lead’s catalogue, \(name), has not come to this \(place). Until it has, "
            + "what is left to test is not known here and nothing can be recorded. What was found "
            + "can be read."
    }
}

extension PageFrame.SyncChip {
    /// Where the work of an audit is, in the fewest words.
    init(of audit: AuditID, in context: PageContext) throws {
        let position = try context.client.queries.position(of: audit)
        let unsent = position.unsent
        let isStopped = position.stopped != nil
        href = Address.sync(audit)
        events = Address.events(audit)
        if unsent == 0, position.isOnServer, !isStopped {
            tone = "server"
            icon = "i-server"
            chipAside = "All "
            text = "on the server"
        } else {
            let waiting = unsent == 0 ? [] : ["\(unsent) to send"]
            let parts = waiting + (isStopped ? ["offline"] : [])
            tone = isStopped ? "offline" : "laptop"
            icon = "i-\(tone)"
            chipAside = "Saved on this \(context.place), "
            text = parts.isEmpty ? "only here" : parts.joined(separator: ", ")
        }
    }
}

/// A ruled note on a page: an icon, a heading and the next step.
package struct Notice: Sendable {
    /// The end of its class.
    let tone: Tone
    let heading: String
    let text: String
    /// Nil where nothing is to be done.
    let link: PageFrame.Link?
    /// Whether a screen reader says it at once.
    let isAlert: Bool
    /// Whether it is why a form came back: the first thing to be read on its page.
    let isRefusal: Bool
    let symbol: String

    /// How urgent it is, with the symbol that says so.
    package enum Tone: String, Sendable {
        case info = "i-info", ok = "i-server", warn = "i-warn", error = "i-error"
        case conflict = "m-conflict"
    }

    /// - Parameter symbol: Nil for that of the tone.
    package init(
        _ tone: Tone, _ heading: String, _ text: String, link: PageFrame.Link? = nil,
        isAlert: Bool = false, symbol: String? = nil
    ) {
        self.tone = tone
        self.heading = heading
        self.text = text
        self.link = link
        self.isAlert = isAlert
        isRefusal = isAlert && tone == .error
        self.symbol = symbol ?? tone.rawValue
    }

    /// The same with a link to what is wrong; nil for none.
    func with(_ link: PageFrame.Link?) -> Notice {
        Notice(tone, heading, text, link: link, isAlert: isAlert, symbol: symbol)
    }
}

/// A page that says one thing: what happened, what is safe, and where to go from here.
struct MessagePage: Page {
    static let template = "message"
    let frame: PageFrame
    let heading: String
    let message: String
    /// What is safe, then what to do next.
    let sentences: [String]
    /// What was typed into the form that is refused; nil for nothing.
    let typed: String?
    /// The first one is the way that most people take.
    let links: [PageFrame.Link]
    let isError: Bool
    let symbol: String
}
