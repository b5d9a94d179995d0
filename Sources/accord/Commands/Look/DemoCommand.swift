import ArgumentParser
import Client
import Shared
import Workbench

struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Play with an example audit in your browser; nothing of yours is touched.",
        discussion: """
            Opens a copy of the audit of Larkfield Mobile: five components, a lead and two testers \
            who disagree. You are the lead, so you can decide, record and plan. The copy lies in a \
            temporary folder, has no server, and is removed when the command ends (Ctrl-C).

            Example: accord demo
            """)

    @Option(help: .init("The port; 0 takes one that is free.", valueName: "number")) var port = 0
    @OptionGroup var serving: ServingOptions

    func validate() throws { try ServingOptions.check(port: port) }

    func run() async throws {
        var settings = WorkbenchSettings()
        settings.port = port
        settings.program = "Accord \(Version.program)"
        let workbench = Workbench(
            .example, catalogue: try Catalogue.read(folder: nil), settings: settings)
        try await serving.run(workbench) { _ in
            "a copy of the example audit is open; it is removed when this ends"
        }
    }
}
