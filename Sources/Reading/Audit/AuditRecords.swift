package import Shared

/// The records of one audit, wherever they lie: in a laptop's database, or in a server's.
package protocol AuditRecords: AnyObject, Sendable {
    /// One record as shown; nil when nothing of it is known.
    func record(_ key: RecordKey) throws -> Record?

    /// Component states as shown, ascending by key.
    func states(_ selection: StateSelection, _ body: (Record) throws -> Void) throws

    /// What stands on every component state, ascending by key, without decoding records.
    ///
    /// The body asks for no record: both would read at once.
    func summaries(_ body: (StateID, StateSummary) throws -> Void) throws

    /// How far each component and component state goes, ascending by key.
    ///
    /// The body asks for no record.
    func contexts(_ body: (RecordKey, VersionVector) throws -> Void) throws

    /// How far each chain of the audit is here, without a gap.
    func known() throws -> VersionVector

    /// What waits for a person or was settled; may be remembered from an earlier call.
    func disputes(in view: AuditView) throws -> Disputes
}

/// Which component states are read.
package enum StateSelection: Hashable, Sendable {
    case all
    case of(ComponentID)
}
