import Reading
import Shared

/// An audit's records as this laptop's database shows them.
final class StoredRecords: AuditRecords {
    private let audit: AuditID
    private let store: ClientStore
    private let disputes: DisputeMemory

    init(of audit: AuditID, in store: ClientStore, _ disputes: DisputeMemory) {
        self.audit = audit
        self.store = store
        self.disputes = disputes
    }

    func record(_ key: RecordKey) throws -> Record? { try store.record(key) }

    func states(_ selection: StateSelection, _ body: (Record) throws -> Void) throws {
        switch selection {
        case .all: try store.records(audit, kind: .state, body)
        case .of(let component): try StateIndex(store: store).states(of: component, in: audit, body)
        }
    }

    func summaries(_ body: (StateID, StateSummary) throws -> Void) throws {
        try StateIndex(store: store).summaries(audit, body)
    }

    func contexts(_ body: (RecordKey, VersionVector) throws -> Void) throws {
        try store.read(audit, or: ()) { try KnownChanges.contexts($0, $1, body) }
    }

    func known() throws -> VersionVector {
        try store.read(audit, or: VersionVector()) { try KnownChanges.vector($0, $1) }
    }

    func disputes(in view: AuditView) throws -> Disputes { try disputes.read(view, from: store) }
}
