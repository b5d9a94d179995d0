import Hummingbird
import Reading
import Shared

/// What of an audit the page shows, as its address says.
struct AuditQuery: Sendable {
    /// Words that a component's name or its screen's has to hold.
    var find = ""
    var who = ""
    var show = ""
    var control = ""
    var environment = ""
    /// From 1.
    var page = 1

    init(_ request: Request) {
        let parameters = request.uri.queryParameters
        func text(_ name: String) -> String { parameters.get(name) ?? "" }
        find = request.typed("find")
        (who, show) = (text("who"), text("show"))
        (control, environment) = (text("control"), text("environment"))
        page = max(1, parameters.get("page", as: Int.self) ?? 1)
    }

    /// Whether it lets everything through.
    var isWhole: Bool { [find, who, show, control, environment].allSatisfy(\.isEmpty) }

    func query(page: Int) -> String {
        Address.query([
            ("find", find), ("who", who), ("show", show), ("control", control),
            ("environment", environment), ("page", page == 1 ? "" : "\(page)"),
        ])
    }
}

extension AuditQuery {
    func filters(of coverage: AuditCoverage) -> [Filter] {
        let plan = coverage.view.plan
        let environments = plan.environmentWords.compactMap { id, words in
            plan.environments[id].map { ($0.plain, words) }
        }
        return [
            Filter("who", "Assigned to", chosen: who, [("", "Everyone"), ("me", "Me")]),
            Filter(
                "show", "Show", chosen: show,
                [
                    ("", "All states"), ("open", "Open only"), ("failed", "Failed only"),
                    ("conflicts", "Conflicts only"),
                ]),
            Filter(
                "control", "Control", chosen: control,
                [("", "All")] + coverage.controls.map { ($0.id, $0.title) }),
            Filter(
                "environment", "Environment", chosen: environment,
                [("", "All")] + environments.sorted { $0.1 < $1.1 }),
        ]
    }

    /// What it lets through of each component, without those of which nothing is left.
    func components(of coverage: AuditCoverage) -> [AuditCoverage.CoveredComponent] {
        let words = NaturalKey.folded(find).split(separator: " ").map(String.init)
        return coverage.components.compactMap { one in
            guard control.isEmpty || one.component.control == control else { return nil }
            let states = one.states.filter(lets)
            guard !states.isEmpty, names(one.component, words) else { return nil }
            return AuditCoverage.CoveredComponent(component: one.component, states: states)
        }
    }

    private func names(_ component: Component, _ words: [String]) -> Bool {
        guard !words.isEmpty else { return true }
        let name = NaturalKey.folded("\(component.label) \(component.screen)")
        return words.allSatisfy(name.contains)
    }

    private func lets(_ state: AuditCoverage.CoveredState) -> Bool {
        if who == "me", !state.isMine { return false }
        if !environment.isEmpty, state.place.environment.plain != environment { return false }
        switch show {
        case "open": return state.tally.isOpen
        case "failed": return state.tally.counts[.failed] > 0
        case "conflicts": return state.tally.isDisputed
        default: return true  // open set: an address may say anything
        }
    }
}
