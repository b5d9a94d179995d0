package import Shared

/// The records of one audit, wherever they lie: in a laptop's database, or in a server's.
package protocol AuditRecords: AnyObject, Sendable {
    /// One record as shown; nil when nothing of it is known.
    func record(_ key: RecordKey) throws -> Record?

    /// Component states as shown, ascending by key.
    func states(_ selection: StateSelection, _ body: (Record) throws -> Void) throws

    /// Every component state, ascending by key, quick where little differs.
    ///
    /// The body asks for no record: both would read at once.
    func statuses(_ body: (StateID, StateStatus) throws -> Void) throws

    /// What withdrawals take out of the work; may be remembered from an earlier call.
    func withdrawnWork(in view: AuditView) throws -> WithdrawnWork
}

/// One component state as a list of a whole audit reads it.
package enum StateStatus: Sendable {
    case plain(StateSummary)
    /// Verdicts differ, a lead has decided, or something was withdrawn: the record has to be asked.
    case contested(Record)

    package init(_ record: Record) {
        self = StateSummary(record).map(Self.plain) ?? .contested(record)
    }
}

/// Which component states are read.
package enum StateSelection: Hashable, Sendable {
    case all
    /// Only those with writes side by side, with a decision or with a withdrawal.
    case shared
    case of(ComponentID)
}
