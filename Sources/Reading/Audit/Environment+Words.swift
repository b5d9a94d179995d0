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

    /// What tells it from others of its platform, and no more.
    ///
    /// Such as `iOS` alone, `iOS 18` beside another version, `iOS, tablet` beside a phone.
    package func words(among others: some Sequence<Environment>) -> String {
        let rivals = others.filter { $0.platform == platform }
        func differs<Part: Equatable>(_ part: (Environment) -> Part) -> Bool {
            rivals.contains { part($0) != part(self) }
        }
        var words = platformWord
        if differs(\.majorVersion) { words += " \(majorVersion)" }
        if differs(\.assistiveTechnology) { words += " \(technologyWords)" }
        if differs(\.deviceClass) { words += ", \(deviceClass)" }
        return words
    }

    /// The rest of it beside platform and version, such as `VoiceOver, phone`.
    package var circumstances: String {
        guard assistiveTechnology != "none" else { return deviceClass }
        return "\(technologyTitle(among: Technology.builtIn)), \(deviceClass)"
    }

    private var technologyWords: String {
        assistiveTechnology == "none"
            ? "without assistive technology" : "with \(technologyTitle(among: Technology.builtIn))"
    }

    package var platformWord: String { Self.platformWord(of: platform) }

    /// A platform's id as people write it; platforms are the catalogue's, and may be others.
    package static func platformWord(of platform: String) -> String {
        CatalogueCommons.builtIn.platforms.first { $0.id == platform }?.title ?? platform
    }
}

extension Plan {
    /// Each environment in the words that tell it from the others.
    package var environmentWords: [EnvironmentID: String] {
        environments.mapValues { $0.words(among: environments.values) }
    }
}
