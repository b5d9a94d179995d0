package import Shared

extension Environment {
    /// Such as `Android with TalkBack`.
    package var sentence: String {
        assistiveTechnology == "none"
            ? platformWord : "\(platformWord) with \(assistiveTechnologyWord)"
    }

    /// Such as `iOS`.
    package var platformWord: String { Self.platformWord(of: platform) }

    /// How people write a platform's id.
    package static func platformWord(of platform: String) -> String {
        switch platform {
        case "ios": "iOS"
        case "android": "Android"
        default: platform  // open set: platforms are the catalogue's
        }
    }

    private var assistiveTechnologyWord: String {
        switch assistiveTechnology {
        case "voiceover": "VoiceOver"
        case "talkback": "TalkBack"
        case "keyboard": "a keyboard"
        case "switch": "a switch"
        default: assistiveTechnology  // open set: words of the plan
        }
    }
}
