package import Shared

/// A component state's criteria that nobody has judged.
package struct Untested: Sendable {
    package let place: StatePlace
    /// `Screen/Label@environment:state`.
    package let name: String
    /// Whether the person asking was drawn for a second opinion on it.
    package let isSecondOpinion: Bool
    /// Ascending as in the catalogue.
    package var criteria: [Criterion]
}
