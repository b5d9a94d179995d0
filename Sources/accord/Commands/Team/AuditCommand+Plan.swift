import ArgumentParser
import Client
import Reading
import Shared

extension AuditCommand {
    struct People: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "people", abstract: "List and change who is in the team.",
            discussion: "Example: accord audit people add \"Lee Okafor\" --role tester",
            subcommands: [List.self, Add.self, Change.self, Remove.self],
            defaultSubcommand: List.self)

        struct List: ParsableCommand {
            static let configuration = CommandConfiguration(
                commandName: "list", abstract: "List the team.",
                discussion: "Example: accord audit people list")

            @OptionGroup var options: AuditOptions

            func run() throws {
                let (_, view) = try options.open()
                try options.report(view.plan.peopleJSON) {
                    let people = view.plan.people.sorted { $0.value.name < $1.value.name }
                    Table(
                        heading: ["PERSON", "ROLE", "NAME"],
                        rows: people.map {
                            [String($0.key.hex.prefix(12)), $0.value.role.rawValue, $0.value.name]
                        }
                    ).text
                    if let words = view.onlyLeadWords { words }
                }
            }
        }

        struct Add: AsyncParsableCommand {
            static let configuration = CommandConfiguration(
                commandName: "add", abstract: "Add somebody who has joined the server.",
                discussion: """
                    A name is looked up at the server. With the whole id and --name it works \
                    without a network.

                    Example: accord audit people add "Lee Okafor" --role tester
                    """)

            @Argument(help: .member) var person: String
            @Option(help: "What she may do.") var role: Role
            @Option(help: "Her name, beside a whole id.") var name: String?
            @OptionGroup var options: AuditOptions

            func run() async throws {
                let (client, view) = try options.open()
                try view.requireLead("add people")
                let (id, name) = try await found(client)
                try client.team.add(id, named: name, as: role, to: view)
                try tell(options, id, name, role)
            }

            private func found(_ client: AuditClient) async throws -> (PersonID, String) {
                if let name, let id = PersonID(hex: person) { return (id, name) }
                do {
                    return try await client.syncing.serverPerson(
                        named: person, over: try await client.connect())
                } catch AuditError.notFound(let what, let name, let known) {
                    let trouble = ReportedError(
                        AuditError.notFound(what: what, name: name, known: known))
                    let command = "accord invite \(TerminalText.shellWord(name)) --role \(role)"
                    throw ReportedError(
                        trouble.kind,
                        "\(trouble.message)\nWho has not joined yet comes in by an invite: "
                            + "\(command)")
                }
            }
        }

        struct Change: ParsableCommand {
            static let configuration = CommandConfiguration(
                commandName: "role", abstract: "Change what somebody may do.",
                discussion: "Example: accord audit people role \"Lee Okafor\" --role lead")

            @Argument(help: .member) var person: String
            @Option(help: "What she may do.") var role: Role
            @OptionGroup var options: AuditOptions

            func run() throws {
                let (client, view) = try options.open()
                let id = try view.member(named: person)
                try client.team.change(id, to: role, in: view)
                try tell(options, id, view.plan.name(of: id), role)
            }
        }

        struct Remove: ParsableCommand {
            static let configuration = CommandConfiguration(
                commandName: "remove", abstract: "Take somebody out of the team.",
                discussion: """
                    What she recorded stays, under her name. Her laptop gets nothing new of this \
                    audit, and what it sends waits for the leads.

                    Example: accord audit people remove "Lee Okafor"
                    """)

            @Argument(help: .member) var person: String
            @OptionGroup var options: AuditOptions

            func run() throws {
                let (client, view) = try options.open()
                let id = try view.member(named: person)
                try client.team.change(id, to: nil, in: view)
                try tell(options, id, view.plan.name(of: id), nil)
            }
        }
    }

    struct EnvironmentCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "environment", abstract: "Add an environment to test in.",
            discussion: "Example: accord audit environment android-talkback-phone-15")

        @Argument(help: .environment("The environment.")) var environment: String
        @OptionGroup var options: AuditOptions

        func run() throws {
            let (client, view) = try options.open()
            try view.requireTester()
            let catalogue = try client.catalogues.catalogue(
                of: view, besides: Catalogue.read(folder: client.settings.catalogue)
            ).catalogue
            let environment = try catalogue.environment(environment)
            try client.savePlan(Drafts.environment(environment), of: view)
            try options.report(["environment": environment.plain]) {
                "“\(view.plan.title)” is tested in \(environment.plain)."
                if let note = catalogue.emptiness(of: environment) { note }
            }
        }
    }

    struct Choose: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "choose",
            abstract: "Choose what holds where leads have written different things (leads).",
            discussion: """
                Two leads who change the plan, or a name of a component or screen, without having \
                seen each other leave both values: accord conflicts lists them. Until one is \
                chosen in the plan no round is opened. Without a value it says what stands.

                Example: accord audit choose "build of round 2" 8.5.1
                """)

        @Argument(help: .init("The part of the plan, as conflicts name it.", valueName: "part"))
        var register: String?

        @Argument(help: "The value, or its number in the list, from 1.") var value: String?
        @OptionGroup var options: AuditOptions

        func run() throws {
            let (client, view) = try options.open()
            guard let register, let value else { return try tell(view) }
            let chosen = try client.decisions.choose(register: register, as: value, in: view)
            try options.report([
                "chosen": ["name": chosen.register, "value": chosen.value] as JSON,
                "registers": try registers(client.view(view.audit)),
            ]) {
                "The \(chosen.register) is now \(chosen.value). The server learns of it at "
                    + "the next sync."
            }
        }

        private func tell(_ view: AuditView) throws {
            try options.report(["chosen": JSON.null, "registers": registers(view)]) {
                if view.contested.isEmpty {
                    "Nothing in the plan of “\(view.plan.title)” waits for a choice."
                }
                for register in view.contested {
                    "the \(register.name(in: view)):"
                    for (index, one) in register.values(in: view).enumerated() {
                        "  \(index + 1). \(one.words) (\(one.by))"
                    }
                }
            }
        }

        private func registers(_ view: AuditView) -> JSON {
            .array(view.contested.map { $0.json(in: view) })
        }
    }

    struct Announcements: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "announcements", abstract: "Say how strictly announcements are taken.",
            discussion: """
                TalkBack says "disabled", and some guides print "dimmed", which is VoiceOver's \
                word. A strict audit fails it, a lenient one takes it for a remark. Without an \
                argument it says how the audit takes it.

                Example: accord audit announcements lenient
                """)

        @Argument(help: "How to take them from now on; only leads change it.")
        var strictness: AnnouncementStrictness?

        @OptionGroup var options: AuditOptions

        func run() throws {
            let (client, view) = try options.open()
            if let strictness {
                try view.requireLead("say how strictly announcements are taken")
                let edit = FieldEdit(FieldID(.announcements), Drafts.text(strictness.rawValue))
                try client.savePlan([edit], of: view)
            }
            let present = strictness ?? view.plan.announcements
            try options.report(["announcements": present.rawValue]) {
                "“\(view.plan.title)” takes announcements \(present.rawValue)ly."
                if strictness != nil, strictness != view.plan.announcements {
                    "The server learns of it at the next sync. Suggestions that are kept stay "
                        + "as they are until: accord announce recheck --save"
                }
            }
        }
    }
}

extension AuditCommand {
    struct Depth: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "depth", abstract: "Say whether an audit asks what is advisory, too.",
            discussion: """
                A quick audit asks what fails a success criterion, and leaves out what is \
                advisory; each can be judged all the same, and verdicts that are there stay. \
                Without an argument it says how deep the audit is.

                Example: accord audit depth quick
                """)

        @Argument(help: "How deep it is from now on; only leads change it.")
        var depth: AuditDepth?

        @OptionGroup var options: AuditOptions
        @OptionGroup var catalogue: CatalogueOptions

        func run() throws {
            let (client, view) = try options.open()
            let catalogue = try catalogue.find(client, view)
            if let depth {
                try view.requireLead("say how deep an audit is")
                let edit = FieldEdit(FieldID(.depth), Drafts.text(depth.rawValue))
                try client.savePlan([edit], of: view)
            }
            let present = depth ?? view.plan.depth
            let count = try client.queries.coverage(
                of: client.view(view.audit), catalogue.required()
            ).states.total
            try options.report(["depth": present.rawValue, "verdicts": count]) {
                "“\(view.plan.title)” is \(present.rawValue): it asks for "
                    + "\(counted(count, "verdict"))."
                if depth != nil, depth != view.plan.depth {
                    "The server learns of it at the next sync."
                }
            }
        }
    }
}

/// - Parameter role: Nil for somebody who was taken out.
private func tell(_ options: AuditOptions, _ id: PersonID, _ name: String, _ role: Role?) throws {
    try options.report(["name": name, "person": id.hex, "role": role?.rawValue]) {
        let now = role.map { "is now \($0.rawValue)" } ?? "is in the team no more"
        "\(name) \(now). The server learns of it at the next sync."
    }
}

extension Role: ExpressibleByArgument {}
extension AnnouncementStrictness: ExpressibleByArgument {}
extension AuditDepth: ExpressibleByArgument {}
