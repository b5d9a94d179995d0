package import Shared

extension Environment {
    /// Such as `Android with TalkBack`.
    package var sentence: String {
        guard assistiveTechnology != "none" else { return platformWord }
        return "\(platformWord) with \(technologyTitle(among: Technology.builtIn))"
    }

    /// Such as `VoiceOver` or `a keyboard`; its word where the catalogue does not have it.
    package func technologyTitle(among technologies: [Technology]) -> String {
        technologies.first { $0.id == assistiveTechnology }?.title ?? assistiveTechnology
    }

    package var platformWord: String { Self.platformWord(of: platform) }

    /// A platform's id as people write it; platforms are the catalogue's, and may be others.
    package static func platformWord(of platform: String) -> String {
        ["ios": "iOS", "android": "Android"][platform] ?? platform
    }
}
