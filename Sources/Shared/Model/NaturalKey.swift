import Foundation

/// Derives ids from what a thing is, so that two testers who add it offline meet in one record.
package enum NaturalKey {
    /// The ordinal is the position in the screen reader's order among equal labels, from 1.
    package static func component(
        screen: String, control: String, label: String, ordinal: UInt32 = 1
    ) -> ComponentID {
        var writer = ByteWriter()
        writer.append(text: folded(screen))
        writer.append(text: control)
        writer.append(text: folded(label))
        writer.append(ordinal)
        return .derived("accord/component/1", writer.bytes)
    }

    package static func environment(_ environment: Environment) -> EnvironmentID {
        var writer = ByteWriter()
        writer.append(text: folded(environment.platform))
        writer.append(text: folded(environment.assistiveTechnology))
        writer.append(text: folded(environment.deviceClass))
        writer.append(text: folded(environment.majorVersion))
        return .derived("accord/environment/1", writer.bytes)
    }

    /// So that two leads who make one group offline meet in it; a rename keeps it.
    package static func group(named name: String) -> GroupID {
        var writer = ByteWriter()
        writer.append(text: folded(name))
        return .derived("accord/group/1", writer.bytes)
    }

    /// NFC, simple case folding, NFC again, runs of white space to one space, trimmed.
    package static func folded(_ text: String) -> String {
        let once = CaseFolding.folded(Text(normalizing: text).string)
        // Scalars, not Characters: a combining mark after a space must not vanish with it.
        return Text(normalizing: once).string.unicodeScalars
            .split { $0.properties.isWhitespace }.map { String($0) }.joined(separator: " ")
    }
}

/// Platform, assistive technology, device class and major version: where a finding was made.
package struct Environment: Hashable, Sendable {
    /// `ios` or `android`.
    package let platform: String
    /// `voiceover`, `talkback`, `keyboard`, `switch` or `none`.
    package let assistiveTechnology: String
    /// Such as `phone` or `tablet`.
    package let deviceClass: String
    /// The operating system's, such as `18`.
    package let majorVersion: String

    package init(
        platform: String, assistiveTechnology: String, deviceClass: String, majorVersion: String
    ) {
        self.platform = platform
        self.assistiveTechnology = assistiveTechnology
        self.deviceClass = deviceClass
        self.majorVersion = majorVersion
    }

    /// Reads the plain form `platform-at-class-major`, such as `ios-voiceover-phone-18`.
    package init?(plain: String) {
        let parts = plain.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 4, parts.allSatisfy({ !$0.isEmpty }) else { return nil }
        self.init(
            platform: parts[0], assistiveTechnology: parts[1], deviceClass: parts[2],
            majorVersion: parts[3])
    }

    package var plain: String {
        [platform, assistiveTechnology, deviceClass, majorVersion].joined(separator: "-")
    }

    /// Derived from the folded parts, so two spellings of one environment share it.
    package var id: EnvironmentID { NaturalKey.environment(self) }
}
