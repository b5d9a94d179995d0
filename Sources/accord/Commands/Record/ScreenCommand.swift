import ArgumentParser
import Client
import Reading
import Shared

struct ScreenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "screen", abstract: "List, order, rename and copy the app's screens.",
        discussion: "Example: accord screen list",
        subcommands: [List.self, Move.self, Rename.self, Copy.self], defaultSubcommand: List.self)

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the screens in their order.",
            discussion: "Example: accord screen list --json")

        @OptionGroup var options: AuditOptions

        func run() throws {
            let (_, view) = try options.open()
            try tell(options, view)
        }
    }

    struct Move: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "move", abstract: "Move a screen among all (leads).",
            discussion: "Example: accord screen move Transfer top")

        @Argument(help: "The screen.") var screen: String
        @Argument(help: "Where to.") var move: MoveArgument
        @OptionGroup var options: AuditOptions

        func run() throws {
            let (client, view) = try options.open()
            try client.planning.moveScreen(screen, move.move, in: view)
            try tell(options, try client.view(view.audit))
        }
    }

    struct Rename: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rename", abstract: "Give a screen another name.",
            discussion: """
                Its components keep their ids and all that is recorded on them. Under the name of \
                another screen the two become one.

                Example: accord screen rename Transfer "Send money"
                """)

        @Argument(help: "The screen.") var screen: String
        @Argument(help: "Its name from now on.") var name: String
        @OptionGroup var options: AuditOptions

        func run() throws {
            let (client, view) = try options.open()
            try client.planning.renameScreen(screen, to: name, in: view)
            try tell(options, try client.view(view.audit))
        }
    }

    struct Copy: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "copy",
            abstract: "Add the components of a screen under another screen's name.",
            discussion: """
                With control, label, states and order; no finding is copied. What is there \
                already stays; where nothing is left to add, the command ends with 65.

                Example: accord screen copy Transfer "Transfer abroad"
                """)

        @Argument(help: "The screen.") var screen: String
        @Argument(help: "The other one's name.") var name: String
        @OptionGroup var options: AuditOptions
        @OptionGroup var catalogue: CatalogueOptions

        func run() throws {
            let (client, view) = try options.open()
            let catalogue = try catalogue.find(client, view).required()
            let count = try client.planning.copyScreen(screen, as: name, in: view, catalogue)
            guard count > 0 else {
                throw AuditError.invalid(
                    "“\(name)” has every component of “\(screen)” already, or there is none to copy"
                )
            }
            try options.report(["added": count, "screen": name]) {
                "\(counted(count, "component")) added on “\(name)”."
            }
        }
    }
}

private func tell(_ options: AuditOptions, _ view: AuditView) throws {
    let screens = view.screens.map { name -> JSON in
        ["name": name, "components": view.components(onScreen: name).count]
    }
    try options.report(["screens": screens]) {
        if view.screens.isEmpty { "No screen yet. Next: accord component add" }
        for name in view.screens { name }
    }
}
