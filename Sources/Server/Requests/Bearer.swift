package import Shared

/// Whom a token speaks for.
package enum Bearer: Hashable, Sendable {
    /// One device of one person: it may push its own chain and read its person's audits.
    case device(person: PersonID, replica: ReplicaID)
    /// A script that reads one audit until its token, known by its hash, expires or is taken back.
    case exporter(audit: AuditID, token: Hash256)

    var asker: Asker {
        switch self {
        case .device(let person, _): .person(person)
        case .exporter(let audit, _): .exporters(audit)
        }
    }

    /// The person and device, for what an exporter may not do: it gets `not-allowed`.
    func device() throws(Problem) -> (person: PersonID, replica: ReplicaID) {
        switch self {
        case .device(let person, let replica): return (person, replica)
        case .exporter:
            throw Problem(.notAllowed, detail: "an exporter's token reads one audit, no more")
        }
    }
}

/// Whose requests, bodies, answers and turns count together: a person on all of her devices.
enum Asker: Hashable, Sendable {
    case person(PersonID)
    case exporters(AuditID)
    /// Whoever shows no valid token.
    case network(RemoteNetwork)
}
