import ArgumentParser
import Client
import Reading
import Shared

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
        var item = try view.item(try view.state(named: state, round: round))
        if let criterion { item.findings = [try item.finding(named: criterion)] }
        if options.json {
            return try Terminal.output.write(client.queries.json(of: [item], in: view))
        }
        print(Terminal.output.styled(item.name, .bold))
        for assignee in item.assignees {
            print("assigned to \(PersonID(hex: assignee).map(view.plan.name(of:)) ?? assignee)")
        }
        let same = view.sameControls(as: item.id.component)
        if !same.isEmpty { print("the same control as \(AuditView.list(same))") }
        if let reason = item.withdrawal.reason { print("withdrawn: \(reason)") }
        for line in item.factLines(in: view) { print(line) }
        if item.findings.isEmpty { print("Nothing was recorded yet.") }
        let evidence = try client.evidence.items(of: item.record, in: view)
        for finding in item.findings {
            FindingPage(finding: finding, view: view, evidence: evidence).print()
        }
    }
}
