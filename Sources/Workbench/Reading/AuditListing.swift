import Client
import Presentation
import Shared

/// The components of an audit that a query lets through, a page of them.
struct AuditListing {
    private static let componentsMax = 50

    private let coverage: AuditCoverage
    private let query: AuditQuery
    /// What is left of each component, without those of which nothing is.
    private let components: [AuditCoverage.CoveredComponent]

    init(_ coverage: AuditCoverage, _ query: AuditQuery) {
        self.coverage = coverage
        self.query = query
        components = coverage.components.compactMap { component in
            guard query.control.isEmpty || component.component.control == query.control
            else { return nil }
            let states = component.states.filter { Self.lets($0, query) }
            return states.isEmpty
                ? nil
                : AuditCoverage.CoveredComponent(
                    component: component.component, states: states)
        }
    }

    private static func lets(_ state: AuditCoverage.CoveredState, _ query: AuditQuery) -> Bool {
        if query.who == "me", !state.isMine { return false }
        if !query.environment.isEmpty, state.place.environment.plain != query.environment {
            return false
        }
        switch query.show {
        case "open": return state.tally.isOpen
        case "failed": return state.tally.counts[.failed] > 0
        case "conflicts": return state.tally.isDisputed
        default: return true  // open set: an address may say anything
        }
    }

    /// The choices of the form, each with what is chosen.
    var filters: [AuditPage.Filter] {
        let view = coverage.view
        let controls = coverage.controls
        let environments = view.plan.environments.values.map(\.plain).sorted()
        return [
            AuditPage.Filter(
                "who", "Assigned to", chosen: query.who, [("", "Everyone"), ("me", "Me")]),
            AuditPage.Filter(
                "show", "Show", chosen: query.show,
                [
                    ("", "All states"), ("open", "Open only"), ("failed", "Failed only"),
                    ("conflicts", "Conflicts only"),
                ]),
            AuditPage.Filter(
                "control", "Control", chosen: query.control,
                [("", "All")] + controls.map { ($0.id, $0.title) }),
            AuditPage.Filter(
                "environment", "Environment", chosen: query.environment,
                [("", "All")] + environments.map { ($0, $0) }),
        ]
    }

    /// The components of this page, by screen.
    var screens: [AuditPage.Screen] {
        let page = components.dropFirst(first).prefix(Self.componentsMax)
        var screens: [(name: String, components: [AuditCoverage.CoveredComponent])] = []
        for component in page {
            if screens.last?.name == component.component.screen {
                screens[screens.count - 1].components.append(component)
            } else {
                screens.append((component.component.screen, [component]))
            }
        }
        return screens.enumerated().map { index, screen in
            let states = screen.components.flatMap(\.states)
            return AuditPage.Screen(
                anchor: "screen-\(index + 1)", name: screen.name,
                isMine: states.allSatisfy(\.isMine), progress: states.progress,
                components: screen.components.map { shown($0) })
        }
    }

    private func shown(_ component: AuditCoverage.CoveredComponent) -> AuditPage.Component {
        let environments = component.states.map(\.place.environment)
            .reduce(into: [Environment]()) { list, one in if list.last != one { list.append(one) } }
        let ordinal = component.component.ordinal
        return AuditPage.Component(
            label: component.component.label + (ordinal > 1 ? ", number \(ordinal)" : ""),
            about: "\(component.states[0].place.control.title), \(component.states.progress)"
                + (component.isContested ? ", its withdrawal is contested" : ""),
            environments: environments.map { environment in
                let isAlone = environments.count { $0.platform == environment.platform } == 1
                return AuditPage.Environment(
                    title: isAlone ? environment.platformWord : environment.plain,
                    states: component.states.filter { $0.place.environment == environment }.map {
                        AuditPage.State(
                            href: $0.place.address, title: $0.place.state.title, mark: $0.tally.mark
                        )
                    })
            })
    }

    private var first: Int {
        let last = max(0, components.count - 1) / Self.componentsMax
        return min(query.page - 1, last) * Self.componentsMax
    }

    /// Nil when all components fit.
    var pager: AuditPage.Pager? {
        guard components.count > Self.componentsMax else { return nil }
        let end = min(first + Self.componentsMax, components.count)
        let page = first / Self.componentsMax + 1
        let address = Address.audit(coverage.view.audit)
        return AuditPage.Pager(
            previous: page > 1 ? address + query.query(page: page - 1) : nil,
            following: end < components.count ? address + query.query(page: page + 1) : nil,
            position: "Components \(first + 1) to \(end) of \(components.count)")
    }

    /// Said where no component is left.
    var empty: (heading: String, text: String) {
        coverage.components.isEmpty
            ? (
                "No component yet",
                "Add one with accord component add, or import a capture of a screen."
            )
            : ("Nothing of that kind", "No component state of this audit fits the choice above.")
    }
}
