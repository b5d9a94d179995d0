package import Shared

/// What waits for a decision in an audit, in the order in which it is to be decided.
package struct ConflictQueue: Sendable {
    /// Component states and withdrawn components.
    package let items: [ConflictItem]
    /// Registers of the plan in which different values stand; empty where a filter leaves them out.
    package let plan: [ContestedRegister]
    /// Names that several components bear; empty where a filter leaves them out.
    package let shared: [SharedName]
    /// Whether a filter leaves nothing out.
    package let isWhole: Bool

    /// No record is read for it: summaries tell all.
    package init(in view: AuditView, matching filter: ConflictFilter = ConflictFilter()) throws {
        let disputes = try view.disputes()
        let scope = FilterScope(filter.audit, in: view)
        let states = disputes.states.filter {
            ($0.isDisputed || $0.hasContestedWithdrawals) && scope.lets($0.id)
        }.compactMap { ConflictItem($0, matching: filter.audit, in: view) }
        let contested = disputes.withdrawn.contestedComponents
        let components = view.components.filter {
            contested.contains($0.id) && scope.lets($0)
                && filter.audit.letsWithdrawals(by: $0.withdrawals.map(\.author))
        }.map { ConflictItem($0) }
        items = Self.sorted(
            (states + components).filter { filter.lets($0, in: view) }, by: filter.order, in: view)
        isWhole = filter.isWhole
        let hasPlan = isWhole || filter.kind == .plan
        plan = hasPlan ? view.contested : []
        shared = hasPlan ? try view.sharedNames() : []
    }

    package var isEmpty: Bool { items.isEmpty && plan.isEmpty && shared.isEmpty }

    /// How many findings wait on its items.
    package var findingCount: Int { items.reduce(0) { $0 + $1.findings.count } }

    /// Where an item is, and which ones are around it; nil for one that is not here.
    package func place(of subject: ConflictItem.Subject) -> Place? {
        guard let index = items.firstIndex(where: { $0.subject == subject }) else { return nil }
        return Place(
            number: index + 1, previous: index > 0 ? items[index - 1] : nil,
            next: index + 1 < items.count ? items[index + 1] : nil)
    }

    /// A place in the queue.
    package struct Place: Sendable {
        /// From 1.
        package let number: Int
        package let previous: ConflictItem?
        package let next: ConflictItem?
    }

    private static func sorted(
        _ items: [ConflictItem], by order: ConflictFilter.Order, in view: AuditView
    ) -> [ConflictItem] {
        let places =
            order == .screen
            ? Dictionary(
                view.byScreen(view.components) { $0 }.flatMap(\.parts).enumerated()
                    .map { ($1.id, $0) }
            ) { first, _ in first } : [:]
        return items.map { (Key($0, order, places), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
    }

    /// What an item is sorted by.
    private struct Key: Comparable {
        /// Compared one after the other, the least first.
        private let numbers: [Int64]
        private let name: String

        init(_ item: ConflictItem, _ order: ConflictFilter.Order, _ places: [ComponentID: Int]) {
            switch order {
            case .gravest:
                let kinds = item.kinds
                let isChallenged = kinds.contains(.challenged)
                // A challenge says nothing of how grave it is: the findings do.
                let rest = kinds.subtracting([.challenged]).min() ?? .outcome
                let rank = ConflictItem.Kind.allCases.firstIndex(of: rest) ?? 0
                numbers = [
                    isChallenged ? 0 : 1, Int64(rank), Int64(-item.gravity), item.since,
                ]
            case .oldest: numbers = [item.since]
            case .screen:
                numbers = [item.component.flatMap { places[$0.id] }.map(Int64.init) ?? .max]
            }
            name = item.name
        }

        static func < (one: Key, other: Key) -> Bool {
            one.numbers == other.numbers
                ? one.name < other.name
                : one.numbers.lexicographicallyPrecedes(other.numbers)
        }
    }
}
