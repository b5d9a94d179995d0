package import Shared
import Synchronization

/// The plan and the components of an audit, as they were at one moment.
///
/// A class, because every place of an audit's lists carries one: it is copied ten thousand times.
package final class AuditNames: Sendable {
    let plan: Plan
    /// By screen, then label, unless they were moved.
    let components: Components
    /// Who is to do each component, as written; a component that is nobody's is absent.
    let assignees: [ComponentID: [String]]
    /// The names of screens in the order of the plan, each in the first of its spellings.
    let screens: [String]
    /// Registers of the plan and of components' names that wait for a lead's choice.
    let contested: [ContestedRegister]
    /// Those that say of themselves that they are the same control as another.
    let pointing: [Component]
    /// Nil until a name is asked for.
    private let known = Mutex<BornNames?>(nil)
    /// Nil until one is asked for.
    private let screenControls = Mutex<[String: [String: Set<String>]]?>(nil)

    package init(
        plan: Plan, components: [ComponentID: Component], assignees: [ComponentID: [String]]
    ) {
        self.plan = plan
        let components = components.withNames(by: plan)
        contested = plan.contested + components.contested
        self.assignees = assignees
        let screens = Self.screens(of: components, by: plan)
        self.screens = screens.map(\.name)
        var inOrder: [Component] = []
        inOrder.reserveCapacity(components.count)
        for screen in screens {
            inOrder += screen.components.compactMap { components[$0] }
                .sorted { ($0.place, $0.id) < ($1.place, $1.id) }
        }
        self.components = Components(inOrder)
        pointing = inOrder.filter { !$0.see.isEmpty }
    }

    private typealias Screen = (place: Place, name: String, components: [ComponentID])

    /// Screens' names are put together and placed once each, not with every comparison.
    ///
    /// By id: components are large, and each copy of all of them is a tenth of a program's memory.
    private static func screens(
        of components: [ComponentID: Component], by plan: Plan
    ) -> [Screen] {
        let spelled = Dictionary(grouping: components.keys) { components[$0]?.screen ?? "" }
        return Dictionary(grouping: spelled.sorted { $0.key < $1.key }) {
            NaturalKey.folded($0.key)
        }.values
            .map { spellings in
                let name = spellings[0].key
                return (plan.place(ofScreen: name), name, spellings.flatMap(\.value))
            }
            .sorted { ($0.place, $0.name) < ($1.place, $1.name) }
    }

    /// Who bears which name.
    var born: BornNames {
        known.withLock { known in
            let born = known ?? BornNames(components)
            known = born
            return born
        }
    }

    /// The controls with states to test on a screen, by platform, without withdrawn components.
    func controls(on screen: String) -> [String: Set<String>] {
        let all = screenControls.withLock { known in
            let all = known ?? Self.controls(of: components)
            known = all
            return all
        }
        return all[NaturalKey.folded(screen)] ?? [:]
    }

    private static func controls(of components: Components) -> [String: [String: Set<String>]] {
        var folded: [String: String] = [:]
        return components.reduce(into: [:]) { all, component in
            guard component.withdrawals.isEmpty else { return }
            let screen = folded[component.screen] ?? NaturalKey.folded(component.screen)
            folded[component.screen] = screen
            for (platform, states) in component.states where !states.isEmpty {
                all[screen, default: [:]][platform, default: []].insert(component.control)
            }
        }
    }

    /// Takes over what some records say now; nil when there is no plan.
    package convenience init?(_ records: [Record], over old: AuditNames?) {
        var gathered = NameGathering(over: old)
        for record in records { gathered.take(record) }
        self.init(gathered)
    }

    fileprivate convenience init?(_ gathered: NameGathering) {
        guard let plan = gathered.plan else { return nil }
        self.init(plan: plan, components: gathered.components, assignees: gathered.assignees)
    }
}

/// Takes over what records say, one after the other, and keeps none of them.
///
/// A record takes ten times the memory of its component.
package struct NameGathering {
    /// Until something is taken over.
    private var unchanged: AuditNames?
    fileprivate private(set) var plan: Plan?
    fileprivate private(set) var components: [ComponentID: Component] = [:]
    fileprivate private(set) var assignees: [ComponentID: [String]]
    /// Most components of a control have the same states, which are kept once.
    private var states: Set<[String: [String]]> = []

    package init(over old: AuditNames?) {
        unchanged = old
        plan = old?.plan
        assignees = old?.assignees ?? [:]
    }

    package mutating func take(_ record: Record) {
        if let unchanged { components = unchanged.components.byID }
        unchanged = nil
        switch record.key {
        case .plan: plan = Plan(record)
        case .component(_, let id):
            // What was refused leaves a record of nothing, and nobody else has even that.
            components[id] = record.isEmpty ? nil : component(record)
            let people = record.siblings(of: FieldID(.assignee)).compactMap(\.value.text)
            assignees[id] = people.isEmpty ? nil : people
        case .state, .other: break
        }
    }

    private mutating func component(_ record: Record) -> Component {
        var component = Component(record)
        component.shareStates(with: &states)
        return component
    }

    /// Nil when there is no plan.
    package var names: AuditNames? { unchanged ?? AuditNames(self) }
}
