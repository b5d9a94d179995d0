/// What a screen reader has to say of one part of a control in one component state.
package struct AnnouncementExpectation: Hashable, Sendable {
    package var reader: ScreenReader
    package var label: String
    /// The component state's id; nil for one that is not spoken of.
    package var state: String?
    /// Words any one of which tells the state; empty where none has to be heard.
    package var words: [String] = []
    package var role = AnnouncementProfile.Role.button
    package var isInteractive = true
    package var mode = AnnouncementProfile.Mode.focus
    /// A tolerated word behind the label, such as `menu`; nil for none.
    package var suffix: String?
    /// Whether the label itself tells open and closed, as `Open main menu` does.
    package var nameCarriesState = false
    /// Further texts of a grouped row, all of which have to be heard.
    package var content: [String] = []
    package var isLenient = false
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

/// How an audit takes `dimmed` from TalkBack, which some guides print for `disabled`.
package enum AnnouncementStrictness: String, CaseIterable, Sendable {
    /// With the wrong word a phrase fails, or it is only worth a remark.
    case strict, lenient
}
