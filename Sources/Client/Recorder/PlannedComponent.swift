package import Shared

/// A component as somebody names it, before an audit has it.
package struct PlannedComponent: Sendable {
    package let screen: String
    package let control: Control
    package let label: String
    /// From 1.
    package let ordinal: UInt32

    package init(screen: String, control: Control, label: String, ordinal: UInt32 = 1) {
        (self.screen, self.control) = (screen, control)
        (self.label, self.ordinal) = (label, ordinal)
    }

    package var id: ComponentID {
        NaturalKey.component(screen: screen, control: control.id, label: label, ordinal: ordinal)
    }

    /// As `Component.name`.
    package var name: String {
        ordinal == 1 ? "\(screen)/\(label)" : "\(screen)/\(label)/\(ordinal)"
    }
}
