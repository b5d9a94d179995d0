import ArgumentParser
import Client
import Presentation
import Reading
import Shared
import Storage

struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write all findings for other programs.",
        discussion: """
            Formats: ndjson loses nothing and can be recorded again; csv opens in a spreadsheet. \
            An undecided finding has no outcome, but every verdict that stands. A file is replaced \
            when the export is whole, a pipe is written to, and a folder is refused.

            Example: accord export csv --bom --output findings.csv
            Example: accord export ndjson | jq .outcome
            """)

    @Argument(help: "ndjson or csv.") var format: String

    @Option(
        name: .shortAndLong, help: .file("The file to write; - is standard output."),
        completion: .file())
    var output = "-"

    @Flag(help: "Begin csv with a byte order mark, by which Excel knows UTF-8.") var bom = false

    @OptionGroup var options: AuditOptions

    private static let quickWords = "The audit is quick: what is advisory was not asked."

    func run() throws {
        let export = try ClientQueries.exportFormat(format, byteOrderMark: bom)
        guard output != "-" else {
            let (client, view) = try options.open()
            _ = try client.queries.export(view, as: export) { piece in
                try Terminal.output.write(piece)
            }
            if view.plan.depth == .quick { Terminal.errors.tell("accord: \(Self.quickWords)\n") }
            return
        }
        // Before anything is read: what cannot be written is told at once.
        let file = try NamedFile(output)
        let (client, view) = try options.open()
        let count = try client.queries.export(view, as: export) { try file.write($0) }
        try file.publish()
        try options.report([
            "depth": view.plan.depth.rawValue, "file": output, "findings": count,
            "format": export.id,
        ]) {
            "Wrote \(counted(count, "finding")) to \(output)."
            if view.plan.depth == .quick {
                Self.quickWords
            }
        }
    }
}
