package import Shared

/// How far an audit's current round is, for whom, and what stands before a signature.
package struct TeamOverview: Sendable {
    package let view: AuditView
    package let whole: AuditProgress
    /// What waits for a person, as the list of conflicts counts it.
    package let disputes: Int
    /// Empty for a round that can be signed.
    package let blocks: [SigningBlock]
    /// Component states on which the gravest failures stand, the gravest first, five at most.
    package let gravest: [AuditCoverage.CoveredState]
    /// Testers and whoever else has or has judged anything, by name.
    package let testers: [Tester]
    /// What is to be done by nobody.
    package let nobodys: AuditProgress
    /// In the order of their plain forms; those with anything to test.
    package let environments: [Part<EnvironmentID>]
    /// Names in the order of the plan.
    package let screens: [Part<String>]
    /// Ids by title.
    package let controls: [Part<String>]

    /// What of the work has one environment, screen or control.
    package struct Part<ID: Hashable & Sendable>: Sendable {
        package let id: ID
        package let title: String
        package let progress: AuditProgress
    }

    /// What one person has to do, and what she has done.
    package struct Tester: Sendable {
        package let person: PersonID
        package let name: String
        /// Nil for who left the team.
        package let role: Role?
        /// What is hers, by herself or in a group, added up, whoever judged it.
        package let progress: AuditProgress
        /// Component states that she was drawn for, and how many of them she has judged.
        package let opinions: Opinions
        /// The first day of what she has left, in Unix milliseconds; nil for none.
        package let due: Int64?
        /// Her own verdicts, and when she wrote last.
        package let work: TeamWork.Share
    }

    /// Second opinions of one person.
    package struct Opinions: Hashable, Sendable {
        package fileprivate(set) var drawn = 0
        package fileprivate(set) var given = 0

        /// Such as `2 of 5`; `none` where she was drawn for nothing.
        package var words: String { drawn == 0 ? "none" : "\(given) of \(drawn)" }
    }

    private static let gravestMax = 5

    /// Adds up what was counted; reads the plan's record, and no component state's.
    ///
    /// - Parameter hasCatalogue: Whether the audit is read with the catalogue that it pins.
    package init(of coverage: AuditCoverage, hasCatalogue: Bool) throws {
        let view = coverage.view
        self.view = view
        var people = PeopleProgress(in: view.plan)
        var environments: [EnvironmentID: AuditProgress] = [:]
        var controls: [String: AuditProgress] = [:]
        var screens: [(screen: String, progress: AuditProgress)] = []
        for (screen, components) in view.byScreen(coverage.components, of: \.component) {
            var whole = AuditProgress()
            for covered in components {
                var progress = AuditProgress()
                for state in covered.states {
                    progress.add(state.tally)
                    environments[state.place.id.environment, default: AuditProgress()]
                        .add(state.tally)
                    people.add(state)
                }
                controls[covered.component.control, default: AuditProgress()] += progress
                whole += progress
            }
            screens.append((screen, whole))
        }
        let whole = screens.reduce(into: AuditProgress()) { $0 += $1.progress }
        self.whole = whole
        disputes = try view.disputeCount()
        blocks = try SigningBlock.all(of: coverage, whole, hasCatalogue: hasCatalogue)
        gravest = Self.gravest(of: coverage.states)
        testers = people.testers(try TeamWork(of: coverage))
        nobodys = people.nobodys
        let words = view.plan.environmentWords
        self.environments = view.plan.environments.values.sorted { $0.plain < $1.plain }
            .compactMap { environment in
                environments[environment.id].map {
                    Part(id: environment.id, title: words[environment.id] ?? "", progress: $0)
                }
            }
        self.screens = screens.map { Part(id: $0.screen, title: $0.screen, progress: $0.progress) }
            .filter { $0.progress.states > 0 }
        self.controls = coverage.controls.compactMap { id, title in
            controls[id].map { Part(id: id, title: title, progress: $0) }
        }
    }

    private static func gravest(
        of states: [AuditCoverage.CoveredState]
    ) -> [AuditCoverage.CoveredState] {
        let severities = Severity.allCases.reversed()
        let failed = states.enumerated().filter { $0.element.tally.counts[.failed] > 0 }
        // As many of the gravest kind first, then of the next; then in the order of work.
        return failed.map { (place: $0.offset, state: $0.element) }.sorted { left, right in
            for severity in severities {
                let one = left.state.tally.severities[severity]
                let other = right.state.tally.severities[severity]
                if one != other { return one > other }
            }
            return left.place < right.place
        }.prefix(gravestMax).map(\.state)
    }
}

/// Adds up what is whose.
private struct PeopleProgress {
    private let plan: Plan
    private var progress: [PersonID: AuditProgress] = [:]
    private var opinions: [PersonID: TeamOverview.Opinions] = [:]
    private var due: [PersonID: Int64] = [:]
    private(set) var nobodys = AuditProgress()
    /// Who somebody named is, worked out once: most component states name the same.
    private var known: [[String]: Set<PersonID>] = [:]

    init(in plan: Plan) { self.plan = plan }

    mutating func add(_ state: AuditCoverage.CoveredState) {
        var people = people(state.assignees)
        if let second = state.second {
            people.insert(second)
            opinions[second, default: TeamOverview.Opinions()].drawn += 1
            if state.hasAll(of: second) { opinions[second]?.given += 1 }
        }
        if people.isEmpty { nobodys.add(state.tally) }
        for person in people {
            progress[person, default: AuditProgress()].add(state.tally)
            guard state.tally.isOpen, let day = state.due else { continue }
            due[person] = min(due[person] ?? day, day)
        }
    }

    private mutating func people(_ assignees: [String]) -> Set<PersonID> {
        if let people = known[assignees] { return people }
        let people = Set(
            assignees.flatMap { text -> [PersonID] in
                switch Assignee(text) {
                case .person(let person): [person]
                case .group(let group): plan.groups[group]?.members ?? []
                case nil: []
                }
            })
        known[assignees] = people
        return people
    }

    func testers(_ work: TeamWork) -> [TeamOverview.Tester] {
        let testing = plan.people.filter { $0.value.role == .tester }.map(\.key)
        let judging = work.people.filter { work[$0].verdicts > 0 }
        return Set(testing).union(judging).union(progress.keys).map { person in
            TeamOverview.Tester(
                person: person, name: plan.name(of: person), role: plan.role(of: person),
                progress: progress[person] ?? AuditProgress(),
                opinions: opinions[person] ?? TeamOverview.Opinions(), due: due[person],
                work: work[person])
        }.sorted { ($0.name, $0.person) < ($1.name, $1.person) }
    }
}
