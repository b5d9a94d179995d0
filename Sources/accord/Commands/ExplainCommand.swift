import ArgumentParser
import Client
import Shared

/// Tells how a finding came to what holds of it.
struct ExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Explain why a verdict holds, or why none does.",
        discussion: """
            Replays who said what, which rules were tried, and what a lead decided; then the \
            versions: of each write its dot (the front of a device's id, and the number of its \
            change), what its writer had seen, and how each two relate.

            Example: accord explain "Accounts/Account options@android-talkback-phone-15:disabled" \\
              --criterion state-disabled
            """)

    @Argument(help: ArgumentHelp("The component state.", valueName: "component@environment:state"))
    var state: String

    @Option(help: "The criterion.")
    var criterion: String

    @OptionGroup var options: AuditOptions

    func run() throws {
        let (client, view) = try options.open()
        let item = try client.state(try view.state(named: state), of: view)
        let finding = try item.finding(named: criterion)
        let story = ExplanationStory(
            view.explanation(of: finding, on: item), in: view, time: shown)
        let versions = FindingVersions(finding, on: item, in: view)
        if options.json {
            return try JSON.object([
                "state": .string(item.name), "criterion": .string(finding.criterion),
                "basis": .string(finding.effective.basis), "verdict": .string(finding.words),
                "steps": JSON(story.lines), "version": versions.json,
            ]).printed()
        }
        print("\(finding.criterion) on \(item.name)\n")
        for (index, line) in story.lines.enumerated() { print("\(index + 1). \(line)") }
        print("\nTherefore: \(finding.words)")
        versions.print()
    }
}
