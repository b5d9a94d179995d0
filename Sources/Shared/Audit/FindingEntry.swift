/// What one row says of one finding: the columns that exports give and bulk recording takes.
///
/// A missing text says nothing; an empty one, which no export has, takes away what is there.
package struct FindingEntry: Hashable, Sendable {
    /// The screen's name; empty where `label` is the front of a component's id.
    package var screen = ""
    /// The catalogue's control id; may be empty where screen and label name the component.
    package var control = ""
    /// The component's label, or the front of its id while the component is still to come.
    package var label = ""
    /// The position in the screen reader's order among equal labels, from 1.
    package var ordinal: UInt32 = 1
    /// The component's id or its front, which goes before the names; empty where they say it.
    package var component = ""
    /// The plain form, such as `ios-voiceover-phone-18`.
    package var environment = ""
    /// From 1; nil is the audit's current round.
    package var round: UInt32?
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
    /// What it says in `findingTexts` and `testedTexts`; an export gives the newest live versions.
    ///
    /// What a component state was tested with is equal in all its rows.
    package var texts: [FieldName: String] = [:]
    /// Elements to add to `findingLists`, none of them empty; those of an export ascend.
    package var lists: [FieldName: [String]] = [:]
    /// Elements to take away, which only a form says that showed them.
    package var removed: [FieldName: [String]] = [:]

    /// Begins an entry; what names the finding may follow, or be known otherwise.
    package init(environment: String = "", state: String = "", criterion: String = "") {
        self.environment = environment
        self.state = state
        self.criterion = criterion
    }

    /// Whether it only names a finding, as an exported undecided one without notes does.
    package var isSilent: Bool {
        outcome == nil && texts.isEmpty && lists.isEmpty && removed.isEmpty
    }
}
