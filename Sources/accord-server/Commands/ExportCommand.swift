import ArgumentParser
import Foundation
import Server
import Shared

struct ExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write all findings of an audit for other programs.",
        discussion: """
            The bytes are those of `accord export`, from one snapshot, also while the server runs.

            Example: accord-server export 5f0c… csv --data /srv/accord --output findings.csv
            """)

    @OptionGroup var common: CommonOptions
    @Argument(help: ArgumentHelp("The audit's id.", valueName: "id")) var audit: String
    @Argument(help: "ndjson or csv.") var format: String

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The file to write; - is standard output.", valueName: "file"))
    var output = "-"

    func run() async throws {
        let id = try AuditID.given(audit, as: "An audit")
        guard Administration.exportFormats.contains(format) else {
            let known = Administration.exportFormats.joined(separator: " or ")
            throw ValidationError("“\(format)” is no export format; there is \(known).")
        }
        let server = try common.open()
        defer { try? server.close() }
        guard output != "-" else {
            _ = try await server.export(id, as: format, to: .standardOutput)
            return
        }
        // Beside the file first, so that no half export is ever found there.
        let file = URL(fileURLWithPath: output)
        let part = file.appendingPathExtension("part")
        let refusal = ValidationError("\(output) cannot be written. Nothing was exported.")
        let isMade = FileManager.default.createFile(atPath: part.path, contents: nil)
        guard isMade else { throw refusal }
        do {
            let handle = try FileHandle(forWritingTo: part)
            let count = try await server.export(id, as: format, to: handle)
            try handle.close()
            guard rename(part.path, file.path) == 0 else { throw refusal }
            try print("Wrote \(count) \(count == 1 ? "finding" : "findings") to \(output).")
        } catch {
            try? FileManager.default.removeItem(at: part)
            throw error
        }
    }
}
