/// An audit's plan and coverage: what is whose, what is open, by screen and component.
package struct AuditPage: Page {
    /// `audit.mustache`.
    package static let template = "audit"
    /// With the bars and the way up.
    package let frame: PageFrame
    let heading: String
    /// Builds and due date in a sentence.
    let lede: String
    /// The page's own address without a query, for its filters.
    let address: String
    /// The state that the tester does next; nil when nothing is open.
    let next: PageFrame.Link?
    let summary: Summary
    let filters: [Filter]
    /// Ascending by name; empty when the filters let nothing through.
    let screens: [Screen]
    /// Said where no screen is: whether there is nothing yet, or nothing of that kind.
    let emptyHeading: String
    let emptyText: String
    /// Nil when everything is on this page.
    let pager: Pager?
    /// What comes after `next`; nil when nothing is open.
    let upcoming: Upcoming?

    /// Takes what stands on the page, from its head to its foot.
    ///
    /// - Parameter empty: Said where no screen is.
    package init(
        frame: PageFrame, heading: String, lede: String, address: String,
        next: PageFrame.Link?, summary: Summary, filters: [Filter], screens: [Screen],
        empty: (heading: String, text: String), pager: Pager?, upcoming: Upcoming?
    ) {
        self.frame = frame
        self.heading = heading
        self.lede = lede
        self.address = address
        self.next = next
        self.summary = summary
        self.filters = filters
        self.screens = screens
        emptyHeading = empty.heading
        emptyText = empty.text
        self.pager = pager
        self.upcoming = upcoming
    }

    /// The figures of an audit, or of one person's part of it.
    package struct Summary: Sendable {
        let title: String
        let figures: [Figure]
        let bar: Bar
        /// One mark an outcome.
        let legend: [Mark]

        package init(title: String, figures: [Figure], bar: Bar, legend: [Mark]) {
            self.title = title
            self.figures = figures
            self.bar = bar
            self.legend = legend
        }
    }

    /// One number with what it counts.
    package struct Figure: Sendable {
        let figure: String
        let meaning: String
        /// Nil for a number that leads nowhere.
        let href: String?

        package init(_ figure: String, _ meaning: String, href: String? = nil) {
            self.figure = figure
            self.meaning = meaning
            self.href = href
        }
    }

    /// One choice of what the page shows.
    package struct Filter: Sendable {
        /// In the address.
        let name: String
        let title: String
        let options: [Option]

        /// - Parameter chosen: A value; any other chooses the first option.
        package init(_ name: String, _ title: String, chosen: String, _ options: [Choice]) {
            self.name = name
            self.title = title
            self.options = options.map {
                Option(value: $0.value, title: $0.title, isChosen: $0.value == chosen)
            }
        }
    }

    /// A value with what people read for it.
    package typealias Choice = (value: String, title: String)

    /// One answer to a filter.
    package struct Option: Sendable {
        let value: String
        let title: String
        let isChosen: Bool
    }

    /// The components of one screen.
    package struct Screen: Sendable {
        /// Unique on the page.
        let anchor: String
        let name: String
        let isMine: Bool
        let progress: String
        let components: [Component]

        package init(
            anchor: String, name: String, isMine: Bool, progress: String, components: [Component]
        ) {
            self.anchor = anchor
            self.name = name
            self.isMine = isMine
            self.progress = progress
            self.components = components
        }
    }

    /// One component with its states.
    package struct Component: Sendable {
        let label: String
        /// Such as `Menu, 43 of 57 judged`.
        let about: String
        let environments: [Environment]

        package init(label: String, about: String, environments: [Environment]) {
            self.label = label
            self.about = about
            self.environments = environments
        }
    }

    /// A component's states in one environment, in the catalogue's order.
    package struct Environment: Sendable {
        let title: String
        let states: [State]

        package init(title: String, states: [State]) {
            self.title = title
            self.states = states
        }
    }

    /// One component state, as a link with a mark.
    package struct State: Sendable {
        let href: String
        let title: String
        let mark: Mark

        package init(href: String, title: String, mark: Mark) {
            self.href = href
            self.title = title
            self.mark = mark
        }
    }

    /// Ways to the components before and after those on the page.
    package struct Pager: Sendable {
        let previous: String?
        let following: String?
        /// Such as `Components 51 to 100 of 240`.
        let position: String

        package init(previous: String?, following: String?, position: String) {
            self.previous = previous
            self.following = following
            self.position = position
        }
    }

    /// The states that come next.
    package struct Upcoming: Sendable {
        let title: String
        let items: [Item]
        let allHref: String
        let allText: String

        package init(title: String, items: [Item], allHref: String, allText: String) {
            self.title = title
            self.items = items
            self.allHref = allHref
            self.allText = allText
        }
    }

    /// A state that waits.
    package struct Item: Sendable {
        let href: String
        let title: String
        let about: String

        package init(href: String, title: String, about: String) {
            self.href = href
            self.title = title
            self.about = about
        }
    }
}
