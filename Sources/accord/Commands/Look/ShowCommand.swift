import ArgumentParser
import Client
import Reading

struct ShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show everything recorded on one component state.",
        discussion:
            #"Example: accord show "Accounts/Account options@ios-voiceover-phone-18:expanded""#)

    @Argument(help: .componentState) var state: String
    @Option(help: "Only this criterion.") var criterion: String?
    @Option(help: "The round; by default the current one.") var round: UInt32?
    @OptionGroup var options: AuditOptions

    func run() throws {
        let (client, view) = try options.open()
        var item = try view.item(named: state, round: round)
        if let criterion {
            let name = try client.catalogues.lastingName(criterion, in: view)
            item.findings = [try item.finding(named: name)]
        }
        try options.report(item.report(in: view, of: client))
    }
}
