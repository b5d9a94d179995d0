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

    func readSettings(_ options: [ServerSettings.Key: String?] = [:]) throws -> ServerSettings {
        var options = options.compactMapValues(\.self)
        options[.data] = data
        return try ServerSettings(
            options: options, file: settings, environment: ProcessInfo.processInfo.environment)
    }

    func dataFolder() throws -> URL { try readSettings().dataFolder }

    func open() throws -> Administration {
        var generator = SystemRandomNumberGenerator()
        return try Administration(dataFolder: try dataFolder(), at: Date(), using: &generator)
    }

    /// Opens the data folder for some calls, and closes it after them, whatever they end with.
    func administer<Answer>(
        _ calls: (Administration) async throws -> Answer
    ) async throws -> Answer {
        let server = try open()
        do {
            let answer = try await calls(server)
            try server.close()
            return answer
        } catch {
            try? server.close()
            throw error
        }
    }
}

extension Identifier {
    /// Reads an id that was given as an argument, of what `owner` says.
    static func given(_ text: String, as owner: String) throws -> Self {
        guard let id = Self(hex: text) else {
            throw ValidationError("\(owner)'s id has 32 hexadecimal digits.")
        }
        return id
    }
}

/// Prints what a person reads; of what others wrote no control character is sent.
func print(_ text: String) throws { try printLine(text) }

/// The same, for whatever has a `print` of its own.
func printLine(_ text: String) throws { try send(TerminalText.shown(text)) }

/// Tells what was not done, beside what a script reads.
func printError(_ text: String) throws {
    try FileHandle.standardError.write(contentsOf: Data("\(TerminalText.shown(text))\n".utf8))
}

/// Writes over the present line of the terminal that errors are told on.
func printOver(_ line: String) throws {
    let text = "\r\u{1B}[K\(TerminalText.shown(line))"
    try FileHandle.standardError.write(contentsOf: Data(text.utf8))
}

private func send(_ line: String) throws { try printBytes(Array("\(line)\n".utf8)) }

/// Writes at once: what a buffer holds when a program ends is lost unseen.
func printBytes(_ bytes: [UInt8]) throws {
    do { try FileHandle.standardOutput.write(contentsOf: Data(bytes)) } catch {
        let about: [String: Any] = [
            NSFilePathErrorKey: "The output", NSUnderlyingErrorKey: error,
        ]
        throw CocoaError(.fileWriteUnknown, userInfo: about)
    }
}

func printJSON(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    try send(String(decoding: try encoder.encode(value), as: UTF8.self))
}

func printEach<Value: Encodable>(_ values: [Value], json: Bool, _ words: (Value) -> String) throws {
    for value in values {
        if json { try printJSON(value) } else { try print(words(value)) }
    }
}

enum Program {
    static let version = "0.2.0"
    static let line = "accord-server \(version), protocol \(ProtocolNames.version)"
}
