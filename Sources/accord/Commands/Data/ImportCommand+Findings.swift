import ArgumentParser
import Client
import Foundation
import Presentation
import Reading
import Shared

extension ImportCommand {
    struct NDJSON: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "ndjson", abstract: "Import findings that another audit exported.",
            discussion: """
                Rows are what accord export ndjson writes. An undecided finding brings its texts \
                and no verdict, and a withdrawn one nothing.

                Example: accord import ndjson other-team.ndjson --map names.yaml --dry-run
                """)

        @OptionGroup var findings: FindingsOptions

        func run() throws { try findings.run("ndjson", as: .ndjson) }
    }

    struct CSV: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "csv", abstract: "Import findings from a spreadsheet.",
            discussion: """
                Rows are what accord export csv writes, or another program with those columns.

                Example: accord import csv other-team.csv --add
                """)

        @OptionGroup var findings: FindingsOptions

        func run() throws { try findings.run("csv", as: .csv) }
    }

    struct EARL: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "earl", abstract: "Import assertions in W3C's EARL, as JSON-LD.",
            discussion: """
                Of Accord's own files the assertion of what holds is imported. Of another tool's \
                each assertion is: its test and its subject are named with --map, a criterion and \
                a component state for each.

                Example: accord import earl scan.jsonld --map names.yaml --dry-run
                """)

        @OptionGroup var findings: FindingsOptions

        func run() throws { try findings.run("earl", from: .earl) }
    }

    struct WCAGEM: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "wcag-em", abstract: "Import outcomes of the WCAG-EM Report Tool.",
            discussion: """
                An evaluation has an outcome a success criterion and a page, and no finding. So \
                each of both is named with --map, a criterion and a component state, or - to leave \
                it out. Findings of another audit of Accord come whole with accord import earl.

                Example: accord import wcag-em evaluation.json --map names.yaml --dry-run
                """)

        @OptionGroup var findings: FindingsOptions

        func run() throws { try findings.run("wcag-em", from: .wcagEM) }
    }
}

/// What every import of findings takes.
struct FindingsOptions: ParsableArguments {
    @Argument(help: .file("The file; - is standard input."), completion: .file())
    var file: String

    @Option(
        help: .file("A YAML file with what things are called here (docs/formats.md)."),
        completion: .file())
    var map: String?

    @Flag(help: "Add components that the plan does not have.") var add = false
    @Flag(help: "Check the file and say what would be saved, but save nothing.") var dryRun = false
    @OptionGroup var options: AuditOptions
    @OptionGroup var catalogue: CatalogueOptions

    func run(
        _ source: String, as format: FindingRowReader.Format? = nil,
        from graph: EARLRows.Graph? = nil
    ) throws {
        let rules = ImportRules(
            source: source, from: graph, map: try names(), addsComponents: add)
        let (client, view) = try options.open()
        let catalogue = try catalogue.find(client, view).required()
        defer { Terminal.errors.progress("") }
        let summary = try client.recording.record(
            rows: try rows(of: file, in: client, orElse: Self.nothing), as: format, in: view,
            catalogue: catalogue, importing: rules, isRehearsal: dryRun
        ) { Terminal.errors.progress($0.words) }
        Terminal.errors.progress("")
        try options.report(summary.importReport(isRehearsal: dryRun))
    }

    private func names() throws -> NameMap {
        guard let map else { return NameMap() }
        // One byte more than is allowed, of a file that never ends.
        guard let handle = FileHandle(forReadingAtPath: map),
            let bytes = try? handle.read(upToCount: NameMap.bytesMax + 1)
        else { throw ReportedError(.notFound, "\(map) cannot be read. \(Self.nothing)") }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw ReportedError(.badInput, "\(map) is no UTF-8 text. \(Self.nothing)")
        }
        do throws(YAMLError) { return try NameMap(yaml: text, named: map) } catch {
            throw ReportedError(.badInput, "\(error.description). \(Self.nothing)")
        }
    }

    private static let nothing = "Nothing was imported."
}
