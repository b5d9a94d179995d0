package import Shared
import Storage

/// What composing everything anew that is derived found wrong.
package struct Rebuilding: Hashable, Sendable {
    package internal(set) var records = 0
    /// Those of which something derived was not what it should be.
    package internal(set) var wrong: [RecordKey] = []
    /// Those whose pulled bytes are damaged: they are not shown until the next sync brings them.
    package internal(set) var unreadable: [RecordKey] = []
    package internal(set) var isRootWrong = false

    package var isClean: Bool { wrong.isEmpty && unreadable.isEmpty && !isRootWrong }
}

extension RecoveryStore {
    /// Composes base, shown, digests and root of every record anew, in one transaction.
    ///
    /// Own changes and records as pulled stay byte for byte. A pulled record that cannot be read
    /// is dropped, and the next pull brings everything.
    package func rebuild(_ audit: AuditID) throws -> Rebuilding {
        try store.file.write { try Derivation.run(audit, mends: true, $0) }
    }

    /// The same without changing anything.
    package func derivedFaults(_ audit: AuditID) throws -> Rebuilding {
        try store.file.read { try Derivation.run(audit, mends: false, $0) }
    }

    /// Lets go of records as pulled, if the root is the last checkpoint's without them, or changes
    /// nothing.
    ///
    /// So a server that says it lacks what it counts takes nothing away.
    func drop(_ keys: [RecordKey], of audit: AuditID) throws {
        do {
            try store.file.write { database in
                guard let row = try ClientStore.audit(audit, database) else { return }
                let records = try keys.flatMap { key in
                    try database.numbers(
                        """
                        update record set pulled = null, pulled_epoch = null
                        where audit = ?1 and key = ?2 and pulled is not null returning number
                        """, row.number, key)
                }
                try RecordRefresh.refresh(records, of: row, database)
                let agrees = try database.hasRow(
                    "select 1 from audit where number = ?1 and root = checkpoint_root", row.number)
                guard agrees else { throw StillDiffers() }
            }
        } catch is StillDiffers {}
    }

    private struct StillDiffers: Error {}

    package func fileFaults() throws -> [String] { try store.file.faults() }
}

/// Composes the records of one audit from what is primary, and compares with what is stored.
private struct Derivation {
    let audit: StoredAudit
    let mends: Bool
    let database: Database
    let summaries: SummaryWriter
    var result = Rebuilding()
    var root = Hash256.zero

    private static let select = """
        select record.key, record.pulled, \(DerivedColumns.columns) from record
        left join summary on summary.record = record.number where record.number = ?1
        """

    static func run(_ audit: AuditID, mends: Bool, _ database: Database) throws -> Rebuilding {
        guard let row = try ClientStore.audit(audit, database) else { return Rebuilding() }
        var derivation = Self(
            audit: row, mends: mends, database: database,
            summaries: try SummaryWriter(audit: row.number, database))
        try derivation.run()
        return derivation.result
    }

    private mutating func run() throws {
        // By the plan it is known what may be shown of the others.
        let records = try database.numbers(
            "select number from record where audit = ?1 order by key <> ?2, number", audit.number,
            RecordKey.plan(audit.id))
        for record in records { try compose(record) }
        result.isRootWrong = root != audit.root
        guard mends else { return }
        try database.run("update audit set root = ?2 where number = ?1", audit.number, root)
        guard !result.unreadable.isEmpty else { return }
        // The roots speak of different things until the next checkpoint.
        try database.run(
            "update audit set cursor = null, checkpoint_is_exact = 0 where number = ?1",
            audit.number)
    }

    private mutating func compose(_ number: Int64) throws {
        let row = try database.first(Self.select, number) { row in
            (try row.recordKey(0), row.optional(1, row.blob), DerivedColumns(row: row, from: 2))
        }
        guard let (key, image, stored) = row else { return }
        // An image of another record is as damaged as one of none.
        let pulled = image.flatMap { try? Record(decoding: $0) }.flatMap {
            $0.key == key ? $0 : nil
        }
        if image != nil, pulled == nil {
            result.unreadable.append(key)
            if mends {
                try database.run(
                    "update record set pulled = null, pulled_epoch = null where number = ?1",
                    number)
            }
        }
        let overlay = try PendingChanges.changes(of: key, record: number, database)
        let derived = DerivedColumns(key: key, pulled: pulled, overlay: overlay)
        result.records += 1
        if let digest = derived.baseDigest { root = root &+ digest }
        guard derived != stored else { return }
        result.wrong.append(key)
        if mends { try derived.write(to: number, summaries, database) }
    }
}
