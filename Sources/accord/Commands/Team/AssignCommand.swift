import ArgumentParser
import Client
import Reading
import Shared

struct AssignCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "assign", abstract: "Say who tests a component or a component state.",
        discussion: #"Example: accord assign "Transactions/Transaction details" "Lee Okafor""#)

    @Argument(help: .componentOrState) var name: String
    @Argument(help: .member) var person: String
    @OptionGroup var options: AuditOptions

    func run() throws {
        let (client, view) = try options.open()
        let person = try view.member(named: person)
        let key: RecordKey =
            name.contains("@")
            ? .state(view.audit, try view.state(named: name))
            : .component(view.audit, try view.component(named: name).id)
        try client.recording.assign(key, to: person, in: view)
        let member = view.plan.name(of: person)
        try options.report(["assigned": view.name(of: key), "person": person.hex, "name": member]) {
            "\(view.name(of: key)) is assigned to \(member)."
        }
    }
}
