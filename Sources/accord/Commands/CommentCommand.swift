import ArgumentParser
import Client
import Shared

/// Adds a comment to a finding.
struct CommentCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "comment",
        abstract: "Add a comment to a finding.",
        discussion: """
            Example: accord comment "Accounts/Account options@ios-voiceover-phone-18:expanded" \\
              --criterion state-open "Same on the tablet."
            """)

    @Argument(help: ArgumentHelp("The component state.", valueName: "component@environment:state"))
    var state: String

    @Option(help: "The criterion.")
    var criterion: String

    @Argument(help: "What you want to say.")
    var text: String

    @OptionGroup var options: AuditOptions

    func run() throws {
        let (client, view) = try options.open()
        let item = try client.state(try view.state(named: state), of: view)
        let finding = try item.finding(named: criterion)
        try client.comment(text, on: finding.criterion, of: item, in: view)
        if options.json {
            return try JSON.object([
                "state": .string(item.name), "criterion": .string(finding.criterion),
            ]).printed()
        }
        print("Comment on \(finding.criterion) saved on this laptop.")
    }
}
