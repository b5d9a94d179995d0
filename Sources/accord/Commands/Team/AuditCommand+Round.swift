import ArgumentParser
import Client
import Reading
import Shared

extension AuditCommand {
    struct RoundCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "round", abstract: "Begin the audit once more, on a later build (leads).",
            discussion: "Example: accord audit round new --build ios=8.5.0",
            subcommands: [New.self])

        struct New: ParsableCommand {
            static let configuration = CommandConfiguration(
                commandName: "new", abstract: "Begin the next round.",
                discussion: """
                    It has the same component states, all untested. The round before stays as it \
                    is and can be read, compared and exported; what devices still hold of it \
                    stays in it. A platform that is not named keeps its build.

                    Example: accord audit round new --build ios=8.5.0 --build android=8.5.0
                    """)

            @Option(help: .init("The build to test now.", valueName: "platform=version"))
            var build: [String]

            @OptionGroup var options: AuditOptions

            func run() throws {
                let (client, view) = try options.open()
                let builds = try AuditCommand.builds(build, of: view.plan.platforms)
                let number = try client.decisions.beginRound(of: builds, in: view)
                let before = view.plan.currentRound
                let queues = try client.queries.overview(of: view).queues
                let now = try client.view(view.audit)
                try options.report([
                    "builds": now.plan.builds, "heldBack": queues.count, "round": Int(number),
                ]) {
                    "Round \(number) of “\(view.plan.title)” is begun: "
                        + "\(now.plan.rounds[number] ?? "")."
                    "Everything is untested in it. What failed before, first: accord list "
                        + "--untested --failed-first"
                    if !queues.isEmpty {
                        let devices = counted(queues.count, "device")
                        "\(devices) may hold work of round \(before): what they bring stays in it."
                    }
                }
            }
        }
    }
}
