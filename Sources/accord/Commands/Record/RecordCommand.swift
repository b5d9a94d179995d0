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
            let rows = [UInt8](try input(from, orElse: "Nothing was saved."))
            defer { Terminal.errors.progress("") }
            let summary = try client.recording.record(
                rows: rows, as: format ?? FindingRowReader.Format(of: rows, named: from),
                in: view, catalogue: catalogue, rehearsal: dryRun ? Date() : nil
            ) { Terminal.errors.progress("looking at the rows: \($0) of \($1)") }
            Terminal.errors.progress("")
            return try tell(summary)
        }
        let finding = finding()
        let summary = try client.recording.record(
            finding, of: component ?? "", in: view, catalogue: catalogue)
        try tell(
            summary,
            agreement: finding.outcome == nil ? nil : agreement(on: view.audit, of: client))
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

    private func tell(_ summary: RecordingSummary, agreement: String? = nil) throws {
        try options.report([
            "agreement": agreement, "changes": summary.changes,
            "disagreements": summary.disagreements, "dryRun": dryRun,
            "findings": summary.findings, "newComponents": summary.newComponents,
            "otherwise": summary.otherwise.count, "states": summary.states,
            "renamed": summary.renamed,
            "suggestion": JSON(from == nil ? summary.otherwise.first?.text : nil),
            "unsettled": summary.unsettled, "warnings": summary.warnings,
            "withdrawn": summary.withdrawn.map(\.state),
        ]) {
            // First: a verdict beside a withdrawal is for a lead to look at.
            for one in summary.withdrawn {
                (from == nil ? "" : "\(one.state): ") + one.note.sentence
            }
            summary.unsettled
            for name in summary.newComponents { "new component: \(name)" }
            for clause in summary.renamed { "\(clause): what was said of it is kept there" }
            if let first = summary.otherwise.first {
                words(ofOtherwise: first, of: summary.otherwise.count)
            }
            let states = counted(summary.states, "component state")
            let what = "\(counted(summary.findings, "finding")) on \(states)"
            if dryRun {
                "\(what): all rows are right. Nothing was saved."
            } else if summary.changes == 0 {
                "\(what): you have said all of this before. Nothing was saved."
            } else {
                "\(what), saved on this laptop."
            }
            let disagreements = "\(summary.disagreements) of a colleague's"
            // Others' verdicts stay: nothing is replaced, and somebody has to look.
            if let agreement {
                agreement
            } else if from != nil, summary.disagreements > 0 {
                dryRun
                    ? "would disagree with \(disagreements): both would stay"
                    : "disagrees with \(disagreements): both stay. See them with: accord conflicts"
            }
            summary.warnings
        }
    }

    /// What was heard suggests something else than the verdict: told, and left as it is.
    private func words(ofOtherwise first: AnnouncementSuggestion, of count: Int) -> String {
        guard from != nil else { return "\(first.sentence) \(AnnouncementSuggestion.standing)" }
        return counted(count, "finding")
            + ": what was heard suggests another verdict, kept beside yours. "
            + "See them with: accord announce recheck"
    }
}

extension Outcome: ExpressibleByArgument {}
extension Severity: ExpressibleByArgument {}
extension Attribution: ExpressibleByArgument {}
extension FindingRowReader.Format: ExpressibleByArgument {}
