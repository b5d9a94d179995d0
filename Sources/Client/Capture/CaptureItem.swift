package import Shared

/// What an import says of one component state.
package struct CaptureItem: Sendable {
    /// Component, environment, round and state.
    package let state: StateID
    /// `Screen/Label`, with the ordinal where it is not the first.
    package let component: String
    /// The control's id.
    package let control: String
    /// Whether the audit did not have the component before.
    package let isNew: Bool
    /// What the capture says of it.
    package let facts: [CapturedFact: String]
    /// What it makes of criteria, ascending; what somebody's check of hearing said is not here.
    package let suggestions: [CaptureSuggestion]
    /// The line of the capture, from 1; nil where it has no lines.
    package let line: Int?
    /// The same for the Recorder.
    let checked: FindingCheck.Checked
}

/// What an import did, or would do.
package struct CaptureSummary: Sendable {
    /// The tool in words.
    package let title: String
    /// Where all of it belongs.
    package let screen: String
    /// The plain form.
    package let environment: String
    /// How many elements the capture has.
    package let elements: Int
    /// In order of reading.
    package let items: [CaptureItem]
    /// Names of what was left alone because the audit has it withdrawn.
    package let withdrawn: [String]
    /// Changes written; none where the capture says nothing new.
    package let changes: Int
}
