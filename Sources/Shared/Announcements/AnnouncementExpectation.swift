/// What a screen reader has to say of one part of a control in one component state.
package struct AnnouncementExpectation: Hashable, Sendable {
    /// What the screen reader says, with the words of the control's states.
    package var spoken: SpokenWords
    package var label: String
    /// The component state's id; nil for one that is not spoken of.
    package var state: String?
    /// Words any one of which tells the state; empty where none has to be heard.
    package var words: [String] = []
    /// Whether the state may be left out, because what opens as a layer of its own says none.
    package var isWordOptional = false
    /// Roles by which it is heard that a layer opens; mostly none.
    package var layerRoles: [String] = []
    package var role = AnnouncementProfile.Role.button
    package var otherRoles: [AnnouncementProfile.Role] = []
    package var isInteractive = true
    package var mode = AnnouncementProfile.Mode.focus
    /// A tolerated word behind the label, such as `menu`; nil for none.
    package var suffix: String?
    /// Whether the label itself tells open and closed, as `Open main menu` does.
    package var nameCarriesState = false
    /// Further texts of a grouped row, all of which have to be heard.
    package var content: [String] = []
    /// Whole phrases that tell all of it, by state id; mostly empty.
    package var phrases: [String: [String]] = [:]
    package var isLenient = false
    /// Whether the screen reader is known to speak another language than English.
    package var isOtherLanguage = false

    package var reader: ScreenReader { spoken.reader }

    /// The ids of all roles that are right.
    var roles: [String] { ([role] + otherRoles).map(\.rawValue) }

    /// Whether anything that is heard tells the state, or would contradict it.
    var tellsState: Bool {
        let isGrouped = spoken.groups.contains { $0.contains(state ?? "") }
        return !words.isEmpty || !phrases.isEmpty || nameCarriesState || isGrouped
            || state == nil || state == "enabled"
    }
}

/// How an audit takes `dimmed` from TalkBack, which some guides print for `disabled`.
package enum AnnouncementStrictness: String, CaseIterable, Sendable {
    /// With the wrong word a phrase fails, or it is only worth a remark.
    case strict, lenient
}
