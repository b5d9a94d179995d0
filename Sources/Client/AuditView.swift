package import Shared

/// One audit as this laptop shows it: its plan, its components, and who is asking.
///
/// Made once a command or page; component states are read when they are asked for.
package struct AuditView: Sendable {
    let names: AuditNames
    /// Who is asking.
    package let person: PersonID
    /// How far a server has confirmed the chains that this laptop wrote or imported.
    private let confirmed: [ReplicaID: UInt64]
    /// Those of them of which a server said what only a later version knows.
    private let open: Set<Dot>

    init(
        _ names: AuditNames, person: PersonID, confirmed: [ReplicaID: UInt64], open: Set<Dot>
    ) {
        self.open = open
        self.names = names
        self.person = person
        self.confirmed = confirmed
    }

    package var plan: Plan { names.plan }

    /// A component state may be here before its component.
    package var components: [ComponentID: Component] { names.components }

    /// The components by screen, then label, then ordinal; withdrawn ones too.
    package var inOrder: [Component] { names.inOrder }

    /// The audit that is viewed.
    package var audit: AuditID { plan.audit }

    /// What the person asking may do; nil when the roster does not have her.
    package var role: Role? { plan.role(of: person) }

    /// Whether a write was recorded or imported here, and no server has confirmed it yet.
    ///
    /// A decision is shown as "proposed" until then, because the server may set it aside.
    package func isProposed(_ sibling: Sibling) -> Bool {
        open.contains(sibling.dot)
            || confirmed[sibling.dot.replica].map { sibling.dot.n > $0 } ?? false
    }

    /// Whether the person asking is to do a component state.
    ///
    /// - Parameter own: Whom the state itself names; they go before its component's.
    package func isAssigned(_ state: StateID, to own: [String]) -> Bool {
        (own.isEmpty ? names.assignees[state.component] ?? [] : own).contains(person.hex)
    }
}
