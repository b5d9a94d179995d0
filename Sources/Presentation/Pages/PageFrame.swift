/// What stands around every page: title, bars, where one is, and the foot.
package struct PageFrame: Sendable {
    /// Also the first words of the window's title.
    package var title: String
    /// Where the brand leads.
    package var home: String
    /// Which side this is, and who sits at it: `Workbench, Maya Lindqvist`.
    package var side: String
    /// Where a search is sent; nil for a page without an audit.
    package var search: String?
    /// Whether work is on this laptop or on the server; nil for a page of nobody's.
    package var chip: SyncChip?
    /// Nil outside of an audit.
    package var audit: AuditBar?
    /// What holds for every page of the audit; nil for nothing.
    package var notice: Notice?
    /// The way up, from the top; empty for none.
    package var crumbs: [Link] = []
    /// Small print, from the left.
    package var foot: [String] = []
    /// Whether the page offers the list of keys.
    package var hasKeys = true
    /// What the dialog of keys says.
    let keys = KeyList(isPage: false)

    package init(title: String, side: String, home: String) {
        self.title = title
        self.side = side
        self.home = home
    }

    /// An address with what to call it.
    package struct Link: Hashable, Sendable {
        let href: String
        let title: String

        package init(_ title: String, _ href: String) {
            self.href = href
            self.title = title
        }
    }

    /// The chip that says where the work is, and leads to the page about it.
    package struct SyncChip: Hashable, Sendable {
        /// `laptop`, `server`, `offline` or `trouble`: the end of its class.
        package let tone: String
        /// A symbol of the sprite.
        package let icon: String
        /// In the fewest words.
        package let text: String
        let href: String
        /// Where a script hears what happens meanwhile; nil where nothing does.
        let events: String?

        package init(
            tone: String, icon: String, text: String, href: String, events: String? = nil
        ) {
            self.tone = tone
            self.icon = icon
            self.text = text
            self.href = href
            self.events = events
        }
    }

    /// The audit's name and its pages.
    package struct AuditBar: Sendable {
        let title: String
        let tabs: [Tab]
        /// Where any component state is found by its name; nil where it is not.
        let jump: String?

        package init(title: String, tabs: [Tab], jump: String? = nil) {
            self.title = title
            self.tabs = tabs
            self.jump = jump
        }
    }

    /// One page of an audit.
    package struct Tab: Sendable {
        let title: String
        let href: String
        let isCurrent: Bool
        /// How many open conflicts are behind it; nil for none.
        let count: Int?

        package init(_ title: String, _ href: String, isCurrent: Bool, count: Int? = nil) {
            self.title = title
            self.href = href
            self.isCurrent = isCurrent
            self.count = count
        }
    }
}

/// The keys of the workbench, in the groups in which people learn them.
package struct KeyList: Sendable {
    /// Whether they are a page of their own and not a dialog over one: headings differ by a level.
    let isPage: Bool
    let groups = KeyList.all

    package init(isPage: Bool) {
        self.isPage = isPage
    }

    /// Keys for one kind of act.
    package struct Group: Sendable {
        /// What the keys have in common.
        package let title: String
        let keys: [Key]

        /// The keys as text for a terminal, such as `1 to 4`.
        package var rows: [(caps: String, action: String)] {
            keys.map { ($0.caps.joined(separator: " to "), $0.action) }
        }
    }

    /// What a key does.
    package struct Key: Sendable {
        /// As printed on keys; two are the ends of a range.
        let caps: [String]
        let action: String
    }

    /// Every key, as UX.md section 4 has them.
    package static let all = [
        Group(
            title: "Judge",
            keys: [
                Key(caps: ["p"], action: "Passed"),
                Key(caps: ["f"], action: "Failed"),
                Key(caps: ["c"], action: "Can’t tell"),
                Key(caps: ["i"], action: "Inapplicable"),
                Key(caps: ["u"], action: "Untested: take the verdict back"),
                Key(caps: ["1", "4"], action: "Severity: critical, serious, moderate, minor"),
                Key(caps: ["r"], action: "Repeat the last verdict on this criterion"),
                Key(caps: ["a"], action: "Agree with a colleague’s verdict that differs"),
                Key(caps: ["z"], action: "Undo the last change"),
            ]),
        Group(
            title: "Move",
            keys: [
                Key(caps: ["j"], action: "Next criterion"),
                Key(caps: ["k"], action: "Previous criterion"),
                Key(caps: ["g"], action: "Next untested criterion"),
                Key(caps: ["["], action: "Previous component state"),
                Key(caps: ["]"], action: "Next component state"),
                Key(caps: ["t"], action: "Jump to a component state by name"),
            ]),
        Group(
            title: "Write",
            keys: [
                Key(caps: ["h"], action: "What was heard"),
                Key(caps: ["n"], action: "Note"),
                Key(caps: ["e"], action: "Evidence"),
                Key(caps: ["Esc"], action: "From a field back to its criterion"),
            ]),
        Group(
            title: "Anywhere",
            keys: [
                Key(caps: ["/"], action: "Search"),
                Key(caps: ["?"], action: "This help"),
            ]),
    ]
}

/// The list of keys as a page, for whoever has no script.
package struct KeyboardPage: Page {
    /// `keyboard.mustache`.
    package static let template = "keyboard"
    /// With the bars and the way up.
    package let frame: PageFrame
    let list = KeyList(isPage: true)

    package init(frame: PageFrame) {
        self.frame = frame
    }
}
