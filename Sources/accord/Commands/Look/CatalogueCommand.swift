import ArgumentParser
import Client
import Reading
import Shared

struct CatalogueCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "catalogue", abstract: "Read what is tested on which control, and how.",
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
            try options.report([
                "pin": catalogue.pin.text, "version": catalogue.version,
                "hash": catalogue.files.hash.hex, "controls": catalogue.controls.map(\.json),
            ]) {
                "catalogue \(catalogue.pin)\n"
                let rows = catalogue.controls.flatMap { control -> [[String]] in
                    control.platforms.map { platform in
                        let states = platform.states.map { $0.isUsual ? $0.id : "[\($0.id)]" }
                        return [
                            control.id, platform.id,
                            "\(platform.criteria.count(where: \.isEnabled))",
                            states.joined(separator: " "),
                        ]
                    }
                }
                let states = "STATES (OPTIONAL ONES IN BRACKETS)"
                Table(heading: ["CONTROL", "PLATFORM", "CRITERIA", states], rows: rows).text
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

        @Argument(help: .init("A control, or a criterion's id.", valueName: "name"))
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
                return try options.report(criterion.report(on: platform))
            }
            if let control = catalogue.control(name) { return try options.report(control) }
            let known =
                controls.map(\.id) + controls.flatMap(\.platforms).flatMap(\.criteria).map(\.id)
            let near = known.filter { $0.contains(name) || name.contains($0) }.prefix(12)
            throw AuditError.notFound(what: "control or criterion", name: name, known: Array(near))
        }
    }
}
