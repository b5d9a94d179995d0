package import Shared

/// A component state's criteria that nobody has judged.
package struct Untested: Sendable {
    package let place: StatePlace
    /// `Screen/Label@environment:state`.
    package let name: String
    /// Ascending as in the catalogue.
    package var criteria: [Criterion]
}
