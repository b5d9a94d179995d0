import Client
import Reading
import Shared

extension PlanPage {
    struct Screen: Sendable {
        let anchor: String
        let screen: String
        let about: String
        let components: [Row]
        /// Nil for a reader.
        let foot: Foot?
    }

    /// What is done with a whole screen.
    struct Foot: Sendable {
        let tickScreen: String
        let isTicked: Bool
        /// Where a line begins with this screen.
        let addHere: String
        let editScreen: String
        /// Nil for whoever may not place screens.
        let order: Order?
    }

    /// The two buttons that move something, each by the neighbour that it passes.
    struct Order: Sendable {
        /// The ends of the buttons' ids, by which the page comes back to the one that was pressed.
        let upID: String
        let downID: String
        let up: String
        let isFirst: Bool
        let down: String
        let isLast: Bool
        /// Such as `2 of 7`.
        let position: String

        /// - Parameter ids: What stands in the list, in its order.
        fileprivate init(_ act: String, _ id: ComponentID, at index: Int, in ids: [ComponentID]) {
            isFirst = index == 0
            isLast = index == ids.count - 1
            let front = act == "move" ? "" : "screen-"
            upID = "\(front)up-\(id.hex)"
            downID = "\(front)down-\(id.hex)"
            up = "\(act) \(id.hex) " + (isFirst ? "up" : "before:\(ids[index - 1].hex)")
            down = "\(act) \(id.hex) " + (isLast ? "down" : "behind:\(ids[index + 1].hex)")
            position = "\(index + 1) of \(ids.count)"
        }
    }

    struct Row: Sendable {
        let id: String
        let label: String
        let control: String
        let states: [String]
        let platforms: String
        let people: [Person]
        /// By when, as a day; nil for no day of its own.
        let due: String?
        let same: String?
        /// Why it was withdrawn; nil while it is not.
        let withdrawn: String?
        /// Nil for a reader, and for what is withdrawn.
        let change: Change?
        /// Whether somebody who may take withdrawals back looks at one.
        let isRestorable: Bool

        struct Person: Sendable {
            let person: String
            let isMe: Bool
        }

        struct Change: Sendable {
            let pick: String
            let isPicked: Bool
            let edit: String
            let order: Order
        }
    }

    /// Makes the rows of a page, with what all of them share worked out once.
    struct Listing {
        private let view: AuditView
        private let catalogue: Catalogue
        private let ticked: TickedForm
        private let adding: String?
        private let tested: Set<String>
        /// By folded screen, in the order of the plan, without what is withdrawn.
        private var onScreen: [String: [ComponentID]] = [:]
        /// One of each screen, in their order.
        private var first: [ComponentID] = []
        private var indices: [String: Int] = [:]

        init(
            _ view: AuditView, _ catalogue: Catalogue, _ ticked: TickedForm, adding: String?
        ) {
            self.view = view
            self.catalogue = catalogue
            self.ticked = ticked
            self.adding = adding
            tested = Set(view.plan.environments.values.map(\.platform))
            var folded: [String: String] = [:]
            for component in view.components {
                let screen = folded[component.screen] ?? NaturalKey.folded(component.screen)
                folded[component.screen] = screen
                if onScreen[screen] == nil {
                    onScreen[screen] = []
                    indices[screen] = first.count
                    first.append(component.id)
                }
                guard component.withdrawals.isEmpty else { continue }
                onScreen[screen]?.append(component.id)
            }
        }

        func screens(of components: ArraySlice<Component>) -> [Screen] {
            view.byScreen(components) { $0 }.enumerated().map { index, screen in
                let (name, components) = screen
                let ids = onScreen[NaturalKey.folded(name)] ?? []
                return Screen(
                    anchor: "screen-\(index + 1)", screen: name,
                    about: counted(components.count, "component"),
                    components: components.map { row($0, among: ids) },
                    foot: foot(name))
            }
        }

        private func foot(_ name: String) -> Foot? {
            guard let adding, let index = indices[NaturalKey.folded(name)] else { return nil }
            let id = first[index]
            return Foot(
                tickScreen: id.hex, isTicked: ticked.screens.contains(id.hex),
                addHere: adding + Address.query([("lines", "\(name) / ")]),
                editScreen: Address.plan(screen: name, of: view.audit),
                order: view.role == .lead
                    ? Order("move-screen", id, at: index, in: first) : nil)
        }

        private func row(_ component: Component, among ids: [ComponentID]) -> Row {
            let known = catalogue.control(component.control)
            let others = view.sameControls(as: component.id)
            let isWithdrawn = !component.withdrawals.isEmpty
            return Row(
                id: component.id.hex,
                label: component.label
                    + (component.ordinal > 1 ? ", number \(component.ordinal)" : "")
                    + (component.contested.isEmpty ? "" : " (name contested: a lead chooses)"),
                control: known?.title ?? component.control, states: component.stateTitles(known),
                platforms: component.states.keys.sorted().map { platform in
                    let word = Environment.platformWord(of: platform)
                    return tested.contains(platform) ? word : "\(word) (not tested on)"
                }.joined(separator: ", "),
                people: view.assignees(of: component.id).map {
                    Row.Person(person: view.plan.assigneeWord($0), isMe: view.isMine($0))
                },
                due: DueDay(unixMilliseconds: component.due)?.words,
                same: others.isEmpty ? nil : "the same as \(AuditView.list(others))",
                withdrawn: component.withdrawnWords,
                change: adding == nil || isWithdrawn ? nil : change(component, among: ids),
                isRestorable: adding != nil && isWithdrawn)
        }

        private func change(_ component: Component, among ids: [ComponentID]) -> Row.Change? {
            guard let index = ids.firstIndex(of: component.id) else { return nil }
            return Row.Change(
                pick: component.id.hex, isPicked: ticked.components.contains(component.id.hex),
                edit: Address.plan(component.id, of: view.audit),
                order: Order("move", component.id, at: index, in: ids))
        }
    }
}

extension Component {
    /// Why it is withdrawn; nil while it is not.
    var withdrawnWords: String? {
        switch withdrawal {
        case .none: nil
        case .withdrawn(let reason): reason.isEmpty ? "No reason given" : reason
        case .contested(let reason): "\(reason) Contested: a lead decides."
        }
    }
}

extension Plan {
    /// Such as `Lee Okafor` or `Group: Payments`.
    func assigneeWord(_ assignee: String) -> String {
        if case .group = Assignee(assignee) { return "Group: \(name(ofAssignee: assignee))" }
        return name(ofAssignee: assignee)
    }
}
