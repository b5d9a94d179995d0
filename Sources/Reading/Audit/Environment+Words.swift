package import Shared

extension Environment {
    /// Such as `Android with TalkBack`.
    package var sentence: String {
        guard assistiveTechnology != "none" else { return platformWord }
        let words = [
            "voiceover": "VoiceOver", "talkback": "TalkBack", "keyboard": "a keyboard",
            "switch": "a switch",
        ]
        return "\(platformWord) with \(words[assistiveTechnology] ?? assistiveTechnology)"
    }

    package var platformWord: String { Self.platformWord(of: platform) }

    /// A platform's id as people write it; platforms are the catalogue's, and may be others.
    package static func platformWord(of platform: String) -> String {
        ["ios": "iOS", "android": "Android"][platform] ?? platform
    }
}
