/// What of an audit is on this laptop and what is on the server.
package struct SyncPage: Page {
    /// `sync.mustache`.
    package static let template = "sync"
    /// With the bars and the way up.
    package let frame: PageFrame
    /// Its own address; the button posts to it.
    let address: String
    /// Whether there is a server to sync with.
    let canSync: Bool
    let notices: [Notice]
    let news: News?
    let aside: Aside?
    let unsent: Unsent?
    let evidence: Evidence?
    let exports: [PageFrame.Link]
    let facts: [StatePage.Fact]

    /// Takes what stands on the page, from its head to its foot.
    package init(
        frame: PageFrame, address: String, canSync: Bool, notices: [Notice], news: News?,
        aside: Aside?, unsent: Unsent?, evidence: Evidence?, exports: [PageFrame.Link],
        facts: [StatePage.Fact]
    ) {
        self.frame = frame
        self.address = address
        self.canSync = canSync
        self.notices = notices
        self.news = news
        self.aside = aside
        self.unsent = unsent
        self.evidence = evidence
        self.exports = exports
        self.facts = facts
    }

    /// What others did with one's own work, until one has looked at it.
    package struct News: Sendable {
        let newsAddress: String
        /// What the form says that was seen.
        let newsFacts: String
        let newsItems: [NewsItem]

        /// - Parameter facts: Names exactly the items that the page shows.
        package init(address: String, facts: String, _ items: [NewsItem]) {
            newsAddress = address
            newsFacts = facts
            newsItems = items
        }
    }

    /// One thing that somebody did.
    package struct NewsItem: Sendable {
        let newsWords: String
        let newsHref: String?
        let newsPlace: String

        /// - Parameter href: Where it is; nil for what has no page.
        package init(words: String, place: String, href: String?) {
            newsWords = words
            newsPlace = place
            newsHref = href
        }
    }

    /// Changes that the server did not take.
    package struct Aside: Sendable {
        /// Such as `Set aside: 1 change`.
        let asideTitle: String
        let asides: [AsideChange]

        /// Under a title that counts them.
        package init(_ title: String, _ asides: [AsideChange]) {
            asideTitle = title
            self.asides = asides
        }
    }

    /// One change that the server did not take, and why.
    package struct AsideChange: Sendable {
        let asidePlace: String
        let asideHref: String?
        let asideWhat: String
        let asideReason: String
        /// Such as `Discarded by Tomas Berg: Recorded twice.`; nil while no lead has settled it.
        let asideVerdict: String?

        /// Where, what, why, and what a lead made of it.
        package init(
            place: String, href: String?, what: String, reason: String, verdict: String?
        ) {
            asideVerdict = verdict
            asidePlace = place
            asideHref = href
            asideWhat = what
            asideReason = reason
        }
    }

    /// Changes that wait for the server.
    package struct Unsent: Sendable {
        /// Such as `Changes to send: the latest 7 of 31`.
        let unsentCaption: String
        let changes: [Change]

        /// Newest first, under a caption that counts all.
        package init(_ caption: String, _ changes: [Change]) {
            unsentCaption = caption
            self.changes = changes
        }
    }

    /// One change that waits.
    package struct Change: Sendable {
        let place: String
        /// Nil for what has no page.
        let placeHref: String?
        /// Such as `Verdict, heard`.
        let what: String
        let time: String
        let status: String

        /// Where, what and since when.
        package init(place: String, href: String?, what: String, time: String, status: String) {
            self.place = place
            placeHref = href
            self.what = what
            self.time = time
            self.status = status
        }
    }

    /// Files that move behind findings.
    package struct Evidence: Sendable {
        /// Such as `Evidence: 2 to send, 1 to fetch`.
        let evidenceCaption: String
        let files: [File]

        /// Under a caption that counts them.
        package init(_ caption: String, _ files: [File]) {
            evidenceCaption = caption
            self.files = files
        }
    }

    /// One file.
    package struct File: Sendable {
        let fileName: String
        let fileHref: String
        let size: String
        /// How much was moved, in hundredths; nil before the first part.
        let percent: Int?
        let fileStatus: String

        /// With how far it has come.
        package init(name: String, href: String, size: String, percent: Int?, status: String) {
            fileName = name
            fileHref = href
            self.size = size
            self.percent = percent
            fileStatus = status
        }
    }
}
