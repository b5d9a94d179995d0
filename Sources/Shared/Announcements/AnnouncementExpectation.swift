/// What a screen reader has to say of one part of a control in one component state.
package struct AnnouncementExpectation: Hashable, Sendable {
    /// Whose words count.
    package var reader: ScreenReader
    /// The accessible name, as the app should give it.
    package var label: String
    /// The component state's id; nil for one that is not spoken of.
    package var state: String?
    /// Words any one of which tells the state; empty where none has to be heard.
    package var words: [String]
    /// The role that has to be heard; `none` where there is none to hear.
    package var role: AnnouncementProfile.Role
    /// Whether the part can be activated.
    package var isInteractive: Bool
    /// What made the screen reader speak.
    package var mode: AnnouncementProfile.Mode
    /// A tolerated word behind the label, such as `menu`; nil for none.
    package var suffix: String?
    /// Whether the label itself tells open and closed, as `Open main menu` does.
    package var nameCarriesState: Bool
    /// Further texts of a grouped row, all of which have to be heard.
    package var content: [String]
    /// Whether `dimmed` from TalkBack is only worth a remark.
    package var isLenient: Bool

    /// Asks for the words that the platform has for the state.
    package init(
        _ reader: ScreenReader, label: String, state: String? = nil,
        role: AnnouncementProfile.Role = .button, isInteractive: Bool = true,
        mode: AnnouncementProfile.Mode = .focus, suffix: String? = nil,
        nameCarriesState: Bool = false, content: [String] = [], isLenient: Bool = false
    ) {
        self.reader = reader
        self.label = label
        self.state = state
        words = state.flatMap { StateWords(reader).spoken[$0] } ?? []
        self.role = role
        self.isInteractive = isInteractive
        self.mode = mode
        self.suffix = suffix
        self.nameCarriesState = nameCarriesState
        self.content = content
        self.isLenient = isLenient
    }

    /// Asks for what the catalogue's profile says, under the name that the app gives the control.
    package init(
        _ profile: AnnouncementProfile, from reader: ScreenReader, label: String,
        content: [String]? = nil, isLenient: Bool = false
    ) {
        self.init(
            reader, label: label, state: profile.state, role: profile.role,
            isInteractive: profile.isInteractive, mode: profile.mode, suffix: profile.suffix,
            nameCarriesState: profile.nameCarriesState, content: content ?? profile.content,
            isLenient: isLenient)
        words = profile.words
    }
}

/// Who speaks, by the platform's id in the catalogue.
package enum ScreenReader: String, CaseIterable, Sendable {
    case voiceOver = "ios"
    case talkBack = "android"

    /// The word for it in an environment, such as `ios-voiceover-phone-18`.
    package var assistiveTechnology: String {
        switch self {
        case .voiceOver: "voiceover"
        case .talkBack: "talkback"
        }
    }
}
