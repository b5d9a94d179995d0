package import Shared

/// A finding for which something else would hold under another policy.
package struct AlteredFinding: Sendable {
    /// The component state's name.
    package let state: String
    /// The full id.
    package let criterion: String
    package let before: Effective
    package let after: Effective
}
