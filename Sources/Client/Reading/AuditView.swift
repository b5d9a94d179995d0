package import Shared

/// One audit as this laptop shows it: its plan, its components, and who is asking.
///
/// Made once a command or page; component states are read when they are asked for.
package struct AuditView: Sendable {
    let names: AuditNames
    /// Who is asking.
    package let person: PersonID
    /// How far the server has confirmed the changes of each replica this laptop wrote under.
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

    /// Whether a write is this laptop's and no server has confirmed it yet.
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

extension AuditClient {
    /// Reads plan and components of an audit.
    ///
    /// - Throws: `ClientError.notFound` when this laptop does not have the audit.
    package func view(_ audit: AuditID) throws -> AuditView {
        let me = try whoami()
        guard let names = try names.read(audit, from: store) else {
            throw ClientError.notFound(
                what: "audit", name: String(audit.hex.prefix(12)), known: try auditNames())
        }
        return AuditView(
            names, person: me.person, confirmed: try store.confirmed(audit),
            open: Set(try store.laterOutcomes(audit).keys))
    }

    /// Finds the audit somebody means.
    ///
    /// - Parameter name: A title, or six or more digits of the id; nil for the only one.
    /// - Throws: `ClientError.notFound`, or `.ambiguous` listing the audits.
    package func audit(named name: String?) throws -> AuditID {
        let all = try store.audits()
        guard let name else {
            guard let only = all.first else {
                throw Trouble(
                    .notFound,
                    "This laptop has no audit yet. Start one with accord audit new, or fetch those "
                        + "that you are a member of with accord sync.")
            }
            guard all.count == 1 else {
                throw ClientError.ambiguous(
                    what: "audit with --audit", name: "", candidates: try auditNames())
            }
            return only
        }
        let wanted = NaturalKey.folded(name)
        let found = try all.filter { audit in
            if isIdentifierPrefix(name), audit.hex.hasPrefix(name.lowercased()) { return true }
            return try store.plan(audit)?.titles.contains { NaturalKey.folded($0) == wanted }
                == true
        }
        guard let only = found.first else {
            throw ClientError.notFound(what: "audit", name: name, known: try auditNames())
        }
        guard found.count == 1 else {
            throw ClientError.ambiguous(what: "audit", name: name, candidates: try auditNames())
        }
        return only
    }

    /// The audits of this laptop, each by the front of its id and its title.
    private func auditNames() throws -> [String] {
        try store.audits().map { audit in
            "\(audit.hex.prefix(12))  \(try store.plan(audit)?.title ?? "")"
        }
    }
}
