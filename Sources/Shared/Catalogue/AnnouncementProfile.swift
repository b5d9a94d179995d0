/// What a screen reader should say for one part in one state.
package struct AnnouncementProfile: Hashable, Sendable, Codable {
    package let part: String
    /// A state of the same platform by id.
    package let state: String
    /// The name that the control has in the example, such as `More options`.
    package let label: String
    package let role: Role
    /// Other roles that are as right as that one; mostly empty.
    package let otherRoles: [Role]
    package let isInteractive: Bool
    /// State words, any one of which is required; empty when none is.
    package let words: [String]
    package let mode: Mode
    /// A tolerated word after the label, nil when none is.
    package let suffix: String?
    package let nameCarriesState: Bool
    package let content: [String]
    /// Whole phrases that tell name, role and state at once; mostly empty.
    package let phrases: [String]
    /// All that is heard, such as `More options menu, collapsed, button`.
    package let example: String
    package let sources: [String]

    /// The role that is spoken, by its id in the words' file; `none` where there is none to hear.
    package struct Role: RawRepresentable, Hashable, Sendable, Codable {
        package let rawValue: String
        package init(rawValue: String) { self.rawValue = rawValue }

        package static let none = Role(rawValue: "none")
        package static let button = Role(rawValue: "button")
        package static let link = Role(rawValue: "link")
    }

    /// What makes the screen reader speak: focus on the part, or a change of its state.
    package enum Mode: String, CaseIterable, Sendable, Codable {
        case focus
        case afterChange = "after-change"
    }
}
