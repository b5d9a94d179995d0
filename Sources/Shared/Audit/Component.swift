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
    /// State ids by platform, ascending.
    package let states: [String: [String]]
    /// Other components that are the same control, as it was written here, ascending.
    package let see: [ComponentID]
    /// The live withdrawals of the component: its states' readers look at them too.
    package let withdrawals: [Sibling]
    /// Whether it was taken out of the audit; contested where somebody else's words about it stand.
    package let withdrawal: Finding.Withdrawal

    /// Reads a component record; registers of a later version are passed over.
    package init(_ record: Record) {
        guard case .component(_, let id) = record.key else {
            preconditionFailure("A component is read from a component record.")
        }
        self.id = id
        screens = Self.texts(record, .screen)
        controls = Self.texts(record, .control)
        labels = Self.texts(record, .label)
        ordinal = Self.ordinal(record)
        states = Self.states(record)
        see = Self.texts(record, .see).compactMap { ComponentID(hex: $0) }.filter { $0 != id }
        withdrawals = record.withdrawals
        withdrawal = record.withdrawal()
    }

    package var screen: String { screens.joined(separator: " / ") }

    /// The catalogue's control id: the first of several, because an id has to be one.
    package var control: String { controls.first ?? "" }

    package var label: String { labels.joined(separator: " / ") }

    /// How people name it: `Screen/Label`, with `/2` where it is the second of equal labels.
    package var name: String {
        ordinal == 1 ? "\(screen)/\(label)" : "\(screen)/\(label)/\(ordinal)"
    }

    private static func texts(_ record: Record, _ name: FieldName) -> [String] {
        record.siblings(of: FieldID(name)).sortedTexts
    }

    /// The lowest of several, so that every reader sees the same one; 1 when none is written.
    private static func ordinal(_ record: Record) -> UInt32 {
        record.siblings(of: FieldID(.ordinal)).compactMap(\.value.number)
            .compactMap { UInt32(exactly: $0) }.min() ?? 1
    }

    private static func states(_ record: Record) -> [String: [String]] {
        var result: [String: [String]] = [:]
        for (field, _) in record.registers() where field.name == .state {
            let element = field.element
            guard field.criterion.isEmpty, element.count == 2 else { continue }
            result[element[0], default: []].append(element[1])
        }
        return result.mapValues { $0.sorted() }
    }
}
