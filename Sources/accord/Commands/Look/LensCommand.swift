import ArgumentParser
import Reading
import Shared

struct LensCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lens",
        abstract: "Read the clauses of standards, and which criteria answer each.",
        discussion: """
            A lens groups findings by the clauses of a standard, and alters none of them. An audit \
            names its lenses by accord audit lens.

            Example: accord lens show en-301-549-3.2.1
            """,
        subcommands: [List.self, Show.self, Diff.self], defaultSubcommand: List.self)

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the lenses.",
            discussion: "Example: accord lens list")

        @OptionGroup var options: GlobalOptions

        func run() throws {
            try options.report([
                "lenses": Lens.all.map { lens in
                    ["id": lens.id, "title": lens.title, "clauses": lens.clauses.count] as JSON
                }
            ]) {
                Table(
                    heading: ["LENS", "CLAUSES", "TITLE"],
                    rows: Lens.all.map { [$0.id, "\($0.clauses.count)", $0.title] }
                ).text
            }
        }
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "List the clauses of a lens with what answers each, and what is not known.",
            discussion: """
                Criteria are those of the catalogue that came with the audit, where --audit names \
                one or there is one alone; else of the one that audits begin with.

                Example: accord lens show en-301-549-4.1
                """)

        @Argument(help: .init("A lens, by its id.", valueName: "lens")) var id: String

        @OptionGroup var options: AuditOptions
        @OptionGroup var catalogue: CatalogueOptions

        func run() throws {
            let lens = try Lens.find(id)
            try options.report(LensReport(lens, of: try catalogue.find(options)))
        }
    }

    struct Diff: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "diff",
            abstract: "Say what a standard asks of software that another one does not.",
            discussion: """
                Without --all only clauses are compared that are asked of software which assistive \
                technology can reach, and those that are void.

                Example: accord lens diff en-301-549-3.2.1 en-301-549-4.1
                """)

        @Argument(help: .init("A lens, by its id.", valueName: "old")) var old: String
        @Argument(help: .init("A lens, by its id.", valueName: "new")) var new: String

        @Flag(help: "Compare all clauses, whatever they are asked of.") var all = false

        @OptionGroup var options: GlobalOptions

        func run() throws {
            let old = try Lens.find(old)
            let new = try Lens.find(new)
            try options.report(
                LensDifferenceReport(
                    old: old, new: new,
                    difference: LensDifference(from: old, to: new, isForSoftware: !all)))
        }
    }
}
