import Publishing
import Reading
import Shared
import Storage

/// One audit's records as this laptop's database has them at one moment, while others write.
final class LaptopSnapshot: AuditRecords, ExportHistory {
    private let row: StoredAudit
    /// The laptop's replica: a copy of it, or one that was put back, gets another.
    let life: [UInt8]
    let position: UInt64
    let confirmed: [Dot]
    private let snapshot: DatabaseReaders.Snapshot
    private let readers: DatabaseReaders

    /// - Throws: `AuditError.notFound` where this laptop does not have the audit.
    init(of audit: AuditID, in store: ClientStore) throws {
        readers = try DatabaseReaders(path: store.path, countMax: 1, patience: .seconds(5))
        snapshot = try DatabaseReaders.Snapshot(of: readers)
        let read = try snapshot.readWaiting { database in
            try ClientStore.audit(audit, database).map { row in
                (
                    row, try ClientStore.home(database)?.replica.bytes ?? [],
                    try database.first(SummaryWriter.selectRevision, row.number) { $0.int(0) },
                    try Self.confirmed(row, database)
                )
            }
        }
        guard let (row, life, revision, confirmed) = read else {
            throw AuditError.notFound(
                what: "audit", name: String(audit.hex.prefix(12)), known: [])
        }
        self.row = row
        self.life = life
        position = UInt64(clamping: revision ?? 0)
        self.confirmed = confirmed
    }

    private static func confirmed(_ audit: StoredAudit, _ database: Database) throws -> [Dot] {
        try database.rows(
            """
            select replica, acknowledged from chain where audit = ?1 and n > acknowledged
            order by replica
            """, audit.number
        ) { Dot(replica: try $0.identifier(0), n: $0.unsigned(1)) }
    }

    func changed(since cursor: ExportCursor) throws -> [RecordKey] {
        try snapshot.readWaiting { database in
            var keys = try database.rows(
                """
                select record.key from summary indexed by summary_by_revision
                join record on record.number = summary.record
                where summary.audit = ?1 and summary.revision > ?2
                """, row.number, Int64(clamping: cursor.position)
            ) { try $0.recordKey(0) }
            for dot in cursor.confirmed {
                // What was confirmed since says so in its rows, whatever else it says.
                keys += try database.rows(
                    """
                    select record.key from chain join change on change.chain = chain.number
                    join record on record.number = change.record
                    where chain.audit = ?1 and chain.replica = ?2 and change.n > ?3
                      and change.n <= chain.acknowledged
                    """, row.number, dot.replica, Int64(clamping: dot.n)
                ) { try $0.recordKey(0) }
            }
            return keys
        }
    }

    /// Ends the snapshot, which keeps the log of writes from being emptied.
    func close() { try? readers.close() }

    /// The plan and the components.
    ///
    /// - Parameter known: Gives what was read under a fingerprint before: many take memory.
    func names(orElse known: (_ fingerprint: Hash256) -> AuditNames?) throws -> AuditNames {
        let fingerprint = try snapshot.readWaiting { try ClientStore.nameFingerprint(row, $0) }
        if let known = known(fingerprint) { return known }
        let plan = RecordKey.plan(row.id)
        var gathered = NameGathering(over: nil)
        gathered.take(try record(plan) ?? Record(key: plan))
        try each(
            from: RecordKind.component.firstKey(of: row.id),
            to: RecordKind.component.lastKey(of: row.id)
        ) { gathered.take($0) }
        guard let names = gathered.names else {
            preconditionFailure("The first of the records is a plan's.")
        }
        return names
    }

    func unconfirmed() throws -> DotRanges {
        try snapshot.readWaiting { try DeviceStore.unconfirmed(row, $0) }
    }

    func record(_ key: RecordKey) throws -> Record? {
        try snapshot.readWaiting {
            try $0.first(ClientStore.selectRecord, row.number, key) { try $0.record(0) }
        }
    }

    func states(_ selection: StateSelection, _ body: (Record) throws -> Void) throws {
        switch selection {
        case .all:
            try each(
                from: RecordKind.state.firstKey(of: row.id),
                to: RecordKind.state.lastKey(of: row.id), body)
        case .of(let component):
            let keys = RecordKind.states(of: component, in: row.id)
            try each(from: keys.firstKey, to: keys.lastKey, body)
        }
    }

    private func each(
        from first: [UInt8], to last: [UInt8], _ body: (Record) throws -> Void
    ) throws {
        try snapshot.readWaiting { database in
            try database.each(ClientStore.selectRecords, row.number, first, last) {
                try body(try $0.record(0))
            }
        }
    }

    func summaries(_ body: (StateID, StateSummary) throws -> Void) throws {
        try snapshot.readWaiting { try StateIndex.summaries(row, $0, body) }
    }

    func contexts(_ body: (RecordKey, VersionVector) throws -> Void) throws {
        try snapshot.readWaiting { try KnownChanges.contexts(row, $0, body) }
    }

    func known() throws -> VersionVector {
        try snapshot.readWaiting { try KnownChanges.vector(row, $0) }
    }

    func disputes(in view: AuditView) throws -> Disputes { try view.readDisputes() }
}
