package import Foundation
import Reading
package import Shared
import Storage

extension ClientStore {
    /// Appends changes to the own chain and shows them; all in one transaction, or none.
    ///
    /// Each change is made from the record as it stands *inside* this transaction, so that what a
    /// save names is what is there.
    ///
    /// - Parameter body: Makes and appends the changes; called again when the disk was full and
    ///   the reserve made room.
    package func record(
        _ audit: AuditID, at now: Date, _ body: (inout RecordingSession) throws -> Void
    ) throws -> [Change] {
        do {
            return try recordOnce(audit, at: now, body)
        } catch StorageError.diskFull where reserve?.giveUp() == true {
            return try recordOnce(audit, at: now, body)
        }
    }

    /// The same of as many changes as one likes, none of which is kept in memory.
    ///
    /// - Parameter isRehearsal: Whether all is undone in the end.
    func recordMany<Result>(
        _ audit: AuditID, at now: Date, isRehearsal: Bool,
        _ body: (inout RecordingSession) throws -> Result
    ) throws -> Result {
        do {
            return try recordManyOnce(audit, at: now, isRehearsal, body)
        } catch StorageError.diskFull where reserve?.giveUp() == true {
            return try recordManyOnce(audit, at: now, isRehearsal, body)
        }
    }

    private func recordManyOnce<Result>(
        _ audit: AuditID, at now: Date, _ isRehearsal: Bool,
        _ body: (inout RecordingSession) throws -> Result
    ) throws -> Result {
        let spool = isRehearsal ? nil : journal?.spool()
        var rehearsed: Result?
        do {
            return try file.write { database in
                guard let home = try Self.home(database) else {
                    preconditionFailure("A store is initialised before anything is recorded.")
                }
                let row = try Self.ensureAudit(audit, database)
                var session = try RecordingSession(audit: row, home: home, now: now, database)
                session.keepsChanges = false
                session.spool = spool
                let result = try body(&session)
                try session.finish()
                rehearsed = result
                if isRehearsal { throw Rehearsed() }
                return result
            } committed: { _ in
                if let spool { journal?.append(spool) }
            }
        } catch is Rehearsed {
            guard let rehearsed else { preconditionFailure("What was tried has a result.") }
            return rehearsed
        }
    }

    /// Undoes the transaction in which something was only tried.
    private struct Rehearsed: Error {}

    private func recordOnce(
        _ audit: AuditID, at now: Date, _ body: (inout RecordingSession) throws -> Void
    ) throws -> [Change] {
        try file.write { database in
            guard let home = try Self.home(database) else {
                preconditionFailure("A store is initialised before anything is recorded.")
            }
            let row = try Self.ensureAudit(audit, database)
            var session = try RecordingSession(audit: row, home: home, now: now, database)
            try body(&session)
            try session.finish()
            return session
        } committed: {
            journal?.append($0.journalEntries)
        }.changes
    }
}

/// One transaction of recording: shows records as they stand, and appends to the own chain.
package struct RecordingSession {
    package let home: HomeRow
    /// What was appended so far, in the order of its numbers; nothing where it is not kept.
    package private(set) var changes: [Change] = []
    /// How many changes were appended so far.
    package private(set) var count = 0
    fileprivate var keepsChanges = true
    /// Gathers the journal's entries where changes are not kept.
    fileprivate var spool: JournalSpool?
    private var recordedBytes = 0
    private var changesPlan = false
    /// The rows of the records that they belong to.
    private var records: Set<Int64> = []
    /// The chain hash after each of them.
    private var chains: [Hash256] = []
    private let audit: StoredAudit
    private let now: Int64
    private var end: ChainEnd
    /// The record that was looked at last: it is nearly always the one that is written next.
    private var last: Shown?
    private let select: SQLStatement
    private let writer: RecordingWriter
    /// Nil while nothing was appended.
    private var chain: ChainWriter?
    private let database: Database

    private struct Shown {
        var record: Record
        var number: Int64?
    }

    init(audit: StoredAudit, home: HomeRow, now: Date, _ database: Database) throws {
        self.audit = audit
        self.home = home
        self.now = now.unixMilliseconds
        self.database = database
        let chain = try ClientStore.chain(audit, home.replica, .own, database)
        end = chain?.end ?? .start(of: home.replica, in: audit.id)
        select = try SQLStatement(
            "select number, coalesce(shown, pulled) from record where audit = ?1 and key = ?2",
            in: database)
        writer = try RecordingWriter(audit: audit.number, database)
    }

    /// A record as shown; empty when nothing of it is known.
    package mutating func record(_ key: RecordKey) throws -> Record { try shown(key).record }

    /// The last revision of the audit's summaries, as this transaction sees it.
    func revision() throws -> Int64 {
        try database.first(SummaryWriter.selectRevision, audit.number) { $0.int(0) } ?? 0
    }

    package mutating func notApplied(_ key: RecordKey) throws -> [Change] {
        guard let number = try shown(key).number else { return [] }
        return try PendingChanges.notApplied(key, record: number, database)
    }

    /// Gives a change the next place in the chain, for good once the transaction ends.
    @discardableResult
    package mutating func append(_ body: ChangeBody, of key: RecordKey) throws -> Change {
        let change = Change(key: key, dot: next, body: body)
        try append(change, at: now)
        return change
    }

    /// The same for a change that was written before, under another dot.
    mutating func append(again change: Change) throws {
        try append(change.issuedAgain(at: next), at: now)
    }

    /// Appends a change that was lost, byte for byte; false and nothing if it does not come next.
    mutating func appendAgain(_ entry: JournalEntry) throws -> Bool {
        guard entry.dot == next,
            let change = try? Change(key: entry.key, dot: entry.dot, bytes: entry.body),
            end.after(change.hash).chain == entry.chain
        else { return false }
        try append(change, at: entry.recordedMilliseconds)
        return true
    }

    private var next: Dot { Dot(replica: home.replica, n: end.n + 1) }

    private mutating func append(_ change: Change, at recorded: Int64) throws {
        var shown = try shown(change.key)
        last = nil  // So that the record is changed where it is.
        end = end.after(change.hash)
        shown.record.apply(change)
        // An own withdrawal is remembered, so that it is told when a lead lifts it.
        if change.body.writes.contains(where: { $0.field.name == .withdrawn }) {
            try EventStore.noteNewsDue(audit.number, database)
        }
        let number = try writer.show(shown.record, number: shown.number)
        try chainWriter().append(
            ChainWriter.Row(
                n: end.n, record: number, hash: change.hash, chainHash: end.chain,
                recorded: recorded, overlay: 2, body: change.bytes))
        shown.number = number
        last = shown
        count += 1
        recordedBytes += change.key.bytes.count + change.bytes.count
        changesPlan = changesPlan || change.key == .plan(audit.id)
        if keepsChanges {
            records.insert(number)
            changes.append(change)
            chains.append(end.chain)
        } else {
            spool?.append(journalEntry(change, end.chain))
        }
    }

    var journalEntries: [JournalEntry] { zip(changes, chains).map(journalEntry) }

    private func journalEntry(_ change: Change, _ chain: Hash256) -> JournalEntry {
        JournalEntry(
            dot: change.dot, chain: chain, recordedMilliseconds: now, key: change.key,
            body: change.bytes)
    }

    /// Writes the chain's end; the last step of the transaction.
    func finish() throws {
        guard let chain else { return }
        try chain.finish(at: end)
        if changesPlan {
            try RecordRefresh.refreshImported(in: audit, database)
        }
        try ClientStore.noteRecorded(recordedBytes, audit: audit.number, database)
    }

    /// What the person has used with what was appended so far; nil before a server told a quota.
    package func logQuota() throws -> Quota? {
        try ClientStore.logQuota(audit.number, database)?.adding(UInt64(recordedBytes))
    }

    /// Ends a session of changes that were written before: an imported one may have replaced some
    /// of them, and what is shown is composed anew in the order of causes.
    func finishReplay() throws {
        try finish()
        try RecordRefresh.refresh(records, of: audit, database)
    }

    private mutating func chainWriter() throws -> ChainWriter {
        if let chain { return chain }
        let row = try ClientStore.ensureOwnChain(audit, home.replica, database)
        let writer = try ChainWriter(chain: row.number, database)
        chain = writer
        return writer
    }

    private mutating func shown(_ key: RecordKey) throws -> Shown {
        if let last, last.record.key == key { return last }
        select.bind(1, audit.number)
        select.bind(2, key)
        defer { select.reset() }
        let shown =
            try select.step()
            ? Shown(record: try select.row.record(1), number: select.row.int(0))
            : Shown(record: Record(key: key), number: nil)
        last = shown
        return shown
    }
}

private struct RecordingWriter {
    private let audit: Int64
    private let database: Database
    private let insertRecord, updateRecord: SQLStatement
    private let summaries: SummaryWriter

    init(audit: Int64, _ database: Database) throws {
        self.audit = audit
        self.database = database
        summaries = try SummaryWriter(audit: audit, database)
        insertRecord = try SQLStatement(
            """
            insert into record (audit, key, shown, shown_digest, is_shared)
            values (?1, ?2, ?3, ?4, ?5)
            """, in: database)
        updateRecord = try SQLStatement(
            "update record set shown = ?2, shown_digest = ?3, is_shared = ?4 where number = ?1",
            in: database)
    }

    /// Writes a record as it is now shown; returns the number of its row.
    func show(_ record: Record, number: Int64?) throws -> Int64 {
        let summary = RecordSummary(record)
        let number = try show(row: record, number: number, isShared: summary.isShared)
        try summaries.write(summary, of: number)
        return number
    }

    private func show(row record: Record, number: Int64?, isShared: Bool) throws -> Int64 {
        if let number {
            updateRecord.bind(1, number)
            updateRecord.bind(2, record.encoded())
            updateRecord.bind(3, record.digest)
            updateRecord.bind(4, isShared)
            try updateRecord.run()
            return number
        }
        insertRecord.bind(1, audit)
        insertRecord.bind(2, record.key)
        insertRecord.bind(3, record.encoded())
        insertRecord.bind(4, record.digest)
        insertRecord.bind(5, isShared)
        try insertRecord.run()
        return database.insertedNumber
    }
}
