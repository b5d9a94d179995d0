import ArgumentParser
import Foundation
import Shared

/// Options that every command on a data folder takes.
struct CommonOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The server's data folder; the default is ACCORD_SERVER_DATA.", valueName: "dir"))
    var data: String?

    /// The data folder that the option or the environment names.
    ///
    /// - Throws: A usage error when neither does.
    func dataFolder() throws -> URL {
        let environment = ProcessInfo.processInfo.environment
        guard let path = data ?? environment["ACCORD_SERVER_DATA"], !path.isEmpty else {
            throw ValidationError("Name the server's data folder with --data DIR.")
        }
        return URL(filePath: path, directoryHint: .isDirectory)
    }
}

/// Prints a value as one line of JSON with sorted keys, for scripts.
func printJSON(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    print(String(decoding: try encoder.encode(value), as: UTF8.self))
}

/// What this program calls itself.
enum Program {
    static let version = "0.1.0"
    static let line = "accord-server \(version), protocol \(ProtocolNames.version)"
}
