import ArgumentParser
import Client
import Shared

struct SnippetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "snippet", abstract: "Keep texts that you write often, each under a name.",
        discussion: """
            They stay in this home and are never sent. The pages insert them into notes and \
            recommendations.

            Example: accord snippet add "No state" "The state is not spoken."
            """,
        subcommands: [List.self, Add.self, Remove.self], defaultSubcommand: List.self)

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the snippets with their texts.",
            discussion: "Example: accord snippet list --json")

        @OptionGroup var options: GlobalOptions

        func run() throws {
            let all = try options.openHome().snippets.all()
            try options.report(.array(all.map { ["name": $0.name, "text": $0.value] })) {
                if all.isEmpty { "No snippet. Keep one with accord snippet add." }
                for one in all {
                    one.name
                    one.value.split(separator: "\n", omittingEmptySubsequences: false)
                        .map { "  \($0)" }
                }
            }
        }
    }

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Keep a text under a name.",
            discussion: """
                Example: accord snippet add "No state" "The state is not spoken."
                Example: accord snippet add "No state" --replace "VoiceOver speaks no state."
                """)

        @Argument(help: "Its name.") var name: String
        @Argument(help: "The text.") var text: String
        @Flag(help: "In place of the text that has the name.") var replace = false
        @OptionGroup var options: GlobalOptions

        func run() throws {
            let snippets = try options.openHome().snippets
            if replace { _ = try snippets.text(of: name) }
            try snippets.keep(text, as: name, inPlaceOf: replace ? name : nil)
            try options.report(["name": name, "text": text]) { "Kept “\(name)” on this laptop." }
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove",
            abstract: "Remove a snippet; what it was inserted into stays.",
            discussion: "Example: accord snippet remove \"No state\"")

        @Argument(help: "Its name.") var name: String
        @OptionGroup var options: GlobalOptions

        func run() throws {
            let snippets = try options.openHome().snippets
            let text = try snippets.text(of: name)
            try snippets.remove(name)
            try options.report(["name": name, "text": text]) {
                "Removed “\(name)”. Its text was:"
                text
            }
        }
    }
}
