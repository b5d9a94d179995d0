import Reading
import Shared
import Storage

/// Composes records anew from what was pulled and the overlay, and keeps the audit's root true.
struct RecordRefresh {
    private let audit: StoredAudit
    private let database: Database
    private let summaries: SummaryWriter
    private var root: Hash256

    /// - Parameter summaries: The transaction's, where it has one.
    init(
        audit: StoredAudit, _ database: Database, writing summaries: SummaryWriter? = nil
    ) throws {
        self.audit = audit
        self.database = database
        self.summaries = try summaries ?? SummaryWriter(audit: audit.number, database)
        root = audit.root
    }

    /// Composes records anew, each once; the root is that of this moment of the transaction.
    static func refresh(
        _ records: some Sequence<Int64>, of audit: StoredAudit, _ database: Database
    ) throws {
        let records = Set(records).sorted()
        guard !records.isEmpty, let row = try ClientStore.audit(audit.id, database) else { return }
        var refresh = try RecordRefresh(audit: row, database)
        for record in records { try refresh.refresh(record) }
        try refresh.storeRoot()
    }

    /// Takes a record's old base digest out of the root and its new one in.
    mutating func note(old: Hash256?, new: Hash256?) {
        if let old { root = root &- old }
        if let new { root = root &+ new }
    }

    /// Composes one record anew, and with the plan what holds by it.
    mutating func refresh(_ number: Int64) throws {
        guard case .plan = try compose(number) else { return }
        for record in try Self.imported(in: audit, database) where record != number {
            try compose(record)
        }
    }

    /// Composes anew what was brought in files: that holds by the roles of its authors, and all
    /// of it while no server has the audit.
    static func refreshImported(in audit: StoredAudit, _ database: Database) throws {
        try refresh(imported(in: audit, database), of: audit, database)
    }

    private static func imported(in audit: StoredAudit, _ database: Database) throws -> [Int64] {
        try database.numbers(
            """
            select distinct change.record from chain join change on change.chain = chain.number
            where chain.audit = ?1 and chain.source = ?2 and change.overlay > 0
            """, audit.number, ChainRow.Source.imported.rawValue)
    }

    @discardableResult
    private mutating func compose(_ number: Int64) throws -> RecordKey? {
        let row = try database.first(
            "select key, pulled, base_digest from record where number = ?1", number
        ) { row in
            let old = row.isNull(2) ? nil : Hash256(bytes: row.blob(2))
            return try (row.recordKey(0), row.optional(1, row.record), old)
        }
        guard let (key, pulled, old) = row else { return nil }
        let overlay = try PendingChanges.changes(of: key, record: number, database)
        let derived = DerivedColumns(key: key, pulled: pulled, overlay: overlay)
        note(old: old, new: derived.baseDigest)
        try derived.write(to: number, summaries, database)
        return key
    }

    /// Writes the root; the last step of every transaction that refreshed or noted anything.
    func storeRoot() throws {
        try database.run("update audit set root = ?2 where number = ?1", audit.number, root)
    }
}

/// What is stored of a record and follows from the rest: from what was pulled, and the overlay.
struct DerivedColumns: Equatable {
    /// Nil without anything pulled or applied.
    let baseDigest: Hash256?
    /// Nil when the record is shown as it was pulled.
    let shown: [UInt8]?
    let shownDigest: Hash256
    let summary: RecordSummary

    /// To be selected, in this order, from `record left join summary`.
    static let columns = """
        record.base_digest, record.shown, record.shown_digest, \(RecordSummary.columns)
        """

    init(key: RecordKey, pulled: Record?, overlay: [PendingChanges.Entry]) {
        let (base, shown) = PendingChanges.compose(
            pulled: pulled ?? Record(key: key), overlay: overlay)
        baseDigest = base.isEmpty ? nil : base.digest
        self.shown = overlay.isEmpty && pulled != nil ? nil : shown.encoded()
        shownDigest = shown.digest
        summary = RecordSummary(shown)
    }

    /// Reads `columns` from that column on; nil when they cannot be what any record has.
    init?(row: Row, from column: Int32) {
        guard let shownDigest = Hash256(bytes: row.blob(column + 2)) else { return nil }
        baseDigest = row.isNull(column) ? nil : Hash256(bytes: row.blob(column))
        if baseDigest == nil, !row.isNull(column) { return nil }
        shown = row.optional(column + 1, row.blob)
        self.shownDigest = shownDigest
        summary = RecordSummary(row: row, from: column + 3)
    }

    func write(to record: Int64, _ summaries: SummaryWriter, _ database: Database) throws {
        try database.run(
            """
            update record set base_digest = ?2, shown = ?3, shown_digest = ?4, is_shared = ?5
            where number = ?1
            """, record, baseDigest, shown, shownDigest, summary.isShared)
        try summaries.write(summary, of: record)
    }
}
