import ArgumentParser
import Foundation
import Server
import Shared
import Storage

struct ExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write findings of an audit, or of all, for others.",
        discussion: """
            The bytes are those of `accord export`, from one snapshot, also while the server runs. \
            A file is replaced when the export is whole, a pipe is written to, a folder refused. \
            --with takes conditions and options as addresses have them: of one name several are \
            “or”, of different names “and” (docs/formats.md).

            Example: accord-server export 5f0c… csv --data /srv/accord --output findings.csv
            Example: accord-server export 5f0c… ndjson --with outcome=failed --with basis=agreed
            Example: accord-server export ndjson --all /srv/exports
            """)

    @OptionGroup var common: CommonOptions

    @Argument(
        help: ArgumentHelp(
            "The audit's id, unless --all; then one of "
                + Administration.exportFormats.joined(separator: ", ") + ".",
            valueName: "id format"))
    var words: [String]

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The file to write; - is standard output.", valueName: "file"))
    var output = "-"

    @Option(
        help: ArgumentHelp(
            "Every audit, each into a file of this folder named by its id.", valueName: "dir"))
    var all: String?

    @Option(help: ArgumentHelp("A condition or an option.", valueName: "name=value"))
    var with: [String] = []

    @Flag(help: "Begin csv with a byte order mark, by which Excel knows UTF-8.") var bom = false

    func validate() throws {
        guard words.count == (all == nil ? 2 : 1) else {
            throw ValidationError(
                all == nil
                    ? "Name an audit's id and a format." : "With --all name a format alone.")
        }
        guard all == nil || output == "-"
        else { throw ValidationError("--all names its files itself: leave out --output.") }
    }

    func run() async throws {
        let query = try query()
        guard let all else {
            let audit = try AuditID.given(words[0], as: "An audit")
            return try await common.administer { try await export(audit, query, output, by: $0) }
        }
        try DurableFolder.make(all)
        try await common.administer { server in
            let ending = try server.fileExtension(of: query)
            var first: ExitCode?
            for audit in try await server.audits() {
                let name = URL(fileURLWithPath: all).appending(path: "\(audit.hex).\(ending)")
                // What is wrong with one audit keeps no other from its file.
                do { try await export(audit, query, name.path, by: server) } catch {
                    let failure = ReportedError(serving: error)
                    try printError("accord-server: not exported: \(audit.hex): \(failure.message)")
                    first = first ?? ExitCode(failure.kind.exitCode)
                }
            }
            if let first { throw first }
        }
    }

    private func query() throws -> [(name: String, value: String)] {
        let pairs = try with.map { text -> (name: String, value: String) in
            guard let end = text.firstIndex(of: "=") else {
                throw ValidationError("A condition is written NAME=VALUE; “\(text)” is not.")
            }
            return (String(text[..<end]), String(text[text.index(after: end)...]))
        }
        return [("format", words.last ?? "")] + (bom ? [("bom", "true")] : []) + pairs
    }

    private func export(
        _ audit: AuditID, _ query: [(name: String, value: String)], _ output: String,
        by server: Administration
    ) async throws {
        // Before anything is read: what cannot be written is told at once.
        let file = output == "-" ? nil : try NamedFile(output)
        // Where the findings themselves are on the screen, nothing is written over them.
        let isWatched = isatty(STDERR_FILENO) == 1 && (file != nil || isatty(STDOUT_FILENO) == 0)
        var show: (@Sendable (String) -> Void)?
        if isWatched { show = { try? printOver($0) } }
        let (count, remarks) = try await server.export(audit, query, show: show) { piece in
            if let file { try file.write(piece) } else { try printBytes(piece) }
        }
        for remark in remarks { try printError("accord-server: \(remark)\n") }
        guard let file else { return }
        try file.publish()
        try print("Wrote \(count) \(count == 1 ? "finding" : "findings") to \(output).")
    }
}
