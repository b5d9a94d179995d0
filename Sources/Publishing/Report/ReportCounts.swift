import Reading
import Shared

/// What a report counts of an audit before it tells anything: numbers, and no finding.
struct ReportCounts: Sendable {
    let facts: ExportFacts
    private let places: [ComponentID: Int]
    /// The screens of the plan, in its order.
    let screens: [String]
    private(set) var all = OutcomeNumbers()
    /// By the screen's place; nil for components that are still to come.
    private(set) var byScreen: [Int?: OutcomeNumbers] = [:]
    private(set) var byEnvironment: [EnvironmentID: OutcomeNumbers] = [:]
    private(set) var byRound: [UInt32: OutcomeNumbers] = [:]
    /// Counts of criteria that the catalogue has.
    private(set) var byCriterion: [String: OutcomeNumbers] = [:]
    private(set) var unknown = OutcomeNumbers()
    private(set) var testers: [PersonID: (name: String, verdicts: Int)] = [:]
    private(set) var unconfirmed = 0
    /// The latest change that any finding has, Unix milliseconds.
    private(set) var newest: Int64?
    /// What is asked in the current round; nil while only some findings were chosen.
    let asked: Asked?

    /// Criteria of component states of the current round.
    struct Asked: Sendable {
        let total: Int
        let untested: Int
        /// By the screen's place.
        let untestedByScreen: [Int: Int]
    }

    init(_ facts: ExportFacts) throws {
        self.facts = facts
        var places: [ComponentID: Int] = [:]
        var screens: [String] = []
        for (screen, components) in facts.view.byScreen(facts.view.components, of: \.self) {
            for component in components { places[component.id] = screens.count }
            screens.append(screen)
        }
        self.places = places
        self.screens = screens
        asked = facts.conditions.isEmpty ? try Self.asked(facts, places) : nil
    }

    private static func asked(
        _ facts: ExportFacts, _ places: [ComponentID: Int]
    ) throws -> Asked {
        let view = facts.view
        let disputes = try view.disputes()
        let order = WorkOrder(of: view, facts.catalogue, without: disputes.withdrawn)
        var total = 0
        var untested = 0
        var byScreen: [Int: Int] = [:]
        // One component at a time: what stands on all states takes memory.
        try order.eachComponent { component, states in
            var summaries: [StateID: StateSummary] = [:]
            try view.records.states(.of(component.id)) { record in
                if case .state(_, let id) = record.key { summaries[id] = StateSummary(record) }
            }
            let counts = states.map { StateCounts($0, summaries[$0.id], disputes[$0.id]) }
            let open = counts.reduce(0) { $0 + $1.total - $1.judged }
            total += counts.reduce(0) { $0 + $1.total }
            untested += open
            if let place = places[component.id] { byScreen[place, default: 0] += open }
        }
        return Asked(total: total, untested: untested, untestedByScreen: byScreen)
    }

    mutating func count(_ row: FindingRow) {
        all.add(row)
        byScreen[places[row.state.component], default: OutcomeNumbers()].add(row)
        byEnvironment[row.state.environment, default: OutcomeNumbers()].add(row)
        byRound[row.state.round, default: OutcomeNumbers()].add(row)
        if let criterion = facts.criterion(row.entry.criterion) {
            byCriterion[criterion.id, default: OutcomeNumbers()].add(row)
        } else {
            unknown.add(row)
        }
        for sibling in row.siblings where sibling.unplaced == nil {
            testers[sibling.person, default: (sibling.author, 0)].verdicts += 1
        }
        if row.isUnconfirmed { unconfirmed += 1 }
        newest = [newest, row.changed].compactMap(\.self).max()
    }

    /// Where its screen stands in the plan; nil while it is still to come.
    func place(of component: ComponentID) -> Int? { places[component] }
}
