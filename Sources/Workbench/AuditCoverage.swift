import Client
import Reading
import Shared
import Synchronization

/// Every component state of an audit with what stands on it.
struct AuditCoverage {
    let view: AuditView
    /// By screen, label and ordinal, then in the order of work.
    let components: [CoveredComponent]
    let states: [CoveredState]
    let controls: [(id: String, title: String)]
    /// With a control that the catalogue lacks: nobody can say what is to be tested of them.
    let unknown: [Component]

    struct CoveredComponent {
        let component: Component
        let states: [CoveredState]

        /// Whether it was withdrawn and is in the work all the same, until a lead has decided.
        var isContested: Bool { !component.withdrawals.isEmpty }
    }

    struct CoveredState {
        let place: StatePlace
        let tally: StateCounts
        let isMine: Bool

        fileprivate init(_ place: StatePlace, _ status: StateStatus?) {
            self.place = place
            let assignees: [String]
            switch status {
            case nil: (tally, assignees) = (StateCounts(place.criteria, []), [])
            case .plain(let summary):
                (tally, assignees) = (StateCounts(place.criteria, summary), summary.assignees)
            case .contested(let record):
                let item = place.view.item(record)
                (tally, assignees) = (item.tally(place.criteria), item.assignees)
            }
            isMine = place.view.isAssigned(place.id, to: assignees)
        }
    }

    /// Reads what holds on every component state once.
    fileprivate init(_ audit: AuditID, in context: PageContext) throws {
        let client = context.client
        let view = try client.view(audit)
        var statuses: [StateID: StateStatus] = [:]
        try view.records.statuses { id, status in
            if id.round == view.plan.currentRound { statuses[id] = status }
        }
        let withdrawn = try view.withdrawnWork()
        // What the withdrawal of their component covers of these is told by their records alone.
        for component in withdrawn.contestedComponents {
            try client.store.stateIndex.states(of: component, in: audit) { record in
                guard case .state(_, let id) = record.key, statuses[id] != nil else { return }
                statuses[id] = .contested(record)
            }
        }
        self.view = view
        let catalogue = try context.catalogue(of: view)
        unknown = try client.catalogues.unknownComponents(in: view, catalogue)
        let order = WorkOrder(of: view, catalogue, without: withdrawn)
        components = order.allPlaces().map { component, places in
            CoveredComponent(
                component: component, states: places.map { CoveredState($0, statuses[$0.id]) })
        }
        states = components.flatMap(\.states)
        let names = Set(components.map(\.component.control))
        controls = names.compactMap { catalogue.control($0) }.map { ($0.id, $0.title) }
            .sorted { $0.title < $1.title }
    }
}

/// The coverage that was read last, given out again while nobody has written anything since.
///
/// Filters and pages of one list are read one after the other, and each is of the whole audit.
final class CoverageMemory: Sendable {
    /// The mark was taken before the coverage was read.
    private typealias Known = (audit: AuditID, mark: ClientStore.Revision, coverage: AuditCoverage)

    private let known = Mutex<Known?>(nil)

    func read(_ audit: AuditID, in context: PageContext) throws -> AuditCoverage {
        try known.withLock { known in
            let mark = try context.client.store.mark()
            if let known, known.audit == audit, known.mark == mark { return known.coverage }
            known = nil
            let coverage = try AuditCoverage(audit, in: context)
            known = (audit, mark, coverage)
            return coverage
        }
    }
}

extension Sequence<AuditCoverage.CoveredState> {
    var counts: OutcomeCounts { reduce(into: OutcomeCounts()) { $0 += $1.tally.counts } }
    var total: Int { reduce(0) { $0 + $1.tally.total } }
    var judged: Int { reduce(0) { $0 + $1.tally.judged } }
    var progress: String { "\(judged) of \(total) judged" }
}
