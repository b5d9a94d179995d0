import ArgumentParser
import Client
import Reading
import Shared

struct FilterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "filter", abstract: "Save what a list shows under a name.",
        discussion: """
            The same filters are links on the page of an audit. They stay in this home, are never \
            sent, and can be used in every audit.

            Example: accord filter add "My menus" --mine --control menu
            Example: accord list --saved "My menus"
            """,
        subcommands: [List.self, Add.self, Remove.self], defaultSubcommand: List.self)

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the saved filters.", discussion: "Example: accord filter list")

        @OptionGroup var options: GlobalOptions

        func run() throws {
            let all = try options.openHome().savedFilters.all()
            try options.report(.array(all.map { $0.value.json(named: $0.name) })) {
                if all.isEmpty { "No saved filter. Save one with accord filter add." }
                for one in all { "\(one.name): \(one.value.words)" }
            }
        }
    }

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Save a filter under a name.",
            discussion: "Example: accord filter add \"Failed on iOS\" --show failed "
                + "--environment ios-voiceover-phone-18")

        @Argument(help: "Its name.") var name: String
        @Flag(help: "Only what is assigned to you.") var mine = false
        @Option(help: "Which states.") var show = AuditFilter.Show.all
        @Option(help: "Only this control, by its id in the catalogue.") var control: String?
        @Option(help: .environment("Only this environment.")) var environment: String?

        @Option(help: .init("Only components and screens with these words.", valueName: "words"))
        var find: String?

        @OptionGroup var options: GlobalOptions

        func run() throws {
            var filter = AuditFilter()
            filter.isMine = mine
            filter.show = show
            filter.control = control ?? ""
            filter.find = find ?? ""
            if let environment {
                guard let known = Environment(plain: environment) else {
                    throw AuditError.invalid(
                        "an environment is written ios-voiceover-phone-18; "
                            + "“\(environment)” is none")
                }
                filter.environment = known.plain
            }
            try require(
                !filter.isWhole,
                "Say what it shows: --mine, --show, --control, --environment or "
                    + "--find.")
            try options.openHome().savedFilters.keep(filter, as: name)
            try options.report(filter.json(named: name)) {
                "Saved “\(name)” on this laptop: \(filter.words)."
            }
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove",
            abstract: "Remove a saved filter.",
            discussion: "Example: accord filter remove \"My menus\"")

        @Argument(help: "Its name.") var name: String
        @OptionGroup var options: GlobalOptions

        func run() throws {
            let filters = try options.openHome().savedFilters
            let found = try filters.entry(named: name)
            try filters.remove(name)
            try options.report(found.value.json(named: found.name)) { "Removed “\(found.name)”." }
        }
    }
}

extension AuditFilter.Show: ExpressibleByArgument {}

extension AuditFilter {
    /// What it lets through, such as `assigned to you, open, menu`.
    fileprivate var words: String {
        [
            isMine ? "assigned to you" : "", show == .all ? "" : show.rawValue, control,
            environment,
            find.isEmpty ? "" : "with “\(find)”",
        ].filter { !$0.isEmpty }.joined(separator: ", ")
    }

    fileprivate func json(named name: String) -> JSON {
        [
            "name": name, "mine": isMine, "show": show.rawValue, "control": control,
            "environment": environment, "find": find,
        ]
    }
}
