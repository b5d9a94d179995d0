package import Foundation
package import Shared
import Storage

extension RecoveryStore {
    /// Goes on under a new replica; what no server has answered is issued again under it.
    ///
    /// The older chains stay as they are, so that whoever else writes them is not contradicted.
    ///
    /// - Parameter pullsAfresh: Forgets where pulls stood, for a laptop whose past is in doubt.
    /// - Returns: How many changes were issued again; 0 when the replica writes already.
    @discardableResult
    package func rekey(with replica: ReplicaID, pullsAfresh: Bool, at now: Date) throws -> Int {
        try store.file.write { database -> [JournalEntry] in
            guard try ClientStore.home(database)?.replica != replica else { return [] }
            try database.run("insert into replica (id) values (?)", replica)
            if pullsAfresh { try database.run("update audit set cursor = null") }
            guard let home = try ClientStore.home(database) else { return [] }
            return try ClientStore.audits(database).flatMap { id -> [JournalEntry] in
                guard let audit = try ClientStore.audit(id, database) else { return [] }
                let unanswered = try Self.takeOutUnanswered(audit, home, database)
                return try Self.issueAgain(unanswered, audit, home, at: now, database)
            }
        } committed: {
            store.journal?.append($0)
        }.count
    }

    /// Issues changes of one audit again under the writing replica: the one place that does.
    ///
    /// Each wraps its first writing as it is, so the server knows it whichever writing arrives
    /// first (docs/merge.md, "Re-issue").
    static func issueAgain(
        _ changes: [Change], _ audit: StoredAudit, _ home: HomeRow, at now: Date,
        _ database: Database
    ) throws -> [JournalEntry] {
        guard !changes.isEmpty else { return [] }
        var session = try RecordingSession(audit: audit, home: home, now: now, database)
        for change in changes { try session.append(again: change) }
        try session.finishReplay()
        return session.journalEntries
    }

    /// Takes what is unanswered of older chains out of the overlay, oldest chain first.
    ///
    /// Each record is shown without them until it has them under their new dots.
    private static func takeOutUnanswered(
        _ audit: StoredAudit, _ home: HomeRow, _ database: Database
    ) throws -> [Change] {
        let found = try database.rows(
            """
            select chain.replica, change.n, change.body, record.key, change.record, change.rowid
            from chain join change on change.chain = chain.number and change.n > chain.acknowledged
            join record on record.number = change.record
            where chain.audit = ?1 and chain.source = 1 and chain.replica <> ?2
              and change.outcome is null order by chain.number, change.n
            """, audit.number, home.replica
        ) { (change: try $0.change(of: try $0.recordKey(3)), record: $0.int(4), row: $0.int(5)) }
        let update = try SQLStatement(
            "update change set outcome = ?2, overlay = 0 where rowid = ?1", in: database)
        for entry in found { try update.run(entry.row, ClientSchema.outcomeMoved) }
        try RecordRefresh.refresh(found.map(\.record), of: audit, database)
        return found.map(\.change)
    }
}
