/// What somebody takes back of a finding, a component state or a component, edit by edit.
package struct Withdrawal: Hashable, Sendable {
    package let reason: Text
    /// The live edits that the form showed of what is withdrawn, ascending.
    ///
    /// It takes back what its author may: her own; a lead's, written as a decision, all of them.
    package let covers: [EditID]

    /// Sorts `covers`.
    package init(reason: Text, covers: [EditID]) {
        self.reason = reason
        self.covers = covers.sorted()
    }
}
