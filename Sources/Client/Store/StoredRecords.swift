import Reading
import Shared

/// An audit's records as this laptop's database shows them.
final class StoredRecords: AuditRecords {
    private let audit: AuditID
    private let store: ClientStore
    private let withdrawals: WithdrawalMemory

    init(of audit: AuditID, in store: ClientStore, _ withdrawals: WithdrawalMemory) {
        self.audit = audit
        self.store = store
        self.withdrawals = withdrawals
    }

    func record(_ key: RecordKey) throws -> Record? { try store.record(key) }

    func states(_ selection: StateSelection, _ body: (Record) throws -> Void) throws {
        switch selection {
        case .all: try store.records(audit, kind: .state, body)
        case .shared: try store.records(audit, kind: .state, sharedOnly: true, body)
        case .of(let component): try StateIndex(store: store).states(of: component, in: audit, body)
        }
    }

    func statuses(_ body: (StateID, StateStatus) throws -> Void) throws {
        try StateIndex(store: store).statuses(audit, body)
    }

    func withdrawnWork(in view: AuditView) throws -> WithdrawnWork {
        try withdrawals.read(view, from: store)
    }
}
