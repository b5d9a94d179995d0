package import Foundation
import Shared
import Storage

/// What the journal gave back to a database that was put back to an older state.
package struct JournalReplay: Hashable, Sendable {
    package let replayed: Int
    /// Changes that contradict the database.
    package let orphans: Int
    /// Where those are kept; nil when there are none.
    package let orphansPath: String?
}

/// How a database that was lost, copied or damaged becomes whole.
package struct RecoveryStore {
    let store: ClientStore

    /// Brings database and journal into step, once a home is opened; nil when all was well.
    ///
    /// Nearly always both end with the same change, and nothing else is read or written.
    package func replayJournal(at now: Date) throws -> JournalReplay? {
        guard let journal = store.journal, try !isInStep(with: journal) else { return nil }
        let step = try store.file.write { database in
            let (replayed, orphans) = try Self.replay(try journal.entries(), database)
            let path = orphans.isEmpty ? nil : try journal.keepOrphans(orphans, at: now)
            let found = JournalReplay(replayed: replayed, orphans: orphans.count, orphansPath: path)
            return (replay: found, unanswered: try Self.unanswered(database))
        } committed: { step in
            journal.replace(with: step.unanswered)
        }
        return step.replay.replayed + step.replay.orphans > 0 ? step.replay : nil
    }

    /// Puts what waits into the journal in place of all, for a database that was made anew.
    func writeJournalAnew() throws {
        _ = try store.file.write {
            try Self.unanswered($0)
        } committed: {
            store.journal?.replace(with: $0)
        }
    }

    /// Replays what continues the own chains, for a database that is made anew.
    func replay(_ entries: [JournalEntry]) throws -> (replayed: Int, orphans: [JournalEntry]) {
        try store.file.write { try Self.replay(entries, $0) }
    }

    /// Issues changes that fit in no chain again under the writing replica.
    func reissue(_ entries: [JournalEntry], at now: Date) throws -> Int {
        try store.file.write { database -> [JournalEntry] in
            guard let home = try ClientStore.home(database) else { return [] }
            return try Set(entries.map(\.key.audit)).sorted().flatMap { id -> [JournalEntry] in
                let changes = try entries.filter { $0.key.audit == id }.map {
                    try Change(key: $0.key, dot: $0.dot, bytes: $0.body)
                }
                let audit = try ClientStore.ensureAudit(id, database)
                return try Self.issueAgain(changes, audit, home, at: now, database)
            }
        } committed: {
            store.journal?.append($0)
        }.count
    }

    /// Whether the last entry is the change that was recorded last, or nothing waits at all.
    private func isInStep(with journal: Journal) throws -> Bool {
        guard journal.size > 0 else { return try store.file.read { try !Self.hasUnanswered($0) } }
        guard let last = try journal.last() else { return false }
        return try store.file.read {
            let select = """
                select change.chain_hash
                from chain join change on change.chain = chain.number and change.n = chain.n
                where chain.source = 1 order by change.rowid desc limit 1
                """
            return try $0.first(select) { $0.blob(0) == last.chain.bytes } ?? false
        }
    }

    /// Whether the journal holds nothing any more that no server has answered.
    func isJournalSpent(_ database: Database) throws -> Bool {
        guard let journal = store.journal, journal.size > 0 else { return false }
        return try !Self.hasUnanswered(database)
    }

    private static func hasUnanswered(_ database: Database) throws -> Bool {
        try database.hasRow(
            """
            select 1 from chain
            join change on change.chain = chain.number and change.n > chain.acknowledged
            where chain.source = 1 and change.outcome is not 0 limit 1
            """)
    }

    /// Every change that no server has answered and that is as it was written, for the journal.
    func unanswered() throws -> [JournalEntry] {
        try store.file.read { try Self.unanswered($0, soundOnly: true) }
    }

    /// - Parameter soundOnly: Leaves out what is no longer as its hash says that it was written.
    static func unanswered(_ database: Database, soundOnly: Bool = false) throws -> [JournalEntry] {
        var entries: [JournalEntry] = []
        try database.each(
            """
            select chain.replica, change.n, change.chain_hash, change.recorded_milliseconds,
              record.key, change.body, change.hash from chain
            join change on change.chain = chain.number and change.n > chain.acknowledged
            join record on record.number = change.record
            where chain.source = 1 and change.outcome is not 0 order by change.rowid
            """
        ) { row in
            do {
                let entry = JournalEntry(
                    dot: Dot(replica: try row.identifier(0), n: row.unsigned(1)),
                    chain: try row.hash(2), recordedMilliseconds: row.int(3),
                    key: try row.recordKey(4), body: row.blob(5))
                if soundOnly, try entry.hash != row.hash(6) { return }
                entries.append(entry)
            } catch StorageError.damaged where soundOnly {
                // Of a database in ruins the rest counts; elsewhere a journal that leaves this out
                // would take the place of one that may have it.
            }
        }
        return entries
    }

    /// Appends what continues the writing replica's chains; the rest is known or contradicts.
    private static func replay(
        _ entries: [JournalEntry], _ database: Database
    ) throws -> (replayed: Int, orphans: [JournalEntry]) {
        guard let home = try ClientStore.home(database) else { return (0, entries) }
        var sessions: [AuditID: RecordingSession] = [:]
        var order: [AuditID] = []
        var orphans: [JournalEntry] = []
        var replayed = 0
        for entry in entries where try !isKnown(entry, database) {
            let audit = entry.key.audit
            if sessions[audit] == nil {
                order.append(audit)
                sessions[audit] = try RecordingSession(
                    audit: try ClientStore.ensureAudit(audit, database), home: home,
                    now: Date(unixMilliseconds: entry.recordedMilliseconds), database)
            }
            if try sessions[audit]?.appendAgain(entry) == true {
                replayed += 1
            } else {
                orphans.append(entry)
            }
        }
        for audit in order { try sessions[audit]?.finishReplay() }
        return (replayed, orphans)
    }

    private static func isKnown(_ entry: JournalEntry, _ database: Database) throws -> Bool {
        try database.first(
            """
            select change.chain_hash from audit
            join chain on chain.audit = audit.number and chain.source = 1
            join change on change.chain = chain.number
            where audit.id = ?1 and chain.replica = ?2 and change.n = ?3
            """, entry.key.audit, entry.dot.replica, entry.dot.n
        ) { $0.blob(0) == entry.chain.bytes } ?? false
    }
}

extension JournalEntry {
    fileprivate var hash: Hash256 { ChangeHash.hash(keyBytes: key.bytes, dot: dot, body: body) }
}
