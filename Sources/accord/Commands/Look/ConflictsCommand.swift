import ArgumentParser
import Client
import Reading

struct ConflictsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "conflicts", abstract: "List what testers disagree on, and show both sides.",
        discussion: """
            Verdicts that differ, decisions that later work speaks against or that rest on what \
            was taken back, withdrawals beside which something stands, parts of the plan of which \
            leads have written different values (accord audit choose), and names that several \
            components bear.

            Example: accord conflicts
            """, subcommands: [List.self, Show.self], defaultSubcommand: List.self)

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the component states with something to decide.",
            discussion: "Example: accord conflicts list --json")

        @OptionGroup var options: AuditOptions

        func run() throws {
            let view = try options.open().view
            // What is contested through its component alone is listed there, once.
            var filter = AuditFilter()
            filter.show = .conflicts
            let items = try view.states(matching: filter).filter {
                !$0.disputed.isEmpty || !$0.contestedWithdrawals.isEmpty
            }
            let components = try view.contestedWithdrawals().filter {
                if case .component = $0.subject { true } else { false }
            }
            try options.report(view.conflictList(components, items, view.sharedNames()))
        }
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Show the conflicts of one component state with all that was said.",
            discussion: """
                Example: accord conflicts show \\
                  "Accounts/Account options@ios-voiceover-phone-18:expanded"
                """)

        @Argument(help: .componentState) var state: String
        @OptionGroup var options: AuditOptions

        func run() throws {
            let (client, view) = try options.open()
            var item = try view.item(named: state)
            item.findings = item.conflicts
            try options.report(item.conflictReport(in: view, of: client))
        }
    }
}
