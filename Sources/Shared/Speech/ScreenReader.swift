/// Who speaks, by the platform's id in the catalogue.
package enum ScreenReader: String, CaseIterable, Sendable, Codable {
    case voiceOver = "ios"
    case talkBack = "android"

    /// The word for it in an environment, such as `ios-voiceover-phone-18`.
    package var assistiveTechnology: String {
        switch self {
        case .voiceOver: "voiceover"
        case .talkBack: "talkback"
        }
    }

    /// As people write it.
    package var title: String {
        switch self {
        case .voiceOver: "VoiceOver"
        case .talkBack: "TalkBack"
        }
    }

    /// Whether a language that was recorded is English, such as `en-GB`; where none was, it may be.
    static func isEnglish(_ language: String?) -> Bool {
        let words = (language ?? "").lowercased().split { !$0.isLetter }
        return words.first.map { ["en", "eng", "english"].contains($0) } ?? true
    }
}
