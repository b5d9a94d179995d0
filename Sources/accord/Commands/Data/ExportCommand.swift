import ArgumentParser
import Client
import Publishing
import Reading
import Shared
import Storage

struct ExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write findings for other programs and people.",
        discussion: """
            Formats: \(formats). A file is replaced when the export is whole, a pipe is written \
            to, and a folder is refused.

            Conditions choose findings: of one name several are “or”, of different names “and”. \
            A day begins at midnight UTC, as times in exports are UTC.

            An undecided finding has every verdict that stands in ndjson and csv; where a format \
            has room for one it is “can't tell”, and in sarif and junit a failure. A challenged \
            one is its decision, flagged. --strict refuses both.

            --after gives what differs since an earlier export of the same conditions, and a \
            cursor to go on from; --after '' begins. --watch appends such increments to a file for \
            as long as it runs, and goes on where that file ends.

            Example: accord export csv --bom --output findings.csv
            Example: accord export ndjson --outcome failed --severity critical --severity serious
            Example: accord export ndjson --watch --output findings.ndjson
            """)

    private static let formats = Export.all.map { "\($0.id) \($0.about)" }.joined(separator: ", ")

    @Argument(help: .init(stringLiteral: Export.all.map(\.id).joined(separator: ", ") + "."))
    var format: String

    @Option(
        name: .shortAndLong, help: .file("The file to write; - is standard output."),
        completion: .file())
    var output = "-"

    @Flag(help: "Begin csv with a byte order mark, by which Excel knows UTF-8.") var bom = false
    @Flag(help: "Refuse findings that wait for a lead's decision.") var strict = false
    @Option(help: .init("Only what differs since; ndjson.", valueName: "cursor")) var after: String?
    @Flag(help: "Append what differs for as long as it runs; ndjson.") var watch = false

    @Flag(help: "Show pictures of at most 256 KiB small; html and xlsx.") var thumbnails = false
    @Option(help: "Which of several files, where sarif or junit takes no more in one; from 1.")
    var part: Int?
    @Option(help: "What stands before paths in sarif; “accord” where it is left out.")
    var sarifRoot: String?

    @OptionGroup(title: "Conditions") var conditions: ConditionOptions
    @OptionGroup var options: AuditOptions
    @OptionGroup var catalogue: CatalogueOptions

    private static let quickWords = "The audit is quick: what is advisory was not asked."

    func validate() throws {
        try require(
            !watch || after == nil && !options.json,
            "--watch goes on where its file ends: leave out --after and --json.")
    }

    private func query(after cursor: String?) throws -> ExportQuery {
        let single: [(name: String, value: String?)] = [
            ("bom", bom ? "true" : nil), ("strict", strict ? "true" : nil),
            ("thumbnails", thumbnails ? "true" : nil),
            ("part", part.map { "\($0)" }), ("sarif-root", sarifRoot), ("after", cursor),
        ]
        let given = single.compactMap { one in one.value.map { (name: one.name, value: $0) } }
        return try ExportQuery([("format", format)] + given + conditions.given)
    }

    func run() async throws {
        if watch { return try await follow() }
        let query = try query(after: after)
        // Before anything is read: what cannot be written is told at once.
        let file = output == "-" ? nil : try NamedFile(output)
        let (client, view) = try options.open()
        let progress = options.json ? nil : Self.progress(besides: file)
        defer { progress?.end() }
        let written = try client.queries.export(
            query, of: view, besides: catalogue.read(client.settings), progress: progress
        ) { piece in
            if let file { try file.write(piece) } else { try Terminal.output.write(piece) }
        }
        progress?.end()
        let remarks = written.remarks + (view.plan.depth == .quick ? [Self.quickWords] : [])
        guard let file else {
            for remark in remarks { Terminal.errors.tell("accord: \(remark)\n") }
            return
        }
        try file.publish()
        try options.report([
            "cursor": JSON(written.cursor), "depth": view.plan.depth.rawValue, "file": output,
            "findings": written.findings, "format": query.export.id,
            "remarks": JSON.array(remarks.map { JSON.string($0) }),
        ]) {
            "Wrote \(counted(written.findings, "finding")) to \(output)."
            remarks
        }
    }

    /// Nil where nobody watches, and where the findings themselves are on the screen.
    private static func progress(besides file: NamedFile?) -> ExportProgress? {
        guard Terminal.errors.isInteractive, file != nil || !Terminal.output.isInteractive
        else { return nil }
        return ExportProgress { Terminal.errors.progress($0) }
    }

    /// Appends increments whenever something was written, until the program is ended.
    private func follow() async throws {
        // Before anything is touched: what has no increments is refused.
        _ = try query(after: "")
        let (client, view) = try options.open()
        let given = try catalogue.read(client.settings)
        let follower = try IncrementFile(output == "-" ? nil : output)
        while true {
            let mark = try client.queries.mark()
            let view = try client.view(view.audit)
            let query = try query(after: follower.cursor)
            let written = try client.queries.export(query, of: view, besides: given) { piece in
                try follower.write(piece)
            }
            try follower.end(written)
            while try client.queries.mark() == mark {
                try await ContinuousClock().sleep(for: .milliseconds(500))
            }
        }
    }
}
