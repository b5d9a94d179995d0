package import Shared

/// What one row says of one finding: the columns that exports give and bulk recording takes.
///
/// An empty text says nothing of its register; it does not empty it.
package struct FindingEntry: Hashable, Sendable {
    /// The screen's name; empty where `label` is the front of a component's id.
    package var screen = ""
    /// The catalogue's control id; may be empty where screen and label name the component.
    package var control = ""
    /// The component's label, or the front of its id while the component is still to come.
    package var label = ""
    /// The position in the screen reader's order among equal labels, from 1.
    package var ordinal: UInt32 = 1
    /// The plain form, such as `ios-voiceover-phone-18`.
    package var environment = ""
    /// The catalogue's state id, such as `half-screen`.
    package var state = ""
    /// The criterion's id, exported in full; people may leave out control and platform.
    package var criterion = ""
    /// Nil says nothing; `untested` takes one's own judgement back.
    package var outcome: Outcome?
    /// Only with `failed`; nil is the criterion's own.
    package var severity: Severity?
    /// Only with `failed`; nil is the app.
    package var attribution: Attribution?
    /// Of several live versions the newest, as for the other texts.
    package var note = ""
    /// What the screen reader said.
    package var heard = ""
    /// How to come to the defect.
    package var steps = ""
    /// What the developers should do.
    package var recommendation = ""
    /// Tags to add; those of an export ascend.
    package var tags: [String] = []

    package init() {}

    /// Whether it only names a finding, as an exported undecided one without notes does.
    package var isSilent: Bool {
        outcome == nil && tags.isEmpty
            && [note, heard, steps, recommendation].allSatisfy(\.isEmpty)
    }
}
