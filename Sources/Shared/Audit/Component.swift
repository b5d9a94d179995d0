/// A component record read as what people mean by it; a value, rebuilt whenever the record changes.
package struct Component: Hashable, Sendable {
    /// Derived from the parts it was first named by; a rename keeps it.
    package let id: ComponentID
    /// The one that holds where several stand, as in the plan: a lead's, else the first.
    ///
    /// What somebody calls it who made it without knowing that it was renamed gives way to what it
    /// was renamed to.
    package private(set) var screen: String
    /// The catalogue's control id; empty while the component itself is still to come.
    package private(set) var control: String
    package private(set) var label: String
    /// What stands in those of the three registers in which several values do, ascending by dot.
    package let named: [FieldName: [Sibling]]
    /// Those of them in which the names differ in more than their spelling: each waits for a lead.
    package private(set) var contested: [ContestedRegister] = []
    /// The position in the screen reader's order among equal labels, from 1.
    package let ordinal: UInt32
    /// Where it stands among those of its screen: they are in the order of these texts.
    package private(set) var place: Place
    private let moved: String?
    /// By when it is to be judged, in Unix milliseconds: the earliest of several.
    package let due: Int64?
    /// State ids by platform, ascending.
    package private(set) var states: [String: [String]]
    /// Other components that are the same control, as it was written here, ascending.
    package let see: [ComponentID]
    /// The live withdrawals of the component: its states' readers look at them too.
    package let withdrawals: [Sibling]
    /// Whether it was taken out of the audit; contested where somebody else's words about it stand.
    package let withdrawal: Finding.Withdrawal

    /// Reads a component record; registers of a later version are passed over.
    ///
    /// An audit's lists read thousands: each live write is looked at once, whatever its register.
    package init(_ record: Record) {
        guard case .component(_, let id) = record.key else {
            preconditionFailure("A component is read from a component record.")
        }
        self.id = id
        var texts: [FieldName: Set<String>] = [:]
        var made: [FieldName: Set<String>] = [:]
        var numbers: [FieldName: Set<Int64>] = [:]
        var states: [String: Set<String>] = [:]
        var isWithdrawn = false
        for entry in record.changes {
            // Whoever says which control it is makes the component; renaming says only names.
            let makes =
                record.changes.count > 1
                && entry.live.contains { entry.change.body.writes[$0].field.name == .control }
            for index in entry.live {
                let write = entry.change.body.writes[index]
                guard !write.field.hasCriterion, let name = write.field.name else { continue }
                switch name {
                case .screen where makes, .label where makes:
                    if let text = write.value?.name { made[name, default: []].insert(text) }
                case .screen, .control, .label, .see, .order:
                    guard write.field.elementCount == 0, let text = write.value?.name else {
                        continue
                    }
                    texts[name, default: []].insert(text)
                case .ordinal, .due:
                    guard let number = write.value?.number else { continue }
                    numbers[name, default: []].insert(number)
                case .state:
                    let element = write.field.element
                    guard element.count == 2 else { continue }
                    states[element[0], default: []].insert(element[1])
                case .withdrawn: isWithdrawn = true
                default: continue  // open set: what lists say nothing of
                }
            }
        }
        let names = made.merging(texts) { _, renamed in renamed }
        named = [FieldName.screen, .control, .label].reduce(into: [:]) { named, name in
            guard let words = names[name], words.count > 1 else { return }
            named[name] = record.siblings(of: FieldID(name)).filter { sibling in
                sibling.value.name.map { words.contains($0) } ?? false
            }
        }
        // The lowest of several, so that every reader sees the same one.
        ordinal = numbers[.ordinal]?.compactMap(UInt32.init(exactly:)).min() ?? 1
        moved = Self.inOrder(texts[.order]).first
        screen = names[.screen]?.first ?? ""
        control = names[.control]?.first ?? ""
        label = names[.label]?.first ?? ""
        place = Place(of: label, ordinal, moved: moved, id: id.hex)
        due = numbers[.due]?.min()
        self.states = states.mapValues { $0.sorted() }
        see = Self.inOrder(texts[.see]).compactMap { ComponentID(hex: $0) }.filter { $0 != id }
        withdrawals = isWithdrawn ? record.withdrawals : []
        withdrawal = isWithdrawn ? record.withdrawal() : .none
        if !named.isEmpty { settle(by: []) }
    }

    /// Lets of several names that hold which the plan's leads say, as its own registers do.
    fileprivate mutating func settle(by leads: Set<PersonID>) {
        contested = []
        for (name, siblings) in named.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            let held = siblings.held(by: leads)
            let text = held?.name ?? ""
            switch name {
            case .screen: screen = text
            case .control: control = text
            default: label = text  // open set: the last of the three
            }
            // A word more beside a withdrawal would make that contested.
            guard withdrawals.isEmpty, Set(siblings.compactMap { Self.key($0, name) }).count > 1
            else { continue }
            contested.append(
                ContestedRegister(
                    field: FieldID(name), siblings: siblings, held: held, components: [id]))
        }
        place = Place(of: label, ordinal, moved: moved, id: id.hex)
    }

    /// Keeps its states where equal ones of another component lie.
    package mutating func shareStates(with others: inout Set<[String: [String]]>) {
        states = others.insert(states).memberAfterInsert
    }

    /// What is compared: two spellings of one name are no two names.
    private static func key(_ sibling: Sibling, _ name: FieldName) -> String? {
        sibling.value.name.map { name == .control ? $0 : NaturalKey.folded($0) }
    }

    /// How people name it: `Screen/Label`, with `/2` where it is the second of equal labels.
    package var name: String {
        ordinal == 1 ? "\(screen)/\(label)" : "\(screen)/\(label)/\(ordinal)"
    }

    /// The id that a component would be given by this one's present name; nil while it has none.
    ///
    /// Equal for components that nobody can tell apart by their names.
    package var nameID: ComponentID? {
        guard !control.isEmpty, !label.isEmpty, !screen.isEmpty else { return nil }
        return ComponentParts(screen: screen, control: control, label: label, ordinal: ordinal).id()
    }

    /// What it is called, by the register that has it.
    package var names: [FieldName: String] { ComponentParts.names(screen: screen, label: label) }

    /// What it would be called by other names; those that are left out stay.
    package func called(_ other: [FieldName: String]) -> (screen: String, label: String) {
        (other[.screen] ?? screen, other[.label] ?? label)
    }

    /// Every name that stands, what holds and what is contested, in the form that is compared.
    package var everyName: (screens: Set<String>, labels: Set<String>) {
        func all(_ name: FieldName, _ held: String) -> Set<String> {
            Set(([held] + (named[name] ?? []).compactMap(\.value.text)).map(NaturalKey.folded))
        }
        return (all(.screen, screen), all(.label, label))
    }

    private static func inOrder(_ texts: Set<String>?) -> [String] {
        guard let texts, texts.count > 1 else { return texts.map(Array.init) ?? [] }
        return texts.map(Text.init(normalizing:)).sorted().map(\.string)
    }
}

extension [ComponentID: Component] {
    /// The same, in which of several names those hold that the plan's leads wrote.
    package func withNames(by plan: Plan) -> Self {
        var named = self
        for (id, component) in self where !component.named.isEmpty {
            named[id]?.settle(by: plan.leads)
        }
        return named
    }

    /// What is contested of their names, one screen once, in the order of ids.
    package var contested: [ContestedRegister] {
        var all: [ContestedRegister] = []
        var screens: [Set<FieldValue>: Int] = [:]
        for (_, component) in filter({ !$0.value.contested.isEmpty }).sorted(by: { $0.key < $1.key }
        ) {
            for register in component.contested {
                let values = Set(register.siblings.map(\.value))
                if register.field.name == .screen, let index = screens[values],
                    all[index].held == register.held
                {
                    all[index].add(register)
                    continue
                }
                if register.field.name == .screen { screens[values] = all.count }
                all.append(register)
            }
        }
        return all
    }
}
