/// What all controls of a catalogue share and others ask it for.
package struct CatalogueCommons: Hashable, Sendable, Codable {
    /// In the order of their file, as platforms and devices are.
    package let technologies: [Technology]
    package let platforms: [Platform]
    /// At least one; the usual one first.
    package let devices: [DeviceClass]
}

/// What an app runs on, a word of an environment such as `ios-voiceover-phone-18`.
package struct Platform: Hashable, Sendable, Codable {
    /// Such as `ios`.
    package let id: String
    /// As people write it.
    package let title: String
    /// An example of a version.
    package let version: String
}

/// A kind of device, a word of an environment such as `ios-voiceover-phone-18`.
package struct DeviceClass: Hashable, Sendable, Codable {
    /// Such as `phone`.
    package let id: String
    package let title: String
}

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
