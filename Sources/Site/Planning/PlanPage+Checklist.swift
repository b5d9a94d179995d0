import Client
import Reading
import Shared

extension PlanPage {
    /// What an audit needs before testers go out.
    struct Checklist: Sendable {
        let progress: String
        let blockers: [Blocker]

        /// - Parameter adding: Nil for a reader, who is told and led nowhere.
        init(_ coverage: AuditCoverage, adding: String?) {
            blockers = [
                Self.components(coverage, adding), Self.environments(coverage),
                Self.criteria(coverage), Self.testers(coverage.view), Self.assigned(coverage),
            ].compactMap(\.self)
            progress = "\(blockers.count(where: \.isDone)) of \(blockers.count) done"
        }

        private static func components(
            _ coverage: AuditCoverage, _ adding: String?
        ) -> Blocker {
            let unknown = coverage.unknown
            guard !coverage.components.isEmpty || !unknown.isEmpty else {
                return Blocker(
                    open: "no component", "Nothing can be tested before one is named.",
                    link: adding.map { PageFrame.Link("Add components", $0) })
            }
            guard unknown.isEmpty else {
                return Blocker(
                    warns: "\(counted(unknown.count, "component")) of no control",
                    "\(unknown.names) The catalogue does not have their controls.")
            }
            let stateless = coverage.components.map(\.component).filter(\.states.isEmpty)
            return stateless.isEmpty
                ? Blocker(done: "every component has a control and its states")
                : Blocker(warns: "components without a state", stateless.names)
        }

        private static func environments(_ coverage: AuditCoverage) -> Blocker {
            let environments = coverage.view.plan.environments.values
            let link = PageFrame.Link("Environments", "#environments")
            guard !environments.isEmpty else {
                return Blocker(
                    open: "no environment",
                    "Say on which platform and with what it is tested.", link: link)
            }
            let builds = coverage.view.plan.builds
            let without = Set(environments.map(\.platform)).filter { builds[$0] == nil }
            let words = without.sorted().map(Environment.platformWord(of:))
            let count = counted(environments.count, "environment")
            return words.isEmpty
                ? Blocker(done: "\(count) named with builds")
                : Blocker(
                    warns: "\(count), but no build of \(AuditView.list(words))",
                    "Findings then do not say of which build they are. "
                        + "Each component state can name its own.")
        }

        /// Nil where there is an environment and each has something to judge.
        private static func criteria(_ coverage: AuditCoverage) -> Blocker? {
            guard !coverage.states.isEmpty else { return nil }
            let judged = Set(
                coverage.states.filter { $0.tally.total > 0 }.map(\.place.environment.plain))
            let idle = coverage.view.plan.environments.values.filter { !judged.contains($0.plain) }
            guard !idle.isEmpty else { return nil }
            return Blocker(
                warns: "\(counted(idle.count, "environment")) without a criterion",
                "Nothing of the components is judged on "
                    + AuditView.list(idle.map { "\($0.sentence) (\($0.plain))" }.sorted()) + ".")
        }

        private static func testers(_ view: AuditView) -> Blocker {
            let testers = view.plan.people.values.filter { $0.role == .tester }
            return testers.isEmpty
                ? Blocker(
                    warns: "no tester", "You can test alone; invite people to share the work.")
                : Blocker(done: "\(counted(testers.count, "tester")) in the team")
        }

        private static func assigned(_ coverage: AuditCoverage) -> Blocker? {
            let components = coverage.components.map(\.component)
            guard !components.isEmpty else { return nil }
            let view = coverage.view
            let free = components.filter { view.assignees(of: $0.id).isEmpty }
            guard !free.isEmpty else { return Blocker(done: "every component is assigned") }
            return Blocker(
                warns: "\(counted(free.count, "component")) assigned to nobody",
                "\(free.names) Anybody may judge them; nobody has to.")
        }
    }

    /// One line of what an audit needs.
    struct Blocker: Sendable {
        let state: String
        let stateIcon: String
        let heading: String
        let why: String?
        let link: PageFrame.Link?
        let isDone: Bool

        init(done heading: String) {
            state = "done"
            stateIcon = "m-passed"
            isDone = true
            self.heading = "Done: \(heading)"
            why = nil
            link = nil
        }

        /// Without this nothing can be tested.
        init(open heading: String, _ why: String, link: PageFrame.Link?) {
            state = "open"
            stateIcon = "i-error"
            isDone = false
            self.heading = "Missing: \(heading)"
            self.why = why
            self.link = link
        }

        init(warns heading: String, _ why: String) {
            state = "warn"
            stateIcon = "i-warn"
            isDone = false
            self.heading = "Open: \(heading)"
            self.why = why
            link = nil
        }
    }
}

extension [Component] {
    /// The first few by name, and how many more.
    fileprivate var names: String {
        let most = 5
        let rest = count > most ? ["\(count - most) more"] : []
        return AuditView.list(prefix(most).map { "“\($0.name)”" } + rest) + "."
    }
}
