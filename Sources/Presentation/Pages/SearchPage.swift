package import Shared

/// What was found in findings and catalogue.
package struct SearchPage: Page {
    /// `search.mustache`.
    package static let template = "search"
    /// With the bars and the way up.
    package let frame: PageFrame
    let heading: String
    let lede: String
    /// The page's own address without a query.
    let address: String
    /// What is looked for, as typed.
    let text: String
    let filters: [AuditPage.Filter]
    let hits: [Hit]
    /// Said where nothing was found, or nothing is looked for.
    let emptyHeading: String
    let emptyText: String
    /// Nil when everything is on this page.
    let pager: AuditPage.Pager?

    /// Takes a page of hits, best first.
    ///
    /// - Parameter empty: Said where there is no hit.
    package init(
        frame: PageFrame, heading: String, lede: String, address: String, text: String,
        filters: [AuditPage.Filter], hits: [Hit], empty: (heading: String, text: String),
        pager: AuditPage.Pager?
    ) {
        self.frame = frame
        self.heading = heading
        self.lede = lede
        self.address = address
        self.text = text
        self.filters = filters
        self.hits = hits
        emptyHeading = empty.heading
        emptyText = empty.text
        self.pager = pager
    }

    /// One thing that was found.
    package struct Hit: Sendable {
        let hitHref: String
        let title: String
        /// Such as `Finding`.
        let kind: String
        let about: [String]
        let excerpt: [Piece]
        /// What holds for a finding; nil for the catalogue.
        let mark: Mark?
        /// Nil for what has no severity.
        let weight: CriterionForm.Weight?

        /// - Parameter severity: Of a failure, or that a failure would have.
        package init(
            href: String, title: String, kind: String, about: [String], excerpt: [Piece],
            mark: Mark? = nil, severity: Severity? = nil
        ) {
            hitHref = href
            self.title = title
            self.kind = kind
            self.about = about
            self.excerpt = excerpt
            self.mark = mark
            weight = severity.map { CriterionForm.Weight(symbol: $0.symbol, title: $0.word) }
        }
    }

    /// A stretch of an excerpt.
    package struct Piece: Sendable {
        let words: String
        let isMatch: Bool

        /// - Parameter isMatch: Whether it is what was looked for.
        package init(_ words: String, isMatch: Bool) {
            self.words = words
            self.isMatch = isMatch
        }
    }
}
