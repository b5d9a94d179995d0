import Shared
import Storage

/// Where one audit stands between two epochs.
struct AuditEpochs {
    /// The epoch in which its records were pulled; nil before the first pull.
    let pulled: EpochID?
    /// The epoch of the server that is healed; nil when none is.
    let healing: EpochID?
    let isBroughtBack: Bool

    static func read(_ audit: AuditID, _ database: Database) throws -> Self? {
        try database.first(
            "select epoch, healing, is_brought_back from audit where id = ?1", audit
        ) { row in
            Self(
                pulled: try row.optional(0, row.identifier),
                healing: try row.optional(1, row.identifier), isBroughtBack: row.int(2) == 1)
        }
    }
}
