import GRDB
import Shared
import struct Shared.Record
import Storage

/// Composes records anew from what was pulled and the overlay, and keeps the audit's root true.
struct RecordRefresh {
    private let audit: AuditRow
    private let database: Database
    private var root: Hash256

    init(audit: AuditRow, _ database: Database) {
        self.audit = audit
        self.database = database
        root = audit.root
    }

    /// Composes records anew, each once; the root is that of this moment of the transaction.
    static func refresh(
        _ records: some Sequence<Int64>, of audit: AuditRow, _ database: Database
    ) throws {
        let records = Set(records).sorted()
        guard !records.isEmpty, let row = try ClientStore.audit(audit.id, database) else { return }
        var refresh = RecordRefresh(audit: row, database)
        for record in records { try refresh.refresh(record) }
        try refresh.storeRoot()
    }

    /// Takes a record's old base digest out of the root and its new one in.
    mutating func note(old: Hash256?, new: Hash256?) {
        if let old { root = root &- old }
        if let new { root = root &+ new }
    }

    mutating func refresh(_ number: Int64) throws {
        let row = try database.first(
            "select key, pulled, base_digest from record where number = ?1", number
        ) { row in
            (
                key: try row.recordKey(0), pulled: row.optional(1, row.blob),
                old: row.isNull(2) ? nil : Hash256(bytes: row.blob(2))
            )
        }
        guard let (key, pulled, old) = row else { return }
        let overlay = try PendingChanges.changes(of: key, record: number, database)
        let derived = DerivedColumns(
            key: key, pulled: try pulled.map(Record.init(decoding:)), overlay: overlay)
        note(old: old, new: derived.baseDigest)
        try derived.write(to: number, database)
    }

    /// Writes the root; the last step of every transaction that refreshed or noted anything.
    func storeRoot() throws {
        try database.run("update audit set root = ?2 where number = ?1", audit.number, root)
    }
}
