import ArgumentParser
import Client
import Shared

extension AuditCommand {
    struct People: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List and change who is in the team.",
            discussion: "Example: accord audit people add \"Lee Okafor\" --role tester",
            subcommands: [List.self, Add.self, Change.self], defaultSubcommand: List.self)

        struct List: ParsableCommand {
            static let configuration = CommandConfiguration(
                abstract: "List the team.", discussion: "Example: accord audit people list")

            @OptionGroup var options: AuditOptions

            func run() throws {
                let (_, view) = try options.open()
                try options.answer(view.plan.peopleJSON) {
                    var table = Table("PERSON", "ROLE", "NAME")
                    let people = view.plan.people.sorted { $0.value.name < $1.value.name }
                    for (id, member) in people {
                        table.add(String(id.hex.prefix(12)), member.role.rawValue, member.name)
                    }
                    print(table.text)
                }
            }
        }

        struct Add: AsyncParsableCommand {
            static let configuration = CommandConfiguration(
                abstract: "Add somebody who has joined the server.",
                discussion: """
                    A name is looked up at the server. With the whole id and --name it works \
                    without a network.

                    Example: accord audit people add "Lee Okafor" --role tester
                    """)

            @Argument(help: ArgumentHelp("A name, or the front of an id.", valueName: "name or id"))
            var person: String

            @Option(help: "What she may do.")
            var role: Role

            @Option(help: "Her name, beside a whole id.")
            var name: String?

            @OptionGroup var options: AuditOptions

            func run() async throws {
                let (client, view) = try options.open()
                try view.requireLead("add people")
                let (id, name) = try await found(client)
                try client.savePlan(Drafts.person(id, name: name, role: role), of: view)
                try tell(options, id, name, role)
            }

            private func found(_ client: AuditClient) async throws -> (PersonID, String) {
                if let name, let id = PersonID(hex: person) { return (id, name) }
                let people = try await client.syncing.serverPeople(over: try await client.connect())
                let wanted = NaturalKey.folded(person)
                let matches = people.filter {
                    NaturalKey.folded($0.name) == wanted
                        || (person.count >= 6 && $0.person.hex.hasPrefix(person.lowercased()))
                }
                guard let only = matches.first else {
                    throw ClientError.notFound(
                        what: "person at the server", name: person, known: people.map(\.name))
                }
                guard matches.count == 1 else {
                    throw ClientError.ambiguous(
                        what: "person", name: person,
                        candidates: matches.map { "\($0.person.hex)  \($0.name)" })
                }
                return (only.person, only.name)
            }
        }

        struct Change: ParsableCommand {
            static let configuration = CommandConfiguration(
                commandName: "role",
                abstract: "Change what somebody may do.",
                discussion: "Example: accord audit people role \"Lee Okafor\" --role lead")

            @Argument(help: ArgumentHelp("A name, or the front of an id.", valueName: "name or id"))
            var person: String

            @Option(help: "What she may do.")
            var role: Role

            @OptionGroup var options: AuditOptions

            func run() throws {
                let (client, view) = try options.open()
                try view.requireLead("change roles")
                let id = try view.member(named: person)
                let edit = FieldEdit(FieldID(.person, id.hex, "role"), .role(role))
                try client.savePlan([edit], of: view)
                try tell(options, id, view.plan.name(of: id), role)
            }
        }
    }

    struct EnvironmentCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "environment",
            abstract: "Add an environment to test in.",
            discussion: "Example: accord audit environment android-talkback-phone-15")

        @Argument(help: ArgumentHelp("The environment.", valueName: "platform-at-class-major"))
        var environment: String

        @OptionGroup var options: AuditOptions

        func run() throws {
            let (client, view) = try options.open()
            try view.requireTester()
            let environment = try Environment(option: environment)
            try client.savePlan(Drafts.environment(environment), of: view)
            try options.answer(["environment": environment.plain]) {
                print("“\(view.plan.title)” is tested in \(environment.plain).")
            }
        }
    }
}

extension AuditClient {
    func savePlan(_ edits: [FieldEdit], of view: AuditView) throws {
        try save([RecordDraft(key: .plan(view.audit), act: .plan, edits: edits)], in: view.audit)
    }
}

private func tell(_ options: AuditOptions, _ id: PersonID, _ name: String, _ role: Role) throws {
    try options.answer(["name": name, "person": id.hex, "role": role.rawValue]) {
        print("\(name) is now \(role.rawValue). The server learns of it at the next sync.")
    }
}

extension Role: ExpressibleByArgument {}
