import Foundation
import Logging
import Shared
import TestSupport
import Testing

@testable import Server

/// What the server is told by options, environment and file (`ServerSettings.swift`).
struct ServerSettingsFileTests {
    private let folder: TemporaryFolder
    private let committed = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "config/server.yaml")

    init() throws { folder = try TemporaryFolder() }

    private func settings(
        _ yaml: String, options: [ServerSettings.Key: String] = [:],
        environment: [String: String] = [:]
    ) throws -> ServerSettings {
        try yaml.write(
            to: folder.url.appending(path: "server.yaml"), atomically: true, encoding: .utf8)
        var options = options
        options[.data] = folder.url.path
        return try ServerSettings(options: options, file: nil, environment: environment)
    }

    @Test func `the file in the repository has every setting with its default`() throws {
        let read = try ServerSettings(
            options: [.data: "/srv"], file: committed.path, environment: [:])
        let none = try ServerSettings(options: [.data: "/srv"], file: nil, environment: [:])
        #expect(read.address == none.address)
        #expect(read.tls == none.tls)
        #expect(read.logLevel == none.logLevel)
        #expect(read.limits == none.limits)
        #expect(none.limits == .standard)
        let lines = try String(contentsOf: committed, encoding: .utf8).split(separator: "\n")
        let given = lines.filter { !$0.hasPrefix("#") }
            .map { $0.split(separator: ":", maxSplits: 1).map(String.init) }
        #expect(given.map(\.first) == ServerSettings.Key.allCases.map(\.rawValue))
        let silent = given.filter { $0.count == 1 }.map(\.first)
        #expect(
            silent == ["data", "tls_certificate", "tls_key", "trusted_proxies", "metrics_listen"])
    }

    @Test func `the file in the data folder is read, and lowers limits`() throws {
        let read = try settings("listen: localhost:0\nwait_seconds_max: 5\nlog_level: error\n")
        #expect(read.address.host == "localhost")
        #expect(read.limits.waitMax == .seconds(5))
        #expect(read.logLevel == .error)
    }

    @Test func `an option goes before the environment, that before the file`() throws {
        let yaml = "listen: localhost:1\n"
        let environment = ["ACCORD_SERVER_LISTEN": "localhost:2"]
        #expect(try settings(yaml, environment: environment).address.port == 2)
        #expect(
            try settings(yaml, options: [.listen: "localhost:3"], environment: environment)
                .address.port == 3)
    }

    @Test(arguments: [
        ("listen: here", "server.yaml:1: listen: “here” cannot be: HOST:PORT"),
        ("log_level: loud", "server.yaml:1: log_level: “loud” cannot be: one of debug, info"),
        ("\npush_changes_max: 1001", "server.yaml:2: push_changes_max: “1001” cannot be"),
        ("port: 80", "server.yaml:1: port: unknown key"),
        ("tls_key: key.pem", "server.yaml:1: tls_key: TLS needs tls_certificate and tls_key"),
    ])
    func `what cannot be is told by file, line and key`(yaml: String, told: String) {
        let error = #expect(throws: SettingsError.self) { try settings(yaml) }
        #expect(error?.description.contains(told) == true, "\(String(describing: error))")
    }

    @Test func `without a data folder every way to name one is told`() {
        let error = #expect(throws: SettingsError.self) {
            try ServerSettings(options: [:], file: committed.path, environment: [:])
        }
        #expect(error?.description.contains("--data DIR, ACCORD_SERVER_DATA") == true)
    }
}
