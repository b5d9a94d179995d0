package import Reading
package import Shared

/// A component as somebody names it, before an audit has it.
package struct PlannedComponent: Sendable {
    package let screen: String
    package let control: Control
    package let label: String
    /// From 1.
    package let ordinal: UInt32
    package let id: ComponentID

    /// - Parameter view: The audit as seen, which may have components that had this name before.
    package init(
        screen: String, control: Control, label: String, ordinal: UInt32 = 1, in view: AuditView
    ) {
        self.screen = screen
        self.control = control
        self.label = label
        self.ordinal = ordinal
        let name = ComponentName(
            screen: screen, control: control.id, label: label, ordinal: ordinal)
        id = NaturalKey.component(
            screen: screen, control: control.id, label: label, ordinal: ordinal,
            again: view.again(name, of: control.id))
    }

    /// As `Component.name`.
    package var name: String {
        ordinal == 1 ? "\(screen)/\(label)" : "\(screen)/\(label)/\(ordinal)"
    }

    /// What adding it writes: its names, and the states it is to be tested in.
    func draft(
        in audit: AuditID, _ states: [(platform: String, state: String)]
    ) -> RecordDraft {
        Drafts.component(
            audit, id, screen: screen, control: control.id, label: label, ordinal: ordinal,
            states: states)
    }

    /// A name is one line of which something is seen; `what` is said of one that is not.
    static func check(_ name: String, as what: String) throws(AuditError) {
        guard name.isName, !NaturalKey.folded(name).isEmpty else {
            throw .invalid("the \(what) needs a name of one line, of which something is seen")
        }
        let most = Limits.standard.labelBytesMax
        guard name.utf8.count <= most else {
            throw .invalid("the \(what) has \(name.utf8.count) bytes, above \(most)")
        }
    }
}
