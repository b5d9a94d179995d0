import ArgumentParser
import Client
import Foundation
import Reading
import Shared

struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write all findings for other programs.",
        discussion: """
            Formats: ndjson loses nothing and can be recorded again; csv opens in a spreadsheet. \
            An undecided finding has no outcome, but every verdict that stands.

            Example: accord export csv --output findings.csv
            Example: accord export ndjson | jq .outcome
            """)

    @Argument(help: "ndjson or csv.") var format: String

    @Option(
        name: .shortAndLong, help: .file("The file to write; - is standard output."),
        completion: .file())
    var output = "-"

    @OptionGroup var options: AuditOptions

    func validate() throws {
        guard !output.isEmpty else {
            throw ValidationError("--output names no file. Nothing was written.")
        }
        guard !URL(fileURLWithPath: output).hasDirectoryPath else {
            throw ValidationError("“\(output)” is a folder; name a file. Nothing was written.")
        }
    }

    func run() throws {
        let (client, view) = try options.open()
        guard output != "-" else {
            _ = try client.queries.export(view, as: format) { piece in
                try Terminal.output.write(piece)
            }
            return
        }
        let count = try write(client, view, to: URL(fileURLWithPath: output))
        try options.report(["file": output, "findings": count, "format": format]) {
            "Wrote \(counted(count, "finding")) to \(output)."
        }
    }

    /// Writes beside the file and moves it into place, so that no half export is ever found there.
    private func write(_ client: AuditClient, _ view: AuditView, to file: URL) throws -> Int {
        let part = file.appendingPathExtension("part")
        let files = FileManager.default
        guard files.createFile(atPath: part.path, contents: nil) else {
            throw ReportedError(.disk, "\(output) cannot be written. Nothing was exported.")
        }
        do {
            let handle = try FileHandle(forWritingTo: part)
            let count = try client.queries.export(view, as: format) {
                try handle.write(contentsOf: $0)
            }
            try handle.close()
            // Replaces a file and never a folder, and removes nothing before.
            guard rename(part.path, file.path) == 0 else {
                throw ReportedError(.disk, "\(output) cannot be written. Nothing was exported.")
            }
            return count
        } catch {
            try? files.removeItem(at: part)
            throw error
        }
    }
}
