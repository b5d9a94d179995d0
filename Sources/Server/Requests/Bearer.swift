package import Shared

/// Whom a token speaks for.
package enum Bearer: Hashable, Sendable {
    /// One device of one person: it may push its own chain and read its person's audits.
    case device(person: PersonID, replica: ReplicaID)
    /// A script that reads one audit until the token expires, and writes nothing.
    ///
    /// By the token's hash it is known whether somebody has taken it back.
    case exporter(audit: AuditID, token: Hash256)

    /// The person and device, for what an exporter may not do.
    ///
    /// - Throws: `not-allowed` for an exporter.
    func device() throws(Problem) -> (person: PersonID, replica: ReplicaID) {
        switch self {
        case .device(let person, let replica): return (person, replica)
        case .exporter:
            throw Problem(.notAllowed, detail: "an exporter's token reads one audit, no more")
        }
    }
}
