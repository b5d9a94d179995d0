import Foundation

/// Derives ids from what a thing is, so that two testers who add it offline meet in one record.
package enum NaturalKey {
    /// The ordinal is the position in the screen reader's order among equal labels, from 1.
    ///
    /// - Parameter again: How many components had the name before and are called otherwise now.
    package static func component(
        screen: String, control: String, label: String, ordinal: UInt32 = 1, again: UInt32 = 0
    ) -> ComponentID {
        var writer = ByteWriter()
        writer.append(text: folded(screen))
        writer.append(text: control)
        writer.append(text: folded(label))
        writer.append(ordinal)
        if again > 0 { writer.append(again) }
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

    /// The form in which names are compared; what is stored and shown stays as it was typed.
    ///
    /// Without what nobody sees and with straight quotation marks (`UnseenCharacters`), then NFC,
    /// simple case folding, NFC again, runs of white space to one space, trimmed.
    package static func folded(_ text: String) -> String {
        if let plain = foldedASCII(text) { return plain }
        let once = CaseFolding.folded(Text(normalizing: UnseenCharacters.without(text)).string)
        // Scalars, not Characters: a combining mark after a space must not vanish with it.
        return Text(normalizing: once).string.unicodeScalars
            .split { $0.properties.isWhitespace }.map { String($0) }.joined(separator: " ")
    }

    /// The same for the names of most audits, in one pass; nil for any other.
    private static func foldedASCII(_ text: String) -> String? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            switch byte {
            case 0x80...: return nil
            case 0x09...0x0D, 0x20: if bytes.last ?? 0x20 != 0x20 { bytes.append(0x20) }
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): bytes.append(byte + 0x20)
            default: bytes.append(byte)  // open set: bytes that fold to themselves
            }
        }
        if bytes.last == 0x20 { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
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
