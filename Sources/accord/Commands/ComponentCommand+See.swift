import ArgumentParser
import Client
import Shared

extension ComponentCommand {
    struct See: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Say that a component is the same control as another one.",
            discussion: """
                For a control that came in twice, under two names. Each points to the other from \
                then on, in lists, pages and exports. No finding is moved: whoever recorded one \
                can record it on the other too.

                Example: accord component see "Accounts/Options" "Accounts/Account options"
                Example: accord component see "Accounts/Options" --clear
                """)

        @Argument(help: ArgumentHelp("The component.", valueName: "screen/label"))
        var component: String

        @Argument(help: ArgumentHelp("The other one.", valueName: "screen/label"))
        var other: String?

        @Flag(help: "Take back that it is the same as another.")
        var clear = false

        @OptionGroup var options: AuditOptions

        func validate() throws {
            guard clear == (other == nil) else {
                throw ValidationError("Name the other component, or give --clear.")
            }
        }

        func run() throws {
            let (client, view) = try options.open()
            try view.requireTester()
            let component = try view.component(named: component)
            let other = try other.map { try view.component(named: $0) }
            guard other?.id != component.id else {
                throw ClientError.invalid("“\(component.name)” cannot point to itself")
            }
            let edit = FieldEdit(FieldID(.see), other.map { Drafts.text($0.id.hex) })
            try client.save(
                [RecordDraft(key: .component(view.audit, component.id), edits: [edit])],
                in: view.audit)
            let after = try client.view(view.audit)
            guard let made = after.components[component.id] else { return }
            try options.answer(made.json(in: after)) {
                guard let other else {
                    return print("\(component.name) points to no other component any more.")
                }
                print(
                    "\(component.name) and \(other.name) point to each other. "
                        + "No finding was moved.")
            }
        }
    }
}
