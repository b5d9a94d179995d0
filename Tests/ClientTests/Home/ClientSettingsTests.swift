import Client
import Foundation
import Shared
import TestSupport
import Testing

struct ClientSettingsTests {
    private let folder: TemporaryFolder
    private let committed = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "config/client.yaml")

    init() throws { folder = try TemporaryFolder() }

    private var file: URL { folder.url.appending(path: "client.yaml") }

    /// What holds with a file of these lines.
    private func settings(
        _ yaml: String, options: [ClientSettings.Key: String] = [:],
        environment: [String: String] = [:]
    ) throws -> ClientSettings {
        try yaml.write(to: file, atomically: true, encoding: .utf8)
        return try ClientSettings(options: options, file: file.path, environment: environment)
    }

    /// What is told of settings that cannot be used.
    private func fault(_ yaml: String, environment: [String: String] = [:]) -> String? {
        do {
            _ = try settings(yaml, environment: environment)
            return nil
        } catch {
            return "\(error)".replacingOccurrences(of: folder.url.path + "/", with: "")
        }
    }

    @Test func `the file in the repository has every setting with its default`() throws {
        let read = try ClientSettings(file: committed.path, environment: [:])
        #expect(read == .standard)
        let lines = try String(contentsOf: committed, encoding: .utf8).split(separator: "\n")
        let given = lines.filter { !$0.hasPrefix("#") }
            .map { $0.split(separator: ":", maxSplits: 1).map(String.init) }
        #expect(given.map(\.first) == ClientSettings.Key.allCases.map(\.rawValue))
        // A setting that has a default shows it; the test above says that it is the right one.
        let withoutDefault: Set<ClientSettings.Key> = [
            .home, .identity, .audit, .catalogue, .certificateAuthority,
        ]
        #expect(
            given.filter { $0.count == 1 }.compactMap(\.first)
                == ClientSettings.Key.allCases.filter(withoutDefault.contains).map(\.rawValue))
    }

    @Test func `an option goes before the environment, that before the file`() throws {
        let yaml = "audit: file\nstall_seconds_max: 5\n"
        let environment = ["ACCORD_AUDIT": "environment"]
        #expect(try settings(yaml).audit == "file")
        #expect(try settings(yaml, environment: environment).audit == "environment")
        #expect(
            try settings(yaml, options: [.audit: "option"], environment: environment).audit
                == "option")
        #expect(try settings(yaml).stallTimeout == .seconds(5))
        #expect(try settings(yaml).connectTimeout == .seconds(10))
        #expect(try settings(yaml, environment: ["ACCORD_AUDIT": ""]).audit == "file")
    }

    @Test(arguments: [
        ("audit: a\nstal_seconds_max: 5", "client.yaml:2: stal_seconds_max: unknown key"),
        (
            "audit: a\nstall_seconds_max: 5000",
            "client.yaml:2: stall_seconds_max: “5000” cannot be: a whole number from 1 to 600"
        ),
        (
            "\n\nallow_plain_http: perhaps",
            "client.yaml:3: allow_plain_http: “perhaps” cannot be: true or false is allowed"
        ),
        ("audit: [a, b]", "client.yaml:1: audit: one value is expected here"),
        ("- audit", "client.yaml:1: (top): a mapping is expected here"),
        ("audit: a\naudit: b", "audit: the key is there twice: keep one"),
        ("audit: 'a", "client.yaml:"),
    ])
    func `what cannot be is told by file, line and key`(yaml: String, told: String) {
        #expect(fault(yaml)?.contains(told) == true, "\(fault(yaml) ?? "nothing")")
    }

    @Test func `a variable that cannot be is told by its name`() {
        let told = fault("audit: a", environment: ["ACCORD_STALL_SECONDS_MAX": "soon"])
        #expect(
            told?.hasPrefix("ACCORD_STALL_SECONDS_MAX: “soon” cannot be: a whole number") == true)
    }

    @Test func `a path in a file begins at the file's folder, one of an option where it stands`()
        throws
    {
        let yaml = "home: work\ncatalogue: ~/catalogue\nidentity: /var/identity\n"
        let read = try settings(yaml, environment: ["HOME": "/home/maya"])
        #expect(read.home == folder.url.appending(path: "work").path)
        #expect(read.catalogue == "/home/maya/catalogue")
        #expect(read.identity == "/var/identity")
        #expect(try settings(yaml, options: [.home: "here"]).home == "here")
    }

    @Test func `a file that was named has to be there, the usual one need not`() throws {
        let missing = folder.url.appending(path: "missing.yaml").path
        #expect(throws: SettingsError.unreadable(path: missing)) {
            try ClientSettings(environment: ["ACCORD_SETTINGS": missing])
        }
        let environment = ["XDG_CONFIG_HOME": folder.url.path]
        #expect(try ClientSettings(environment: environment) == .standard)
        let usual = folder.url.appending(path: "accord")
        try FileManager.default.createDirectory(at: usual, withIntermediateDirectories: true)
        try "audit: a".write(
            to: usual.appending(path: "client.yaml"), atomically: true, encoding: .utf8)
        #expect(try ClientSettings(environment: environment).audit == "a")
    }
}
