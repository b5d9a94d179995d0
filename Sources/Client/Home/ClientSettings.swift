import Foundation
package import Shared

/// How one laptop's program behaves: read once, checked before anything is opened.
///
/// config/client.yaml lists every setting with its default and its unit.
package struct ClientSettings: Hashable, Sendable {
    /// The folder with the work; nil for the one in the data folder.
    package var home: String?
    /// The folder with the identity; nil for the one beside the home.
    package var identity: String?
    /// The audit that commands speak of, by title or front of its id; nil for the only one.
    package var audit: String?
    /// A folder with catalogue files; nil for the built-in catalogue.
    package var catalogue: String?
    /// A PEM file with the authority that `accord join` trusts; nil for the system's.
    package var certificateAuthority: String?
    package var allowsPlainHTTP = false
    package var connectTimeout = Duration.seconds(10)
    package var stallTimeout = Duration.seconds(60)

    private init() {}

    package static let standard = ClientSettings()

    /// The settings by their names in a file.
    package enum Key: String, CaseIterable, Sendable {
        case home, identity, audit, catalogue
        case certificateAuthority = "certificate_authority"
        case allowPlainHTTP = "allow_plain_http"
        case connectSecondsMax = "connect_seconds_max"
        case stallSecondsMax = "stall_seconds_max"
    }

    /// Reads the settings: option before environment before file before default.
    ///
    /// - Parameters:
    ///   - file: `--settings`; nil for `ACCORD_SETTINGS`, else for `accord/client.yaml` in the
    ///     folder for settings where that is there.
    /// - Throws: `SettingsError` for the first value that cannot be.
    package init(
        options: [Key: String] = [:], file: String? = nil, environment: [String: String]
    ) throws(SettingsError) {
        let reader = try SettingsReader(
            prefix: "ACCORD_", options: options, environment: environment,
            file: try Self.file(named: file, environment))
        home = try reader.path(.home)
        identity = try reader.path(.identity)
        audit = try reader.text(.audit)
        catalogue = try reader.path(.catalogue)
        certificateAuthority = try reader.path(.certificateAuthority)
        if let flag = try reader.flag(.allowPlainHTTP) { allowsPlainHTTP = flag }
        if let seconds = try reader.number(.connectSecondsMax, in: 1...300) {
            connectTimeout = .seconds(seconds)
        }
        if let seconds = try reader.number(.stallSecondsMax, in: 1...600) {
            stallTimeout = .seconds(seconds)
        }
    }

    private static func file(
        named option: String?, _ environment: [String: String]
    ) throws(SettingsError) -> (path: String, yaml: String)? {
        let given = environment.filter { !$0.value.isEmpty }
        let named = option ?? given["ACCORD_SETTINGS"]
        let folder = given["XDG_CONFIG_HOME"] ?? given["HOME"].map { "\($0)/.config" }
        guard let path = named ?? folder.map({ "\($0)/accord/client.yaml" }),
            named != nil || FileManager.default.fileExists(atPath: path)
        else { return nil }
        do {
            return (path, try String(contentsOf: URL(fileURLWithPath: path), encoding: .utf8))
        } catch { throw .unreadable(path: path) }
    }
}

extension ClientHome {
    package init(_ settings: ClientSettings, environment: [String: String]) {
        self.init(home: settings.home, state: settings.identity, environment: environment)
    }
}
