package import Foundation
import GRDB
package import Shared
package import struct Shared.Record
import Storage

/// A change that is ready but has no place in a chain yet.
package struct ChangeDraft: Sendable {
    /// The record it will belong to.
    package let key: RecordKey
    /// What it will say, word for word.
    package let body: ChangeBody

    package init(key: RecordKey, body: ChangeBody) {
        self.key = key
        self.body = body
    }
}

extension ClientStore {
    /// Appends changes to the own chain and shows them; all in one transaction, or none.
    ///
    /// The caller makes each draft from the record as it stands *inside* this transaction, so that
    /// what a save names is what is there.
    ///
    /// - Parameters:
    ///   - now: The wall clock, for "oldest unsent".
    ///   - draft: Makes the changes; it reads records through the given view.
    /// - Returns: The changes as recorded.
    package func record(
        _ audit: AuditID, at now: Date, _ draft: (RecordingView) throws -> [ChangeDraft]
    ) throws -> [Change] {
        try file.write { database in
            guard let home = try Self.home(database) else {
                preconditionFailure("A store is initialised before anything is recorded.")
            }
            let row = try Self.ensureAudit(audit, database)
            let view = RecordingView(audit: row, home: home, database: database)
            let drafts = try draft(view)
            guard !drafts.isEmpty else { return [] }
            var appender = try ChainAppender(audit: row, home: home, now: now, database)
            let changes = try drafts.map { try appender.append($0) }
            try appender.finish()
            return changes
        }
    }
}

/// What a recorder may look at while it makes its changes.
package struct RecordingView {
    let audit: AuditRow
    package let home: HomeRow
    let database: Database

    /// A record as shown; empty when nothing of it is known.
    package func record(_ key: RecordKey) throws -> Record {
        try ClientStore.shown(key, audit: audit.number, database) ?? Record(key: key)
    }

    /// The laptop's own changes of a record that no server has answered `applied`.
    package func notApplied(_ key: RecordKey) throws -> [Change] {
        try Overlay.notApplied(key, audit: audit.number, database)
    }
}

/// Writes changes at the end of the own chain, with the shown record beside each.
private struct ChainAppender {
    private let audit: AuditRow
    private let home: HomeRow
    private let now: Int64
    private var n: UInt64
    private var hash: Hash256
    private let insertChange: SQLStatement
    private let select: SQLStatement
    private let insertRecord: SQLStatement
    private let updateRecord: SQLStatement
    private let database: Database

    init(audit: AuditRow, home: HomeRow, now: Date, _ database: Database) throws {
        self.audit = audit
        self.home = home
        self.now = Int64(now.timeIntervalSince1970 * 1000)
        self.database = database
        let row = try SQLStatement(
            "select n, hash from chain where audit = ?1 and replica = ?2", in: database)
        row.bind(1, audit.number)
        row.bind(2, home.replicaNumber)
        defer { row.reset() }
        if try row.step(), let last = Hash256(bytes: row.blob(1)) {
            (n, hash) = (row.unsigned(0), last)
        } else {
            (n, hash) = (0, ChangeHash.chainStart(audit: audit.id, replica: home.replica))
        }
        select = try SQLStatement(
            "select number, coalesce(shown, pulled) from record where audit = ?1 and key = ?2",
            in: database)
        insertRecord = try SQLStatement(
            """
            insert into record (audit, key, kind, shown, shown_digest, is_shared)
            values (?1, ?2, ?3, ?4, ?5, ?6)
            """, in: database)
        updateRecord = try SQLStatement(
            "update record set shown = ?2, shown_digest = ?3, is_shared = ?4 where number = ?1",
            in: database)
        insertChange = try SQLStatement(
            """
            insert into change
              (audit, replica, n, record, hash, chain, recorded_milliseconds, overlay, body)
            values (?1, ?2, ?3, ?4, ?5, ?6, ?7, 2, ?8)
            """, in: database)
    }

    mutating func append(_ draft: ChangeDraft) throws -> Change {
        n += 1
        let change = Change(
            key: draft.key, dot: Dot(replica: home.replica, n: n), body: draft.body)
        hash = ChangeHash.chain(after: hash, change.hash)
        let record = try show(change)
        insertChange.bind(1, audit.number)
        insertChange.bind(2, home.replicaNumber)
        insertChange.bind(3, n)
        insertChange.bind(4, record)
        insertChange.bind(5, change.hash.bytes)
        insertChange.bind(6, hash.bytes)
        insertChange.bind(7, now)
        insertChange.bind(8, change.bytes)
        try insertChange.run()
        return change
    }

    /// Writes the chain's end; the last step of the transaction.
    func finish() throws {
        let row = try SQLStatement(
            """
            insert into chain (audit, replica, n, hash) values (?1, ?2, ?3, ?4)
            on conflict (audit, replica) do update set n = excluded.n, hash = excluded.hash
            """, in: database)
        row.bind(1, audit.number)
        row.bind(2, home.replicaNumber)
        row.bind(3, n)
        row.bind(4, hash.bytes)
        try row.run()
    }

    /// Applies the change to the shown record and returns the record's number.
    private func show(_ change: Change) throws -> Int64 {
        let keyBytes = change.key.bytes
        select.bind(1, audit.number)
        select.bind(2, keyBytes)
        let known = try select.step()
        let number = known ? select.int(0) : 0
        var record = known ? try Record(decoding: select.blob(1)) : Record(key: change.key)
        select.reset()
        record.apply(change)
        let isShared: Int64 = record.changes.count > 1 ? 1 : 0
        if known {
            updateRecord.bind(1, number)
            updateRecord.bind(2, record.encoded())
            updateRecord.bind(3, record.digest.bytes)
            updateRecord.bind(4, isShared)
            try updateRecord.run()
            return number
        }
        insertRecord.bind(1, audit.number)
        insertRecord.bind(2, keyBytes)
        insertRecord.bind(3, Int64(change.key.kindCode))
        insertRecord.bind(4, record.encoded())
        insertRecord.bind(5, record.digest.bytes)
        insertRecord.bind(6, isShared)
        try insertRecord.run()
        return database.lastInsertedRowID
    }
}
