package import Shared

/// What an import says of one component state.
package struct CaptureItem: Sendable {
    package let state: StateID
    /// `Screen/Label`, with the ordinal where it is not the first.
    package let component: String
    package let control: String
    package let isNew: Bool
    package let facts: [CapturedFact: String]
    /// Ascending by criterion, without what a check of hearing said.
    package let suggestions: [CaptureSuggestion]
    /// The line of the capture, from 1; nil where it has no lines.
    package let line: Int?
    /// What the Recorder takes.
    let checked: FindingCheck.Checked
}

/// What an import did, or would do.
package struct CaptureSummary: Sendable {
    /// The tool in words.
    package let title: String
    package let screen: String
    package let environment: String
    package let elements: Int
    /// In order of reading.
    package let items: [CaptureItem]
    /// Names of what was left alone because the audit has it withdrawn.
    package let withdrawn: [String]
    /// Changes written; none where the capture says nothing new.
    package let changes: Int
}
