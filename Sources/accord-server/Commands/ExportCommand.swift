import ArgumentParser
import Server
import Shared
import Storage

struct ExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write all findings of an audit for other programs.",
        discussion: """
            The bytes are those of `accord export`, from one snapshot, also while the server runs. \
            A file is replaced when the export is whole, a pipe is written to, a folder refused.

            Example: accord-server export 5f0c… csv --data /srv/accord --output findings.csv
            """)

    @OptionGroup var common: CommonOptions
    @Argument(help: ArgumentHelp("The audit's id.", valueName: "id")) var audit: String
    @Argument(help: "ndjson or csv.") var format: String

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The file to write; - is standard output.", valueName: "file"))
    var output = "-"

    @Flag(help: "Begin csv with a byte order mark, by which Excel knows UTF-8.") var bom = false

    func run() async throws {
        let id = try AuditID.given(audit, as: "An audit")
        guard Administration.hasFormat(format, byteOrderMark: bom) else {
            let known = bom ? "only csv" : Administration.exportFormats.joined(separator: " or ")
            let kind = bom ? "export format with a byte order mark" : "export format"
            throw ValidationError("“\(format)” is no \(kind); there is \(known).")
        }
        // Before anything is read: what cannot be written is told at once.
        let file = output == "-" ? nil : try NamedFile(output)
        let count = try await common.administer {
            try await $0.export(id, as: format, byteOrderMark: bom) { piece in
                if let file { try file.write(piece) } else { try printBytes(piece) }
            }
        }
        guard let file else { return }
        try file.publish()
        try print("Wrote \(count) \(count == 1 ? "finding" : "findings") to \(output).")
    }
}
