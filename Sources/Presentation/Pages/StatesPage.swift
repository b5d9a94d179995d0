/// The component states of an audit by name: the way to any of them without the coverage.
package struct StatesPage: Page {
    /// `states.mustache`.
    package static let template = "states"
    /// With the bars and the way up.
    package let frame: PageFrame
    /// Its own address; the form asks it again.
    let address: String
    /// What was asked for, as typed.
    let query: String
    let list: JumpList

    /// A list with the words that it was asked by.
    package init(frame: PageFrame, address: String, query: String, list: JumpList) {
        self.frame = frame
        self.address = address
        self.query = query
        self.list = list
    }
}

/// Component states that fit some words; also a piece of a page, in the dialog over any other.
package struct JumpList: Sendable {
    let jumps: [Jump]
    /// Such as `12 of 87 component states`.
    package let says: String

    /// With how many there are in all.
    package init(_ jumps: [Jump], says: String) {
        self.jumps = jumps
        self.says = says
    }

    /// One component state.
    package struct Jump: Sendable {
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

/// The states from which findings can be copied to one that is not judged yet.
package struct SimilarStatesPage: Page {
    /// `sisters.mustache`.
    package static let template = "sisters"
    /// With the bars and the way up.
    package let frame: PageFrame
    /// Its own address; each form posts to it.
    let address: String
    let lede: String
    /// The state that is copied to.
    let back: PageFrame.Link
    /// What was in view, to be sent back.
    let context: String
    let sisters: [SimilarState]

    /// Takes what stands on the page, from its head to its foot.
    package init(
        frame: PageFrame, address: String, lede: String, back: PageFrame.Link, context: String,
        sisters: [SimilarState]
    ) {
        self.frame = frame
        self.address = address
        self.lede = lede
        self.back = back
        self.context = context
        self.sisters = sisters
    }

    /// One state with something to copy.
    package struct SimilarState: Sendable {
        /// Its address, which the form sends.
        let from: String
        let sisterTitle: String
        let sisterAbout: String
        /// Such as `Copy 4 verdicts`.
        let act: String
        /// What would be copied, counted by outcome.
        let marks: [Mark]

        /// With what would be copied from it.
        package init(from: String, title: String, about: String, act: String, marks: [Mark]) {
            self.from = from
            sisterTitle = title
            sisterAbout = about
            self.act = act
            self.marks = marks
        }
    }
}
