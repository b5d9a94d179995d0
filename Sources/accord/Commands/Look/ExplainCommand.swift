import ArgumentParser

struct ExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain", abstract: "Explain why a verdict holds, or why none does.",
        discussion: """
            Replays who said what, which rules were tried, and what a lead decided; then the \
            versions: of each write its dot (the front of a device's id, and the number of its \
            change), what its writer had seen, and how each two relate.

            Example: accord explain "Accounts/Account options@android-talkback-phone-15:disabled" \\
              --criterion state-disabled
            """)

    @OptionGroup var named: FindingOptions
    @OptionGroup var options: AuditOptions

    func run() throws {
        let (client, view) = try options.open()
        let (item, finding) = try named.find(client, view)
        try options.report(item.explanation(of: finding, in: view))
    }
}
