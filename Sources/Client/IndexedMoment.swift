import Shared

/// What the index had when an audit was last brought into it.
struct IndexedMoment {
    let audit: AuditID
    /// Taken before it was compared.
    let mark: ClientStore.Mark
    /// How many sources there were; a file that was removed and made anew since has fewer.
    let sources: Int
    let counts: SearchCounts
}

/// How many things can be found: findings of an audit, and entries of the catalogue.
struct SearchCounts {
    let findings: Int
    let entries: Int
}
