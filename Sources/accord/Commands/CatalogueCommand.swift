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
            try options.answer([
                "pin": catalogue.pin.text, "version": catalogue.version,
                "hash": catalogue.files.hash.hex, "controls": catalogue.controls.map(\.json),
            ]) {
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
                return try options.answer(criterion.json(platform)) { criterion.print(platform) }
            }
            if let control = catalogue.control(name) {
                return try options.answer(control.json) { control.print() }
            }
            let known =
                controls.map(\.id) + controls.flatMap(\.platforms).flatMap(\.criteria).map(\.id)
            let near = known.filter { $0.contains(name) || name.contains($0) }.prefix(12)
            throw AuditError.notFound(what: "control or criterion", name: name, known: Array(near))
        }
    }
}

extension Control {
    /// Everything that a generator of rows needs: states, and what is judged in each.
    fileprivate var json: JSON {
        [
            "id": id, "title": title, "version": version, "aliases": aliases,
            "platforms": platforms.map(\.json),
        ]
    }

    func print() {
        printLine(title)
        for platform in platforms {
            printLine("\n\(platform.id): \(platform.states.map(\.id).joined(separator: ", "))\n")
            var table = Table("CRITERION", "CATEGORY", "SEVERITY", "WCAG", "STATEMENT")
            for criterion in platform.criteria where criterion.isEnabled {
                table.add(
                    criterion.shortID, criterion.category.rawValue, criterion.severity.rawValue,
                    criterion.wcag.joined(separator: " "), criterion.statement)
            }
            printLine(table.text)
        }
    }
}

extension ControlPlatform {
    fileprivate var json: JSON {
        [
            "id": id,
            "states": states.map { state in
                [
                    "id": state.id, "title": state.title, "usual": state.isUsual,
                    "criteria": criteria(in: state).map(\.id),
                ] as JSON
            },
        ]
    }

    fileprivate func hints(on category: Criterion.Category) -> [FixHint] {
        hints.filter { $0.category == category }
    }
}

extension Criterion {
    func json(_ platform: ControlPlatform?) -> JSON {
        [
            "id": id, "category": category.rawValue, "part": part, "statement": statement,
            "how": how, "wcag": wcag, "severity": severity.rawValue, "basis": basis.rawValue,
            "enabled": isEnabled, "states": (platform?.states ?? []).filter(applies(in:)).map(\.id),
            "hints": (platform?.hints(on: category) ?? []).map { hint in
                ["framework": hint.framework.rawValue, "text": hint.text] as JSON
            },
        ]
    }

    func print(_ platform: ControlPlatform?) {
        let states = (platform?.states ?? []).filter(applies(in:)).map(\.id)
        printLine(
            """
            \(Terminal.output.styled(id, .bold))
            \(statement)

            How to test  \(how)
            Judged in    \(states.joined(separator: ", "))
            Category     \(category.rawValue)\(part.map { ", part \($0)" } ?? "")
            Severity     \(severity.rawValue) (\(basis.rawValue))
            WCAG         \(wcag.map(Self.title).joined(separator: "; "))
            """)
        for hint in platform?.hints(on: category) ?? [] {
            printLine("\nFix (\(hint.framework.rawValue)): \(hint.text)")
        }
    }

    private static func title(_ number: String) -> String {
        "\(number) \(SuccessCriterion.named(number)?.name ?? "")"
    }
}
