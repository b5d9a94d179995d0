import ArgumentParser
import Client
import Shared

/// Takes a finding, a component state or a component out of the audit.
struct WithdrawCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "withdraw",
        abstract: "Withdraw a finding, a component state or a component.",
        discussion: """
            Nothing is deleted: it stays readable, marked with your reason. Whoever edits it after \
            having seen that brings it back.

            Example: accord withdraw "Transfer/Confirm" --reason "Removed in build 8.4.1."
            """)

    @Argument(
        help: ArgumentHelp(
            "A component, or a component state.", valueName: "component[@environment:state]"))
    var name: String

    @Option(help: "Only this criterion; repeat it for several.")
    var criterion: [String] = []

    @Option(help: "Why.")
    var reason: String

    @OptionGroup var options: AuditOptions

    func validate() throws {
        guard criterion.isEmpty || name.contains("@") else {
            throw ValidationError("--criterion goes with a component state.")
        }
    }

    func run() throws {
        let (client, view) = try options.open()
        let what: String
        if name.contains("@") {
            let item = try client.state(try view.state(named: name), of: view)
            try client.withdraw(item, criteria: criterion, reason: reason, in: view)
            what = (criterion.isEmpty ? "" : criterion.joined(separator: ", ") + " on ") + item.name
        } else {
            let component = try view.component(named: name)
            try client.withdraw(component, reason: reason, in: view)
            what = component.name
        }
        if options.json {
            return try JSON.object(["withdrawn": .string(what), "reason": .string(reason)])
                .printed()
        }
        print("Withdrew \(what).")
    }
}
