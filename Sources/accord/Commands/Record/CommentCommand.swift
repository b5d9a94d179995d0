import ArgumentParser
import Client
import Reading
import Shared

struct CommentCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "comment", abstract: "Add a comment to a finding.",
        discussion: """
            Example: accord comment "Accounts/Account options@ios-voiceover-phone-18:expanded" \\
              --criterion state-open "Same on the tablet."
            """)

    @OptionGroup var named: FindingOptions
    @Argument(help: "What you want to say.") var text: String
    @OptionGroup var options: AuditOptions

    func run() throws {
        let (client, view) = try options.open()
        let (item, finding) = try named.find(client, view)
        try client.recording.comment(text, on: finding.criterion, of: item, in: view)
        try options.report(["state": item.name, "criterion": finding.criterion]) {
            "Comment on \(finding.criterion) saved on this laptop."
        }
    }
}
