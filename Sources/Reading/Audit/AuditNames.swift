package import Shared
import Synchronization

/// The plan and the components of an audit, as they were at one moment.
///
/// A class, because every place of an audit's lists carries one: it is copied ten thousand times.
package final class AuditNames: Sendable {
    let plan: Plan
    let components: [ComponentID: Component]
    /// Who is to do each component, as written; a component that is nobody's is absent.
    let assignees: [ComponentID: [String]]
    /// The components in the order of the plan: by screen, then label, unless they were moved.
    let inOrder: [Component]
    /// Those that say of themselves that they are the same control as another.
    let pointing: [Component]
    /// By folded name; nil until a name is asked for.
    private let named = Mutex<[String: [ComponentID]]?>(nil)

    package init(
        plan: Plan, components: [ComponentID: Component], assignees: [ComponentID: [String]]
    ) {
        self.plan = plan
        self.components = components
        self.assignees = assignees
        inOrder = Self.inOrder(components.values, by: plan)
        pointing = inOrder.filter { !$0.see.isEmpty }
    }

    /// Screens' names are put together and placed once each, not with every comparison.
    private static func inOrder(
        _ components: some Collection<Component>, by plan: Plan
    ) -> [Component] {
        Dictionary(grouping: components, by: \.screen)
            .map { (place: plan.place(ofScreen: $0.key), screen: $0.key, components: $0.value) }
            .sorted { ($0.place, $0.screen) < ($1.place, $1.screen) }
            .flatMap { $0.components.sorted { ($0.place, $0.id) < ($1.place, $1.id) } }
    }

    /// Finds by folded name: the plain one, or with the ordinal written out, even when it is 1.
    func components(named name: String) -> [Component] {
        let ids = named.withLock { known in
            let named = known ?? byName()
            known = named
            return named[name] ?? []
        }
        return ids.compactMap { components[$0] }
    }

    private func byName() -> [String: [ComponentID]] {
        var named: [String: [ComponentID]] = [:]
        for one in inOrder {
            let numbered = "\(one.screen)/\(one.label)/\(one.ordinal)"
            for name in Set([one.name, numbered].map(NaturalKey.folded)) {
                named[name, default: []].append(one.id)
            }
        }
        return named
    }

    /// Takes over what some records say now; nil when there is no plan.
    package convenience init?(_ records: [Record], over old: AuditNames?) {
        var plan = old?.plan
        var components = old?.components ?? [:]
        var assignees = old?.assignees ?? [:]
        for record in records {
            switch record.key {
            case .plan: plan = Plan(record)
            case .component(_, let id):
                // What was refused leaves a record of nothing, and nobody else has even that.
                components[id] = record.isEmpty ? nil : Component(record)
                let people = record.siblings(of: FieldID(.assignee)).compactMap(\.value.text)
                assignees[id] = people.isEmpty ? nil : people
            case .state, .other: break
            }
        }
        guard let plan else { return nil }
        self.init(plan: plan, components: components, assignees: assignees)
    }
}
