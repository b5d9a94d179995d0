/// What a person uses an app with, a word of an environment such as `ios-voiceover-phone-18`.
package struct Technology: Hashable, Sendable, Codable {
    /// Such as `voiceover`.
    package let id: String
    package let title: String
    /// What criteria name, such as `screen-reader`.
    package let kind: String
    /// `ios`, `android` or both.
    package let platforms: [String]
}
