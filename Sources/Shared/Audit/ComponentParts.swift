/// What a component was first named by, from which its id is derived; with its states it makes one.
package struct ComponentParts: Hashable, Sendable {
    package let screen: String
    /// The catalogue's control id.
    package let control: String
    package let label: String
    /// From 1.
    package let ordinal: UInt32

    package init(screen: String, control: String, label: String, ordinal: UInt32 = 1) {
        self.screen = screen
        self.control = control
        self.label = label
        self.ordinal = ordinal
    }

    /// What a change says that makes a component; nil for any other.
    package init?(_ change: Change) {
        func value(_ name: FieldName) -> FieldValue? {
            change.body.writes.first { $0.field == FieldID(name) }?.value
        }
        guard let screen = value(.screen)?.text, let control = value(.control)?.text,
            let label = value(.label)?.text,
            let ordinal = UInt32(exactly: value(.ordinal)?.number ?? 1)
        else { return nil }
        self.init(screen: screen, control: control, label: label, ordinal: ordinal)
    }

    /// The registers that hold it.
    package var values: [(field: FieldID, value: FieldValue)] {
        let texts: [(FieldName, String)] = [
            (.screen, screen), (.control, control), (.label, label),
        ]
        return texts.map { (FieldID($0.0), .text(Text(typed: $0.1))) }
            + [(FieldID(.ordinal), .number(Int64(ordinal)))]
    }

    /// What it is called, by the register that has it.
    package var names: [FieldName: String] { Self.names(screen: screen, label: label) }

    /// Names by the register that has each; those that are nil stay as they are.
    package static func names(screen: String? = nil, label: String? = nil) -> [FieldName: String] {
        [.screen: screen, .label: label].compactMapValues(\.self)
    }

    /// - Parameter again: How often the name was given before, to others.
    package func id(again: UInt32 = 0) -> ComponentID {
        NaturalKey.component(
            screen: screen, control: control, label: label, ordinal: ordinal, again: again)
    }
}
