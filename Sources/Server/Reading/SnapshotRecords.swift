import Publishing
import Reading
import Shared
import Synchronization

/// One audit's records as a server's database has them at one moment.
///
/// Whoever asks waits for the disk. No summaries lie beside these records: every push would pay
/// for lists, and who reads a whole audit here reads its records (decision 0031).
final class SnapshotRecords: AuditRecords {
    private let audit: AuditID
    /// Which the database knows the audit by.
    private let number: Int64
    private let snapshot: StoreSnapshot
    private let remembered = Mutex<(names: AuditNames, disputes: Disputes)?>(nil)

    init(of audit: AuditID, number: Int64, in snapshot: StoreSnapshot) {
        self.audit = audit
        self.number = number
        self.snapshot = snapshot
    }

    func record(_ key: RecordKey) throws -> Record? {
        try snapshot.readWaiting {
            try RecordTable(db: $0, audit: number).record(key.bytes)?.record
        }
    }

    /// The plan and the components.
    func names() throws -> AuditNames {
        var gathered = NameGathering(over: nil)
        gathered.take(Record(key: .plan(audit)))
        try snapshot.readWaiting { db in
            try RecordTable(db: db, audit: number).records(
                from: RecordKind.plan.firstKey(of: audit),
                to: RecordKind.component.lastKey(of: audit)
            ) { gathered.take($0) }
        }
        guard let names = gathered.names else {
            preconditionFailure("The first of the records is a plan's.")
        }
        return names
    }

    func states(_ selection: StateSelection, _ body: (Record) throws -> Void) throws {
        let keys =
            switch selection {
            case .all:
                (
                    firstKey: RecordKind.state.firstKey(of: audit),
                    lastKey: RecordKind.state.lastKey(of: audit)
                )
            case .of(let component): RecordKind.states(of: component, in: audit)
            }
        try snapshot.readWaiting { db in
            try RecordTable(db: db, audit: number).records(
                from: keys.firstKey, to: keys.lastKey, body)
        }
    }

    func summaries(_ body: (StateID, StateSummary) throws -> Void) throws {
        try states(.all) { record in
            guard case .state(_, let id) = record.key, let summary = StateSummary(record)
            else { return }
            try body(id, summary)
        }
    }

    func contexts(_ body: (RecordKey, VersionVector) throws -> Void) throws {
        try snapshot.readWaiting { db in
            try RecordTable(db: db, audit: number).records(
                from: RecordKind.component.firstKey(of: audit),
                to: RecordKind.state.lastKey(of: audit)
            ) { try body($0.key, $0.context) }
        }
    }

    func known() throws -> VersionVector {
        try snapshot.readWaiting { db in
            VersionVector(try ChainTables(db: db, audit: number).vector().map(\.dot))
        }
    }

    func disputes(in view: AuditView) throws -> Disputes {
        let known = remembered.withLock { $0 }
        if let known, known.names === view.names { return known.disputes }
        let disputes = try view.readDisputes()
        remembered.withLock { $0 = (view.names, disputes) }
        return disputes
    }
}

/// An audit's feed as an export goes on in it.
struct SnapshotHistory: ExportHistory {
    let life: [UInt8]
    let position: UInt64
    /// A server confirms by having it.
    var confirmed: [Dot] { [] }
    private let number: Int64
    private let snapshot: StoreSnapshot

    init(of audit: AuditRow, epoch: EpochID, in snapshot: StoreSnapshot) {
        life = epoch.bytes
        position = audit.sequence
        number = audit.number
        self.snapshot = snapshot
    }

    func changed(since cursor: ExportCursor) throws -> [RecordKey] {
        try snapshot.readWaiting { db in
            try RecordTable(db: db, audit: number).keys(after: cursor.position)
        }
    }
}
