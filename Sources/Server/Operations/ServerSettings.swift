package import Foundation
import Logging
package import Shared

/// What a server process is told, checked before anything is opened.
package struct ServerSettings: Sendable {
    package internal(set) var dataFolder: URL
    package internal(set) var address: ListenAddress
    package let tls: TLSFiles?
    let logLevel: Logger.Level
    /// Whose word for where a request comes from is taken.
    let proxies: Set<RemoteNetwork>
    /// Where metrics are told; nil where they are not.
    let metrics: ListenAddress?
    package let limits: Limits

    /// Host and port to listen at; port 0 takes a free one.
    package struct ListenAddress: Hashable, Sendable {
        /// A name or an address, IPv6 without its brackets.
        package let host: String
        package internal(set) var port: Int
        var isLoopback: Bool { host == "localhost" || host == "::1" || host.hasPrefix("127.") }
    }

    /// A certificate chain and its private key, both PEM.
    package struct TLSFiles: Hashable, Sendable {
        /// The path of the chain, the server's own certificate first.
        package let certificate: String
        /// The path of the key, readable by the server only.
        package let key: String
    }
}

extension ServerSettings.ListenAddress {
    /// Reads `HOST:PORT`, where an IPv6 address stands in brackets; nil for anything else.
    package init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"),
            let port = UInt16(text[text.index(after: colon)...]), colon > text.startIndex
        else { return nil }
        let host = text[..<colon]
        guard host.hasPrefix("[") == host.hasSuffix("]"), host.hasPrefix("[") || !host.contains(":")
        else { return nil }
        self.host = host.trimmingCharacters(in: ["[", "]"])
        self.port = Int(port)
    }
}

extension ServerSettings {
    /// The settings by their names in a file; config/server.yaml lists them with their defaults.
    package enum Key: String, CaseIterable, Sendable {
        case data, listen
        case tlsCertificate = "tls_certificate"
        case tlsKey = "tls_key"
        case logLevel = "log_level"
        case trustedProxies = "trusted_proxies"
        case metricsListen = "metrics_listen"
        case pushChangesMax = "push_changes_max"
        case pushBytesMax = "push_bytes_max"
        case waitSecondsMax = "wait_seconds_max"
        case stallSecondsMax = "stall_seconds_max"
        case logBytesPerPersonMax = "log_bytes_per_person_max"
        case evidenceBytesPerPersonMax = "evidence_bytes_per_person_max"
        case devicesPerPersonMax = "devices_per_person_max"
        case newDevicesPerDayMax = "new_devices_per_day_max"
        case openInvitesPerLeadMax = "open_invites_per_lead_max"
        case requestsPerMinuteMax = "requests_per_minute_max"
        case anonymousRequestsPerMinuteMax = "anonymous_requests_per_minute_max"
    }

    private static let standardAddress = ListenAddress(host: "127.0.0.1", port: 8437)
    package static let standardListen = "\(standardAddress.host):\(standardAddress.port)"

    /// Reads the settings: option before environment before file before default.
    ///
    /// - Parameters:
    ///   - file: `--settings`; nil for `ACCORD_SERVER_SETTINGS`, else for `server.yaml` in the data
    ///     folder that option or environment names, where that is there.
    /// - Throws: `SettingsError` for the first value that cannot be; nothing was opened.
    package init(options: [Key: String], file: String?, environment: [String: String]) throws {
        let reader = try SettingsReader(
            prefix: Self.prefix, options: options, environment: environment,
            file: try Self.file(named: file, options, environment))
        guard let folder = try reader.path(.data) else {
            throw SettingsError.missing(
                reason: "Name the server's data folder: --data DIR, ACCORD_SERVER_DATA, or `data` "
                    + "in a settings file.")
        }
        let address = try reader.value(
            .listen, allowed: "HOST:PORT, such as \(Self.standardListen),", ListenAddress.init)
        let metrics = try reader.value(
            .metricsListen, allowed: "HOST:PORT, such as 127.0.0.1:9437,", ListenAddress.init)
        let levels: [Logger.Level] = [.debug, .info, .notice, .warning, .error]
        let words = levels.map(\.rawValue).joined(separator: ", ")
        let level = try reader.value(.logLevel, allowed: "one of \(words)") { text in
            levels.first { $0.rawValue == text }
        }
        let allowed = "addresses such as 10.0.0.2, with commas between them"
        let proxies = try reader.value(.trustedProxies, allowed: allowed, Self.networks)
        let certificate = try reader.path(.tlsCertificate)
        let key = try reader.path(.tlsKey)
        if (certificate == nil) != (key == nil) {
            throw try reader.fault(
                certificate == nil ? .tlsKey : .tlsCertificate,
                "TLS needs tls_certificate and tls_key: give both")
        }
        let tls = certificate.flatMap { certificate in
            key.map { TLSFiles(certificate: certificate, key: $0) }
        }
        self.init(
            dataFolder: URL(filePath: folder, directoryHint: .isDirectory),
            address: address ?? Self.standardAddress, tls: tls, logLevel: level ?? .info,
            proxies: proxies ?? [], metrics: metrics, limits: try Self.limits(reader))
    }

    private static let prefix = "ACCORD_SERVER_"

    private static func networks(_ text: String) -> Set<RemoteNetwork>? {
        let networks = text.split(separator: ",").map {
            RemoteNetwork(text: $0.trimmingCharacters(in: .whitespaces))
        }
        return networks.contains(nil) ? nil : Set(networks.compactMap(\.self))
    }

    /// Most limits may be lowered only.
    private static func limits(_ reader: SettingsReader<Key>) throws(SettingsError) -> Limits {
        // Clients are built to send and take what the defaults allow. How often one asks is for
        // whoever knows the team, and what stands before the server.
        var limits = Limits.standard
        func take<Count: BinaryInteger>(
            _ key: Key, in bounds: ClosedRange<Int>, as limit: WritableKeyPath<Limits, Count>
        ) throws(SettingsError) {
            if let n = try reader.number(key, in: bounds) { limits[keyPath: limit] = Count(n) }
        }
        try take(.pushChangesMax, in: 1...limits.pushChangesMax, as: \.pushChangesMax)
        // A body that every client may write has to fit, whatever is lowered.
        let bytes = limits.bodyBytesMax * 2...limits.pushBytesMax
        try take(.pushBytesMax, in: bytes, as: \.pushBytesMax)
        if let seconds = try reader.number(.waitSecondsMax, in: 0...30) {
            limits.waitMax = .seconds(seconds)
        }
        if let seconds = try reader.number(.stallSecondsMax, in: 5...60) {
            limits.stallMax = .seconds(seconds)
        }
        // How much each may use is for whoever knows the disk, more or less than usual.
        let anyDisk = 1024 * 1024...(1 << 50)
        try take(.logBytesPerPersonMax, in: anyDisk, as: \.logBytesPerPersonMax)
        try take(.evidenceBytesPerPersonMax, in: anyDisk, as: \.evidenceBytesPerPersonMax)
        try take(.devicesPerPersonMax, in: 1...10_000, as: \.devicesPerPersonMax)
        try take(.newDevicesPerDayMax, in: 1...10_000, as: \.newDevicesPerDayMax)
        // Whether leads may let people in at all is for whoever runs the server.
        try take(.openInvitesPerLeadMax, in: 0...1_000, as: \.openInvitesPerLeadMax)
        let rates = 60...1_000_000
        try take(.requestsPerMinuteMax, in: rates, as: \.requestsPerMinuteMax)
        try take(.anonymousRequestsPerMinuteMax, in: rates, as: \.anonymousRequestsPerMinuteMax)
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
