import ArgumentParser
import Client
import Reading
import Shared

struct DescribeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "describe",
        abstract: "Say what an attached file shows, and what is heard in it.",
        discussion: """
            What it shows is a picture's text alternative: on pages, in exports and in searches. \
            An empty text takes away what was said.

            Example: accord evidence describe \
              "Accounts/Account options@ios-voiceover-phone-18:expanded" \
              --criterion state-open menu.png --shows "The menu is open, its first item focused."
            """)

    @OptionGroup var named: FindingOptions
    @Argument(help: .file("Its name, or eight or more digits of its SHA-256.")) var file: String
    @OptionGroup var words: EvidenceOptions
    @OptionGroup var options: AuditOptions

    func validate() throws {
        try require(!words.texts.isEmpty, "Say something: --shows, --caption or --heard.")
    }

    func run() throws {
        let (client, view) = try options.open()
        let (item, finding) = try named.find(client, view)
        let found = try client.evidence.items(of: item.record, in: view)
            .filter { $0.criterion == finding.criterion }.file(named: file)
        let isSaved = try client.evidence.describe(found, words.texts, of: item, in: view)
        try options.report([
            "state": item.name, "criterion": finding.criterion, "sha256": found.hash.hex,
            "name": found.name, "saved": isSaved,
        ]) {
            let name = found.name ?? found.shortHash
            isSaved
                ? "Described \(name), saved on this laptop."
                : "That is said of \(name) already. Nothing was written."
        }
    }
}
