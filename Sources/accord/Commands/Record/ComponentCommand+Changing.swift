import ArgumentParser
import Client
import Reading
import Shared

extension ComponentCommand {
    struct Move: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "move", abstract: "Move a component among those of its screen.",
            discussion: """
                Lists, pages and the order of work follow. Two who move different components \
                without having seen each other have both moved them.

                Example: accord component move "Transactions/Sort by" top
                """)

        @Argument(help: .init("The component.", valueName: "screen/label")) var component: String
        @Argument(help: "Where to.") var move: MoveArgument
        @OptionGroup var options: AuditOptions

        func run() throws {
            let (client, view) = try options.open()
            let component = try view.component(named: component)
            try client.planning.move(component, move.move, in: view)
            let after = try client.view(view.audit)
            let names = after.components(onScreen: component.screen).map(\.name)
            try options.report(["order": names]) { for name in names { name } }
        }
    }

    struct Rename: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rename", abstract: "Give a component another label or screen.",
            discussion: """
                It keeps its id and everything that is recorded on it. Testers rename what they \
                added, leads everything.

                Example: accord component rename "Cards/Limit" --label "Card limit"
                """)

        @Argument(help: .init("The component.", valueName: "screen/label")) var component: String
        @Option(help: "What the app calls it.") var label: String?
        @Option(help: "The screen it is on.") var screen: String?
        @OptionGroup var options: AuditOptions

        func validate() throws {
            try require(label != nil || screen != nil, "Give --label, --screen or both.")
        }

        func run() throws {
            let (client, view) = try options.open()
            let component = try view.component(named: component)
            try client.planning.renameComponent(
                component, screen: screen ?? component.screen, label: label ?? component.label,
                in: view)
            let after = try client.view(view.audit)
            guard let renamed = after.components[component.id] else { return }
            try options.report(renamed.json(in: after)) {
                "“\(component.name)” is called “\(renamed.name)” now."
            }
        }
    }
}

/// Where something is moved to in its list.
enum MoveArgument: String, CaseIterable, ExpressibleByArgument {
    case up, down, top

    var move: ClientPlanning.Move {
        switch self {
        case .up: .up
        case .down: .down
        case .top: .top
        }
    }
}
