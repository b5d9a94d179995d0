import ArgumentParser
import Foundation
import Server
import Shared

/// Options that every command on a data folder takes.
struct CommonOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The server's data folder; the default is ACCORD_SERVER_DATA.", valueName: "dir"))
    var data: String?

    @Option(
        help: ArgumentHelp(
            "A settings file (default: ACCORD_SERVER_SETTINGS, else server.yaml in that folder).",
            valueName: "file"))
    var settings: String?

    /// What options, environment and file say, checked before anything is opened.
    func readSettings(
        _ options: [ServerSettings.Key: String?] = [:]
    ) throws -> ServerSettings {
        var options = options.compactMapValues(\.self)
        options[.data] = data
        return try ServerSettings(
            options: options, file: settings, environment: ProcessInfo.processInfo.environment)
    }

    /// The data folder that option, environment or file names.
    func dataFolder() throws -> URL {
        try readSettings().dataFolder
    }
}

/// Prints what a person reads; of what others wrote no control character is sent.
func print(_ text: String) { printLine(text) }

/// The same, for whatever has a `print` of its own.
func printLine(_ text: String) { Swift.print(TerminalText.shown(text)) }

/// Prints a value as one line of JSON with sorted keys, for scripts.
func printJSON(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    Swift.print(String(decoding: try encoder.encode(value), as: UTF8.self))
}

/// What this program calls itself.
enum Program {
    static let version = "0.2.0"
    static let line = "accord-server \(version), protocol \(ProtocolNames.version)"
}
