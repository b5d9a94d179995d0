package import Shared

/// The controls of the catalogue, each with its platforms.
package struct CatalogueListPage: Page {
    /// `catalogue-list.mustache`.
    package static let template = "catalogue-list"
    /// With the bars and the way up.
    package let frame: PageFrame
    let lede: String
    let controls: [Entry]

    package init(frame: PageFrame, lede: String, controls: [Entry]) {
        self.frame = frame
        self.lede = lede
        self.controls = controls
    }

    /// One control.
    package struct Entry: Sendable {
        let title: String
        /// Such as `Opener, menu, item`.
        let parts: String
        let platforms: [Side]

        package init(title: String, parts: String, platforms: [Side]) {
            self.title = title
            self.parts = parts
            self.platforms = platforms
        }
    }

    /// A control on one platform.
    package struct Side: Sendable {
        let sideHref: String
        let name: String
        /// Such as `19 criteria, 8 states`.
        let count: String

        /// - Parameter count: What the catalogue has for it.
        package init(href: String, name: String, count: String) {
            sideHref = href
            self.name = name
            self.count = count
        }
    }
}

/// What the catalogue says of one control on one platform.
package struct CataloguePage: Page {
    /// `catalogue.mustache`.
    package static let template = "catalogue"
    /// With the bars and the way up.
    package let frame: PageFrame
    let heading: String
    let lede: String
    /// The other controls and platforms.
    let places: [Place]
    let states: [State]
    let categories: [Category]
    let announcements: [Announcement]
    let fixes: [Fixes]
    let help: [String]

    /// Takes what stands on the page, from its head to its foot.
    package init(
        frame: PageFrame, heading: String, lede: String, places: [Place], states: [State],
        categories: [Category], announcements: [Announcement], fixes: [Fixes], help: [String]
    ) {
        self.frame = frame
        self.heading = heading
        self.lede = lede
        self.places = places
        self.states = states
        self.categories = categories
        self.announcements = announcements
        self.fixes = fixes
        self.help = help
    }

    /// Another page of the catalogue, or this one.
    package struct Place: Sendable {
        let placeHref: String
        let title: String
        let isCurrent: Bool

        /// - Parameter isCurrent: Whether it is the page itself.
        package init(href: String, title: String, isCurrent: Bool) {
            placeHref = href
            self.title = title
            self.isCurrent = isCurrent
        }
    }

    /// A state that the control can be in.
    package struct State: Sendable {
        let title: String
        /// The id that commands take.
        let id: String
        /// Such as `“expanded”`; nil for a state that needs no word.
        let spoken: String?
        let count: String

        /// - Parameter criteria: How many are judged in it.
        package init(_ state: ControlState, criteria: Int) {
            title = state.title
            id = state.id
            spoken =
                state.words.isEmpty
                ? nil : state.words.map { "“\($0)”" }.joined(separator: ", ")
            count = criteria == 1 ? "1 criterion" : "\(criteria) criteria"
        }
    }

    /// Criteria about one thing.
    package struct Category: Sendable {
        let id: String
        let title: String
        let count: String
        let criteria: [Entry]

        /// A section with its heading.
        package init(id: String, title: String, criteria: [Entry]) {
            self.id = id
            self.title = title
            count = criteria.count == 1 ? "1 criterion" : "\(criteria.count) criteria"
            self.criteria = criteria
        }
    }

    /// One criterion.
    package struct Entry: Sendable {
        let anchor: String
        let criterion: String
        let statement: String
        let how: String
        let weight: CriterionForm.Weight
        let meta: [String]

        /// - Parameter meta: WCAG, basis and where it is judged.
        package init(_ criterion: Criterion, meta: [String]) {
            anchor = criterion.shortID
            self.criterion = criterion.id
            statement = criterion.statement
            how = criterion.how
            weight = CriterionForm.Weight(
                symbol: criterion.severity.symbol, title: criterion.severity.word)
            self.meta = meta
        }
    }

    /// What a screen reader should say for a part in a state.
    package struct Announcement: Sendable {
        let part: String
        let state: String
        let example: String
        let when: String

        package init(part: String, state: String, example: String, when: String) {
            self.part = part
            self.state = state
            self.example = example
            self.when = when
        }
    }

    /// How failures of one category are mended.
    package struct Fixes: Sendable {
        let id: String
        let title: String
        /// In a sentence: `name`.
        let lowered: String
        let fixes: [CriterionForm.Fix]

        /// One entry a framework, in their order.
        package init(_ category: Criterion.Category, title: String, hints: [FixHint]) {
            id = category.rawValue
            self.title = title
            lowered = title.lowercased()
            fixes = FixHint.Framework.allCases.compactMap { framework in
                let texts = hints.filter { $0.framework == framework }.map(\.text)
                guard !texts.isEmpty else { return nil }
                return CriterionForm.Fix(
                    framework: framework.word, text: texts.joined(separator: " "))
            }
        }
    }
}
