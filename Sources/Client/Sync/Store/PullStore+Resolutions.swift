import Foundation
package import Shared
import Storage

extension PullStore {
    /// What leads made of own changes, of every chain of this laptop.
    package func resolutions(_ audit: AuditID) throws -> [Dot: Resolution] {
        let columns = Resolution.columns
        let select = "select \(columns), replica, n from lead_verdict where audit = ?1"
        let told = try store.rows(of: audit, select) { row in
            let dot = Dot(replica: try row.identifier(4), n: row.unsigned(5))
            return (dot, try Resolution(row: row, from: 0))
        }
        return Dictionary(uniqueKeysWithValues: told).compactMapValues(\.self)
    }

    /// The own changes of which a lead has made something, oldest first.
    func settledChanges(_ audit: AuditID) throws -> [LoggedChange] {
        try store.rows(
            of: audit,
            """
            select chain.replica, change.n, change.body, record.key, change.outcome,
              change.recorded_milliseconds, \(Resolution.columns)
            from lead_verdict
            join chain on chain.audit = lead_verdict.audit and chain.source = 1
              and chain.replica = lead_verdict.replica
            join change on change.chain = chain.number and change.n = lead_verdict.n
            join record on record.number = change.record
            where lead_verdict.audit = ?1 and length(change.body) > 0
            order by chain.number, change.n
            """
        ) {
            LoggedChange(
                change: try $0.change(of: try $0.recordKey(3)),
                recorded: Date(unixMilliseconds: $0.int(5)), outcome: $0.outcome(4),
                resolution: try Resolution(row: $0, from: 6))
        }
    }

    /// Keeps what was told, in the transaction of the piece that told it.
    ///
    /// Nothing is kept of changes from another laptop of the person: that one is told too.
    static func keep(
        _ told: Told<(dot: Dot, resolution: Resolution)>, audit: StoredAudit, _ database: Database
    ) throws {
        try database.run(
            "update audit set settled = ?2 where number = ?1 and settled <> ?2", audit.number,
            told.ordinal)
        guard !told.items.isEmpty else { return }
        try EventStore.noteNewsDue(audit.number, database)
        let upsert = try SQLStatement(
            """
            insert into lead_verdict (audit, replica, n, kind, person, settled_milliseconds, reason)
            values (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            on conflict (audit, replica, n) do update set kind = excluded.kind,
              person = excluded.person, settled_milliseconds = excluded.settled_milliseconds,
              reason = excluded.reason
            """, in: database)
        for (dot, resolution) in told.items where try ClientStore.isOwn(dot.replica, database) {
            try upsert.run(
                audit.number, dot.replica, dot.n, resolution.kind.code, resolution.person,
                resolution.date.unixMilliseconds, resolution.reason)
        }
    }
}
