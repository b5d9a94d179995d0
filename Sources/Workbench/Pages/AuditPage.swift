import Client
import Reading
import Shared

/// An audit's plan and coverage: what is whose, what is open, by screen and component.
struct AuditPage: Page {
    static let template = "audit"
    let frame: PageFrame
    let heading: String
    let lede: String
    let address: String
    /// The state that the tester does next; nil when nothing is open.
    let next: PageFrame.Link?
    let summary: Summary
    let filters: [Filter]
    /// Ascending by name; empty when the filters let nothing through.
    let screens: [Screen]
    let emptyHeading: String
    let emptyText: String
    let pager: Pager?
    /// What comes after `next`; nil when nothing is open.
    let upcoming: Upcoming?

    init(_ audit: AuditID, showing query: AuditQuery, in context: PageContext) throws {
        try context.requireHere(audit)
        let coverage = try context.site.coverage.read(audit, in: context)
        let view = coverage.view
        let mine = coverage.states.filter(\.isMine)
        let work = mine.isEmpty ? coverage.states : mine
        let open = work.filter(\.tally.isOpen)
        let components = query.components(of: coverage)
        let rows = Pager.rows(on: query.page, of: components.count)
        var frame = try PageFrame(view.plan.title, .work, of: view, behind: nil, in: context)
        if frame.notice == nil, !coverage.unknown.isEmpty {
            let words = coverage.unknown.untestedWords
            frame.notice = Notice(.warn, "Not everything is counted", words)
        }
        self.frame = frame
        heading = view.plan.title
        lede = view.plan.lede
        address = Address.audit(audit)
        next = open.first.map { PageFrame.Link($0.place.title, $0.place.address) }
        summary = Summary(
            of: work, isMine: !mine.isEmpty, in: view,
            unsent: try context.client.store.push.queue(audit).count)
        filters = query.filters(of: coverage)
        screens = Screen.all(of: components[rows])
        let isEmpty = coverage.components.isEmpty
        emptyHeading = isEmpty ? "No component yet" : "Nothing of that kind"
        emptyText =
            isEmpty
            ? "Add one with accord component add, or import a capture of a screen."
            : "No component state of this audit fits the choice above."
        pager = Pager("Components", rows, of: components.count) {
            Address.audit(audit) + query.query(page: $0)
        }
        upcoming = Upcoming(open, isMine: !mine.isEmpty, of: audit)
    }

    /// The figures of an audit, or of one person's part of it.
    struct Summary: Sendable {
        let title: String
        let figures: [Figure]
        let bar: Bar
        let legend: [Badge]

        fileprivate init(
            of states: [AuditCoverage.CoveredState], isMine: Bool, in view: AuditView, unsent: Int
        ) {
            let (counts, total) = (states.counts, states.total)
            let open = states.count(where: \.tally.isOpen)
            let conflicts = states.count(where: \.tally.isDisputed)
            let share = total == 0 ? 0 : states.judged * 100 / total
            title = isMine ? "Your work" : "All work"
            figures = [
                Figure(
                    figure: "\(states.judged) of \(total)", meaning: "findings judged, \(share) %"),
                Figure(figure: "\(open)", meaning: "component states open, of \(states.count)"),
                Figure(figure: "\(counts[.failed])", meaning: "failed"),
                Figure(
                    figure: "\(conflicts)", meaning: conflicts == 1 ? "conflict" : "conflicts",
                    href: conflicts == 0 ? nil : Address.conflicts(view.audit)),
                Figure(
                    figure: "\(unsent)",
                    meaning: "\(unsent == 1 ? "change" : "changes") not on the server yet",
                    href: Address.sync(view.audit)),
            ]
            bar = Bar(counts.all, of: total)
            legend = Outcome.allCases.map { Badge($0, "\(counts[$0]) \($0.countedWord)") }
        }
    }

    struct Figure: Sendable {
        let figure: String
        let meaning: String
        /// Nil for a number that leads nowhere.
        var href: String?
    }

    struct Screen: Sendable {
        let anchor: String
        let name: String
        let isMine: Bool
        let progress: String
        let components: [ListedComponent]

        fileprivate static func all(
            of components: ArraySlice<AuditCoverage.CoveredComponent>
        ) -> [Screen] {
            var screens: [[AuditCoverage.CoveredComponent]] = []
            for one in components {
                if screens.last?[0].component.screen == one.component.screen {
                    screens[screens.count - 1].append(one)
                } else {
                    screens.append([one])
                }
            }
            return screens.enumerated().map { index, components in
                let states = components.flatMap(\.states)
                return Screen(
                    anchor: "screen-\(index + 1)", name: components[0].component.screen,
                    isMine: states.allSatisfy(\.isMine), progress: states.progress,
                    components: components.map(ListedComponent.init))
            }
        }
    }

    struct ListedComponent: Sendable {
        let label: String
        let about: String
        let environments: [StateList]

        fileprivate init(_ covered: AuditCoverage.CoveredComponent) {
            let (component, states) = (covered.component, covered.states)
            label = component.label + (component.ordinal > 1 ? ", number \(component.ordinal)" : "")
            about =
                "\(states[0].place.control.title), \(states.progress)"
                + (covered.isContested ? ", its withdrawal is contested" : "")
            environments = states.map(\.place).environments.map { environment, title in
                let own = states.filter { $0.place.environment == environment }
                let links = own.map { state in
                    let (place, mark) = (state.place, state.tally.mark)
                    return ListedState(href: place.address, title: place.state.title, mark: mark)
                }
                return StateList(title: title, states: links)
            }
        }
    }

    struct Upcoming: Sendable {
        let title: String
        let items: [LinkLine]
        let allHref: String
        let allText: String

        fileprivate init?(_ open: [AuditCoverage.CoveredState], isMine: Bool, of audit: AuditID) {
            guard !open.isEmpty else { return nil }
            title = isMine ? "Next for you" : "Next"
            items = open.prefix(5).map { state in
                let (place, total) = (state.place, state.tally.total)
                let left = "\(total - state.tally.judged) of \(total) untested"
                return LinkLine(
                    href: place.address, title: place.title,
                    about: "\(place.environment.platformWord), \(left)")
            }
            allHref = "\(Address.audit(audit))?show=open" + (isMine ? "&who=me" : "")
            allText = open.count == 1 ? "The open state" : "All \(open.count) open states"
        }
    }
}

extension Plan {
    /// Such as `Android 8.4.0, iOS 8.4.0`.
    var buildList: String {
        builds.sorted { $0.key < $1.key }
            .map { "\(Environment.platformWord(of: $0.key)) \($0.value)" }.joined(separator: ", ")
    }

    fileprivate var lede: String {
        let tested = Set(environments.values.map(\.sentence)).sorted().joined(separator: " and ")
        let parts = [
            buildList, tested.isEmpty ? "no environment yet" : "tested on \(tested)",
            currentRound > 1 ? "round \(currentRound)" : "",
        ]
        return parts.filter { !$0.isEmpty }.joined(separator: ", ") + "."
    }
}

extension AuditQuery {
    fileprivate func filters(of coverage: AuditCoverage) -> [Filter] {
        let environments = coverage.view.plan.environments.values.map(\.plain).sorted()
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
                [("", "All")] + environments.map { ($0, $0) }),
        ]
    }

    /// What it lets through of each component, without those of which nothing is left.
    fileprivate func components(of coverage: AuditCoverage) -> [AuditCoverage.CoveredComponent] {
        coverage.components.compactMap { one in
            guard control.isEmpty || one.component.control == control else { return nil }
            let states = one.states.filter(lets)
            return states.isEmpty
                ? nil : AuditCoverage.CoveredComponent(component: one.component, states: states)
        }
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
