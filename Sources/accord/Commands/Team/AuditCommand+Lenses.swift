import ArgumentParser
import Client
import Reading
import Shared

extension AuditCommand {
    struct Lenses: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "lens",
            abstract: "Say by the clauses of which standards findings are grouped (leads).",
            discussion: """
                A lens groups findings and alters none. Without an option it lists those of the \
                audit; accord lens list has all that there are.

                Example: accord audit lens --add en-301-549-3.2.1 --add wcag-2.1
                """)

        @Option(help: .init("Group by it from now on.", valueName: "lens")) var add: [String] = []
        @Option(help: .init("Group by it no more.", valueName: "lens")) var remove: [String] = []

        @OptionGroup var options: AuditOptions

        func run() throws {
            let (client, view) = try options.open()
            let saves = !(add + remove).isEmpty
            if saves {
                try client.catalogues.changeLenses(adding: add, removing: remove, in: view)
            }
            let lenses = try client.view(view.audit).plan.lenses
            try options.report([
                "lenses": lenses.map { id in
                    ["id": id, "title": Lens.named(id)?.title] as JSON
                }
            ]) {
                if lenses != view.plan.lenses {
                    "Saved. The server learns of it at the next sync.\n"
                }
                Table(
                    heading: ["LENS", "TITLE"],
                    none: "“\(view.plan.title)” names no lens. See: accord lens list",
                    rows: lenses.map {
                        [$0, Lens.named($0)?.title ?? "of a later version of Accord"]
                    }
                ).text
            }
        }
    }
}
