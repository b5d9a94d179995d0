import Shared

/// Whose requests, bodies, answers and turns count together: a person on all of her devices.
enum Asker: Hashable, Sendable {
    case person(PersonID)
    /// Every exporter's token of one audit.
    case exporters(AuditID)
    /// Whoever shows no valid token.
    case network(RemoteNetwork)
}

extension Bearer {
    /// With whom it is counted.
    var asker: Asker {
        switch self {
        case .device(let person, _): .person(person)
        case .exporter(let audit, _): .exporters(audit)
        }
    }
}
