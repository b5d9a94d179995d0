import ArgumentParser
import Client
import Shared

struct CatalogueCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "catalogue",
        abstract: "Read what is tested on which control, and how.",
        discussion: "Example: accord catalogue show menu",
        subcommands: [List.self, Show.self], defaultSubcommand: List.self)

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the controls with their states.",
            discussion: """
                With --audit it is the catalogue that came with that audit.

                Example: accord catalogue list
                """)

        @OptionGroup var options: AuditOptions
        @OptionGroup var catalogue: CatalogueOptions

        func run() throws {
            let catalogue = try catalogue.find(options)
            try options.answer(catalogue.json) {
                print("catalogue \(catalogue.pin)\n")
                var table = Table(
                    "CONTROL", "PLATFORM", "CRITERIA", "STATES (OPTIONAL ONES IN BRACKETS)")
                for control in catalogue.controls {
                    for platform in control.platforms {
                        let states = platform.states.map { $0.isUsual ? $0.id : "[\($0.id)]" }
                        table.add(
                            control.id, platform.id,
                            "\(platform.criteria.count(where: \.isEnabled))",
                            states.joined(separator: " "))
                    }
                }
                print(table.text)
            }
        }
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show a control's criteria, or one criterion with how to test it.",
            discussion: """
                Example: accord catalogue show menu
                Example: accord catalogue show menu.ios.state-open
                """)

        @Argument(help: ArgumentHelp("A control, or a criterion's id.", valueName: "name"))
        var name: String

        @OptionGroup var options: AuditOptions
        @OptionGroup var catalogue: CatalogueOptions

        func run() throws {
            let catalogue = try catalogue.find(options)
            let controls = catalogue.controls
            if let criterion = catalogue.criterion(name) {
                let platform = controls.flatMap(\.platforms).first {
                    $0.criteria.contains(criterion)
                }
                return try options.answer(criterion.json(platform)) { criterion.print(platform) }
            }
            if let control = catalogue.control(name) {
                return try options.answer(control.json) { control.print() }
            }
            let known =
                controls.map(\.id) + controls.flatMap(\.platforms).flatMap(\.criteria).map(\.id)
            throw ClientError.notFound(
                what: "control or criterion", name: name, known: near(name, among: known))
        }

        private func near(_ name: String, among known: [String]) -> [String] {
            Array(known.filter { $0.contains(name) || name.contains($0) }.prefix(12))
        }
    }
}
