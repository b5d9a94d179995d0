import ArgumentParser
import Client
import Reading
import Shared

extension AuditCommand {
    struct Group: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "group", abstract: "List and change the groups that work is assigned to.",
            discussion:
                "Example: accord audit group set Payments \"Lee Okafor\" \"Maya Lindqvist\"",
            subcommands: [List.self, Set.self, Remove.self], defaultSubcommand: List.self)

        struct List: ParsableCommand {
            static let configuration = CommandConfiguration(
                commandName: "list", abstract: "List the groups.",
                discussion: "Example: accord audit group list")

            @OptionGroup var options: AuditOptions

            func run() throws {
                let (_, view) = try options.open()
                try tell(options, view)
            }
        }

        struct Set: ParsableCommand {
            static let configuration = CommandConfiguration(
                commandName: "set", abstract: "Make a group, or say who is in it (leads).",
                discussion: """
                    What is assigned to a group is to be done by everybody who is in it. The \
                    people that are named are in it, and nobody else.

                    Example: accord audit group set Payments "Lee Okafor" "Maya Lindqvist"
                    """)

            @Argument(help: "The group's name.") var name: String
            @Argument(help: .member) var people: [String] = []
            @OptionGroup var options: AuditOptions

            func run() throws {
                let (client, view) = try options.open()
                let people = try people.map { try view.member(named: $0) }
                try client.planning.setGroup(name, members: .init(people), in: view)
                try tell(options, try client.view(view.audit))
            }
        }

        struct Remove: ParsableCommand {
            static let configuration = CommandConfiguration(
                commandName: "remove", abstract: "Take a group away (leads).",
                discussion: """
                    What is assigned to it is nobody's then, and accord conflicts lists it. A \
                    group of the same name has it again. Whoever sets the group meanwhile keeps it.

                    Example: accord audit group remove Payments
                    """)

            @Argument(help: "The group's name.") var name: String
            @OptionGroup var options: AuditOptions

            func run() throws {
                let (client, view) = try options.open()
                guard let group = view.group(named: name) else {
                    let known = view.plan.groups.values.map(\.name)
                    throw AuditError.notFound(
                        what: "group", name: name, known: nearNames(to: name, among: known))
                }
                try client.planning.removeGroup(group, in: view)
                try tell(options, try client.view(view.audit))
            }
        }
    }
}

private func tell(_ options: AuditOptions, _ view: AuditView) throws {
    let groups = view.plan.groups.sorted { ($0.value.name, $0.key) < ($1.value.name, $1.key) }
    let json = groups.map { id, group -> JSON in
        ["group": id.hex, "name": group.name, "people": group.members.map(view.plan.name(of:))]
    }
    try options.report(["groups": json]) {
        Table(
            heading: ["GROUP", "PEOPLE"], none: "No group yet. Next: accord audit group set",
            rows: groups.map {
                [$0.value.name, $0.value.members.map(view.plan.name(of:)).joined(separator: ", ")]
            }
        ).text
    }
}
