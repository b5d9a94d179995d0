package import Shared

/// One thing that a search found.
package struct SearchHit: Sendable {
    package let subject: Subject
    package let excerpt: [Piece]

    /// What was found.
    package enum Subject: Hashable, Sendable {
        /// A component state with the criterion's full id.
        case finding(StateID, criterion: String)
        /// A criterion's full id.
        case criterion(String)
        case hint(control: String, platform: String, Criterion.Category, FixHint.Framework)
        /// Background of a control, by its place in the catalogue's list.
        case help(control: String, platform: String, index: Int)
    }

    /// A stretch of an excerpt.
    package struct Piece: Hashable, Sendable {
        package let text: String
        package let isMatch: Bool
    }
}

/// A page of what a search found.
package struct SearchResult: Sendable {
    /// Best first.
    package let hits: [SearchHit]
    /// How many there are on all pages.
    package let total: Int
    /// What was searched: findings on which somebody wrote, and entries of the catalogue.
    package let findings: Int
    /// Criteria, fix hints and help texts.
    package let entries: Int
    /// Component states whose words as they are now were not searched: they wait to be indexed.
    package internal(set) var waiting = 0
}
