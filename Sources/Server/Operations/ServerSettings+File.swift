import Foundation
import Logging
import Shared

extension ServerSettings {
    /// The settings by their names in a file; config/server.yaml lists them with their defaults.
    package enum Key: String, CaseIterable, Sendable {
        case data, listen
        case tlsCertificate = "tls_certificate"
        case tlsKey = "tls_key"
        case logLevel = "log_level"
        case trustedProxies = "trusted_proxies"
        case pushChangesMax = "push_changes_max"
        case pushBytesMax = "push_bytes_max"
        case waitSecondsMax = "wait_seconds_max"
        case stallSecondsMax = "stall_seconds_max"
        case logBytesPerPersonMax = "log_bytes_per_person_max"
        case evidenceBytesPerPersonMax = "evidence_bytes_per_person_max"
        case devicesPerPersonMax = "devices_per_person_max"
        case newDevicesPerDayMax = "new_devices_per_day_max"
        case requestsPerMinuteMax = "requests_per_minute_max"
        case anonymousRequestsPerMinuteMax = "anonymous_requests_per_minute_max"
    }

    /// Where the server listens unless it is told otherwise.
    package static let standardListen = "127.0.0.1:8437"

    /// Reads the settings: option before environment before file before default.
    ///
    /// - Parameters:
    ///   - file: `--settings`; nil for `ACCORD_SERVER_SETTINGS`, else for `server.yaml` in the data
    ///     folder that option or environment names, where that is there.
    /// - Throws: `SettingsError` for the first value that cannot be; nothing was opened.
    package init(
        options: [Key: String], file: String?, environment: [String: String]
    ) throws {
        let reader = try SettingsReader(
            prefix: Self.prefix, options: options, environment: environment,
            file: try Self.file(named: file, options, environment))
        guard let folder = try reader.path(.data) else {
            throw SettingsError.missing(
                reason: "Name the server's data folder: --data DIR, ACCORD_SERVER_DATA, or `data` "
                    + "in a settings file.")
        }
        let listen = try reader.value(
            .listen, allowed: "HOST:PORT, such as \(Self.standardListen),"
        ) {
            (try? ListenAddress($0)) == nil ? nil : $0
        }
        let levels: [Logger.Level] = [.debug, .info, .notice, .warning, .error]
        let words = levels.map(\.rawValue).joined(separator: ", ")
        let level = try reader.value(.logLevel, allowed: "one of \(words)") { text in
            levels.first { $0.rawValue == text }
        }
        let allowed = "addresses such as 10.0.0.2, with commas between them"
        let proxies =
            try reader.value(.trustedProxies, allowed: allowed) { text -> [String]? in
                let addresses = text.split(separator: ",").map {
                    $0.trimmingCharacters(in: .whitespaces)
                }
                return addresses.allSatisfy { RemoteNetwork(text: $0) != nil } ? addresses : nil
            } ?? []
        let certificate = try reader.path(.tlsCertificate)
        let key = try reader.path(.tlsKey)
        if (certificate == nil) != (key == nil) {
            throw try reader.fault(
                certificate == nil ? .tlsKey : .tlsCertificate,
                "TLS needs tls_certificate and tls_key: give both")
        }
        try self.init(
            dataFolder: URL(filePath: folder, directoryHint: .isDirectory),
            listen: listen ?? Self.standardListen, tlsCertificate: certificate, tlsKey: key,
            logLevel: (level ?? .info).rawValue, proxies: proxies,
            limits: try Self.limits(reader))
    }

    private static let prefix = "ACCORD_SERVER_"

    /// Most limits may be lowered only.
    ///
    /// Clients are built to send and take what the defaults allow. How often one asks is for
    /// whoever knows the team, and what stands before the server.
    private static func limits(_ reader: SettingsReader<Key>) throws(SettingsError) -> Limits {
        var limits = Limits.standard
        if let count = try reader.number(.pushChangesMax, in: 1...limits.pushChangesMax) {
            limits.pushChangesMax = count
        }
        // A body that every client may write has to fit, whatever is lowered.
        let bytes = limits.bodyBytesMax * 2...limits.pushBytesMax
        if let count = try reader.number(.pushBytesMax, in: bytes) { limits.pushBytesMax = count }
        if let seconds = try reader.number(.waitSecondsMax, in: 0...30) {
            limits.waitMax = .seconds(seconds)
        }
        if let seconds = try reader.number(.stallSecondsMax, in: 5...60) {
            limits.stallMax = .seconds(seconds)
        }
        // How much each may use is for whoever knows the disk, more or less than usual.
        let megabyte = 1024 * 1024
        let anyDisk = megabyte...(1 << 50)
        if let count = try reader.number(.logBytesPerPersonMax, in: anyDisk) {
            limits.logBytesPerPersonMax = UInt64(count)
        }
        if let count = try reader.number(.evidenceBytesPerPersonMax, in: anyDisk) {
            limits.evidenceBytesPerPersonMax = UInt64(count)
        }
        if let count = try reader.number(.devicesPerPersonMax, in: 1...10_000) {
            limits.devicesPerPersonMax = count
        }
        if let count = try reader.number(.newDevicesPerDayMax, in: 1...10_000) {
            limits.newDevicesPerDayMax = count
        }
        if let count = try reader.number(.requestsPerMinuteMax, in: 60...1_000_000) {
            limits.requestsPerMinuteMax = count
        }
        if let count = try reader.number(.anonymousRequestsPerMinuteMax, in: 60...1_000_000) {
            limits.anonymousRequestsPerMinuteMax = count
        }
        return limits
    }

    private static func file(
        named option: String?, _ options: [Key: String], _ environment: [String: String]
    ) throws(SettingsError) -> (path: String, yaml: String)? {
        func given(_ name: String) -> String? {
            environment[prefix + name].flatMap { $0.isEmpty ? nil : $0 }
        }
        let named = option ?? given("SETTINGS")
        let folder = options[.data] ?? given("DATA")
        guard let path = named ?? folder.map({ "\($0)/server.yaml" }),
            named != nil || FileManager.default.fileExists(atPath: path)
        else { return nil }
        do {
            return (path, try String(contentsOf: URL(fileURLWithPath: path), encoding: .utf8))
        } catch {
            throw .unreadable(path: path)
        }
    }
}
