/// A component record read as what people mean by it; a value, rebuilt whenever the record changes.
package struct Component: Hashable, Sendable {
    /// Derived from the parts it was first named by; a rename keeps it.
    package let id: ComponentID
    /// Every live value, ascending; more than one after two renames that did not see each other.
    package let screens: [String]
    /// Every live value, ascending; empty while the component itself is still to come.
    package let controls: [String]
    /// Every live value, ascending.
    package let labels: [String]
    /// The position in the screen reader's order among equal labels, from 1.
    package let ordinal: UInt32
    /// Where it stands among those of its screen: they are in the order of these texts.
    package let place: Place
    /// By when it is to be judged, in Unix milliseconds: the earliest of several.
    package let due: Int64?
    /// State ids by platform, ascending.
    package let states: [String: [String]]
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
        var numbers: [FieldName: Set<Int64>] = [:]
        var states: [String: Set<String>] = [:]
        var isWithdrawn = false
        for entry in record.changes {
            for index in entry.live {
                let write = entry.change.body.writes[index]
                guard !write.field.hasCriterion, let name = write.field.name else { continue }
                switch name {
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
        screens = Self.inOrder(texts[.screen])
        controls = Self.inOrder(texts[.control])
        labels = Self.inOrder(texts[.label])
        // The lowest of several, so that every reader sees the same one.
        ordinal = numbers[.ordinal]?.compactMap(UInt32.init(exactly:)).min() ?? 1
        place = Place(
            of: labels.joined(separator: " / "), ordinal, moved: Self.inOrder(texts[.order]).first,
            id: id.hex)
        due = numbers[.due]?.min()
        self.states = states.mapValues { $0.sorted() }
        see = Self.inOrder(texts[.see]).compactMap { ComponentID(hex: $0) }.filter { $0 != id }
        withdrawals = isWithdrawn ? record.withdrawals : []
        withdrawal = isWithdrawn ? record.withdrawal() : .none
    }

    package var screen: String { screens.joined(separator: " / ") }

    /// The catalogue's control id: the first of several, because an id has to be one.
    package var control: String { controls.first ?? "" }

    package var label: String { labels.joined(separator: " / ") }

    /// How people name it: `Screen/Label`, with `/2` where it is the second of equal labels.
    package var name: String {
        ordinal == 1 ? "\(screen)/\(label)" : "\(screen)/\(label)/\(ordinal)"
    }

    private static func inOrder(_ texts: Set<String>?) -> [String] {
        guard let texts, texts.count > 1 else { return texts.map(Array.init) ?? [] }
        return texts.map(Text.init(normalizing:)).sorted().map(\.string)
    }
}
