/// One component state with the criteria judged in it: the form on which testers work.
package struct StatePage: Page {
    /// `state.mustache`.
    package static let template = "state"
    /// With the bars and the way up.
    package let frame: PageFrame
    let heading: String
    let lede: String
    /// Its own address; the form posts to it.
    let address: String
    /// The neighbours in the order of work; nil at the ends.
    let previous: PageFrame.Link?
    let following: PageFrame.Link?
    let notices: [Notice]
    /// What the form had in view, to be sent back with it.
    let context: String
    /// The name of the comment that is sent next: one that is sent twice stands once.
    let commentName: String
    /// Such as `5 of 7 judged`.
    let judged: String
    /// Such as `State 1 of 4 on Android`.
    let position: String
    /// Whether whoever looks may record; readers may not.
    let canRecord: Bool
    /// Where findings are copied from another state; nil where there is no other.
    let sisters: String?
    let categories: [Category]
    /// One empty form a criterion, outside of the main one, to attach files without a script.
    let attachments: [Attachment]
    let saveIcon: String
    /// Whether the bar is in its error tone.
    let isUnsaved: Bool
    let saveState: String
    let stateLists: [StateList]
    let facts: [Fact]

    /// Takes what stands on the page, from its head to its foot.
    package init(
        frame: PageFrame, heading: String, lede: String, address: String,
        neighbours: (previous: PageFrame.Link?, following: PageFrame.Link?), notices: [Notice],
        context: String, commentName: String, judged: String, position: String, canRecord: Bool,
        sisters: String?, categories: [Category], saved: SaveState, stateLists: [StateList],
        facts: [Fact]
    ) {
        self.frame = frame
        self.heading = heading
        self.lede = lede
        self.address = address
        previous = neighbours.previous
        following = neighbours.following
        self.notices = notices
        self.context = context
        self.commentName = commentName
        self.judged = judged
        self.position = position
        self.canRecord = canRecord
        self.sisters = sisters
        self.categories = categories
        attachments = categories.flatMap(\.criteria).map {
            Attachment(id: $0.id, number: $0.number, attachAddress: $0.attachAddress)
        }
        saveIcon = saved.icon
        isUnsaved = saved.isTrouble
        saveState = saved.text
        self.stateLists = stateLists
        self.facts = facts
    }

    /// Criteria about one thing, in the catalogue's order.
    package struct Category: Sendable {
        let id: String
        let title: String
        /// Such as `2 criteria`.
        let count: String
        let criteria: [CriterionForm]

        /// A section with its heading.
        package init(id: String, title: String, criteria: [CriterionForm]) {
            self.id = id
            self.title = title
            count = criteria.count == 1 ? "1 criterion" : "\(criteria.count) criteria"
            self.criteria = criteria
        }
    }

    /// A form that sends files.
    package struct Attachment: Sendable {
        /// The full id of the criterion.
        let id: String
        let number: Int
        let attachAddress: String
    }

    /// Where what was recorded is.
    package struct SaveState: Hashable, Sendable {
        /// A symbol of the sprite.
        package let icon: String
        /// Whole sentences, for the page and for a screen reader.
        package let text: String
        /// Whether something that was typed is not saved.
        package let isTrouble: Bool

        package init(icon: String, text: String, isTrouble: Bool = false) {
            self.icon = icon
            self.text = text
            self.isTrouble = isTrouble
        }
    }

    /// The component's states in one environment.
    package struct StateList: Sendable {
        let title: String
        let states: [ListedState]

        package init(title: String, states: [ListedState]) {
            self.title = title
            self.states = states
        }
    }

    /// One state beside the form.
    package struct ListedState: Sendable {
        let href: String
        let title: String
        let isCurrent: Bool
        /// With how many of its criteria are judged: `3/9`.
        let mark: Mark
        /// The mark's word, for whoever does not see its shape.
        let meaning: String

        package init(href: String, title: String, isCurrent: Bool, mark: Mark, meaning: String) {
            self.href = href
            self.title = title
            self.isCurrent = isCurrent
            self.mark = mark
            self.meaning = meaning
        }
    }

    /// One line about the component.
    package struct Fact: Hashable, Sendable {
        let name: String
        let value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }
}
