import Reading
import Shared

/// Choices of what of an audit is shown, under the names that commands have for them, too.
extension Filter {
    private static func all(
        _ name: String, _ title: String, chosen: String, _ values: [(String, String)],
        none: String = "All"
    ) -> Filter {
        Filter(
            name, title, chosen: chosen,
            [("", none)] + values.sorted { ($0.1, $0.0) < ($1.1, $1.0) })
    }

    static func screens(chosen: String, in view: AuditView) -> Filter {
        let name = (try? view.screen(named: chosen)) ?? chosen
        return Filter(
            "screen", "Screen", chosen: name, [("", "All")] + view.screens.map { ($0, $0) })
    }

    /// - Parameter controls: Ids with their titles.
    static func controls(chosen: String, _ controls: [(String, String)]) -> Filter {
        all("control", "Control", chosen: chosen, controls)
    }

    static func environments(chosen: String, in plan: Plan) -> Filter {
        all(
            "environment", "Environment", chosen: chosen,
            plan.environmentWords.compactMap { id, words in
                plan.environments[id].map { ($0.plain, words) }
            })
    }

    /// Whose verdicts there have to be.
    static func testers(chosen: String, in view: AuditView) -> Filter {
        all(
            "tester", "Judged by", chosen: (try? view.member(named: chosen).hex) ?? chosen,
            view.plan.people.map { ($0.key.hex, $0.value.name) }, none: "Everyone")
    }

    static func show(chosen: AuditFilter.Show) -> Filter {
        Filter(
            "show", "Show", chosen: chosen.value,
            AuditFilter.Show.allCases.map { ($0.value, $0.title) })
    }
}
