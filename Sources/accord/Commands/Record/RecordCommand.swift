import ArgumentParser
import Client
import Foundation
import Presentation
import Reading
import Shared

struct RecordCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record", abstract: "Record a finding, or many from a file.",
        discussion: """
            It is saved on this laptop before the command ends. An outcome `untested` takes your \
            own verdict back. Severity and attribution belong to `failed`; left out, they are the \
            criterion's own and `app`.

            For verdict after verdict with keys there are the pages of `accord serve`; they need \
            no network.

            A verdict never replaces a colleague's: where they differ both stay, you are told, and \
            a lead is asked.

            Rows of a file are all checked first; then they are saved together, or none of them. \
            The columns are those of `accord export`; what `accord list --json` prints is read \
            too, and CSV as spreadsheets write it (docs/formats.md).

            Example: accord record --component "Accounts/Account options" \\
              --environment ios-voiceover-phone-18 --state expanded \\
              --criterion state-open --outcome failed --note "No state is spoken."
            Example: accord record --from findings.csv --dry-run
            """)

    @Option(help: .init("The component.", valueName: "screen/label")) var component: String?
    @Option(help: .environment("The environment.")) var environment: String?
    @Option(help: "The component's state.") var state: String?
    @Option(help: "The criterion, by its full id or its last part.") var criterion: String?
    @Option(help: "Your verdict; untested takes it back.") var outcome: Outcome?
    @Option(help: "How much the failure harms.") var severity: Severity?
    @Option(help: "Whose defect the failure is.") var attribution: Attribution?
    @Option(help: "What you noticed; \"\" takes the text away, here and below.") var note: String?
    @Option(help: "What the screen reader said.") var heard: String?
    @Option(help: "How to get there.") var steps: String?
    @Option(help: "What the developers should do.") var recommendation: String?
    @Option(help: "What a person can do until it is fixed.") var workaround: String?
    @Option(help: "A tag to add.") var tag: [String] = []
    @Option(help: .init("A ticket or page to add.", valueName: "url")) var link: [String] = []

    @Option(help: "The device's model, for the whole component state like the next six.")
    var device: String?

    @Option(help: "The system's exact version.") var system: String?

    @Option(help: "The exact version of the screen reader, or what else assists.")
    var atVersion: String?

    @Option(help: "The app's exact build.") var build: String?

    @Option(help: .init("Whether the screen reader's hints are on.", valueName: "on|off"))
    var atHints: String?

    @Option(help: "How much the screen reader is set to say, such as high.")
    var atVerbosity: String?

    @Option(help: "The language that the screen reader speaks, such as en-GB.")
    var atLanguage: String?

    @Option(help: .file("A file with many findings; - is standard input."), completion: .file())
    var from: String?

    @Option(help: "By default the file's ending tells, or its first character.")
    var format: FindingRowReader.Format?
    @Flag(help: "Check the rows and say what would be saved, but save nothing.") var dryRun = false
    @OptionGroup var options: AuditOptions
    @OptionGroup var catalogue: CatalogueOptions

    func validate() throws {
        let names = [component, environment, state, criterion]
        guard from == nil else {
            return try require(
                !saysSomething && names.allSatisfy { $0 == nil },
                "Give either --from, or one finding's names and values.")
        }
        try require(
            names.allSatisfy { $0 != nil },
            "Give --component, --environment, --state and --criterion, or --from FILE, "
                + "or judge with keys on the pages, which work offline: accord serve")
        try require(!dryRun, "--dry-run goes with --from.")
    }

    private var saysSomething: Bool {
        !texts.isEmpty || outcome != nil || severity != nil || attribution != nil
            || !lists.isEmpty
    }

    func run() throws {
        let (client, view) = try options.open()
        let catalogue = try catalogue.find(client, view).required()
        if let from {
            defer { Terminal.errors.progress("") }
            let summary = try client.recording.record(
                rows: try rows(of: from, in: client, orElse: "Nothing was saved."), as: format,
                in: view, catalogue: catalogue, isRehearsal: dryRun
            ) { Terminal.errors.progress($0.words) }
            Terminal.errors.progress("")
            return try options.report(summary.report(isRehearsal: dryRun))
        }
        let finding = finding()
        let summary = try client.recording.record(
            finding, of: component ?? "", in: view, catalogue: catalogue)
        let agreement = try finding.outcome == nil ? nil : agreement(on: view.audit, of: client)
        try options.report(summary.report(ofOne: true, agreement: agreement))
    }

    private func agreement(on audit: AuditID, of client: AuditClient) throws -> String? {
        // Anew: the save may have added the state to its component.
        let view = try client.view(audit)
        let name = "\(component ?? "")@\(environment ?? ""):\(state ?? "")"
        let item = try view.item(try view.state(named: name))
        let criterion = try client.catalogues.lastingName(criterion ?? "", in: view)
        let finding = try? item.finding(named: criterion)
        return finding.flatMap { Sides($0, in: view).agreement }
    }

    private func finding() -> FindingEntry {
        var finding = FindingEntry(
            environment: environment ?? "", state: state ?? "", criterion: criterion ?? "")
        finding.outcome = outcome
        finding.severity = severity
        finding.attribution = attribution
        finding.texts = texts
        finding.lists = lists
        return finding
    }

    private var texts: [FieldName: String] {
        let options: [FieldName: String?] = [
            .note: note, .heard: heard, .steps: steps, .recommendation: recommendation,
            .workaround: workaround, .device: device, .system: system,
            .assistiveTechnologyVersion: atVersion, .build: build,
            .assistiveTechnologyHints: atHints, .assistiveTechnologyVerbosity: atVerbosity,
            .assistiveTechnologyLanguage: atLanguage,
        ]
        return options.compactMapValues(\.self)
    }

    private var lists: [FieldName: [String]] {
        [.tag: tag, .link: link].filter { !$0.value.isEmpty }
    }
}

extension Outcome: ExpressibleByArgument {}
extension Severity: ExpressibleByArgument {}
extension Attribution: ExpressibleByArgument {}
extension FindingRowReader.Format: ExpressibleByArgument {}
