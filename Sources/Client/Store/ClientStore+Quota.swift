import GRDB
package import Shared
import Storage

/// What a person has used of what the server grants her in one audit.
package struct AuditQuotas: Hashable, Sendable {
    /// Keys and bodies of her changes, those that were not sent yet included.
    package let log: Quota
    /// Her files of evidence, those that were not sent yet included.
    package let evidence: Quota

    /// What there is to say from four fifths on, one clause each; empty below.
    package var words: [String] {
        [
            (log, "changes", "150 %, nothing new is saved"),
            (evidence, "files", "100 %, none is added"),
        ]
        .filter { $0.0.isNearlyUsed }
        .map { quota, what, end in
            "\(quota.percent) % of the room for your \(what) on the server is used; from "
                + "\(end). Ask whoever runs the server for more"
        }
    }
}

extension ClientStore {
    /// The quotas with what was recorded here since they were told; nil before a server told them.
    package func quotas(_ audit: AuditID) throws -> AuditQuotas? {
        try file.read { database in
            guard let audit = try Self.audit(audit, database) else { return nil }
            return try database.first(
                """
                select log_used, log_most, evidence_used, evidence_most, log_new
                from quota where audit = ?1
                """, audit.number
            ) { row in
                let unsent = try Self.evidenceToSendBytes(audit, database)
                return AuditQuotas(
                    log: Quota(used: row.unsigned(0), most: row.unsigned(1))
                        .adding(row.unsigned(4)),
                    evidence: Quota(used: row.unsigned(2), most: row.unsigned(3)).adding(unsent))
            }
        }
    }

    /// Bytes of the files that this laptop has and the server has not.
    private static func evidenceToSendBytes(
        _ audit: AuditRow, _ database: Database
    ) throws -> UInt64 {
        try database.first(
            "select coalesce(sum(size), 0) from evidence where audit = ?1 and state = 1",
            audit.number
        ) { $0.unsigned(0) } ?? 0
    }

    /// Keeps what an opening told, once its settlement was stored.
    static func keep(_ told: AuditQuotas?, audit: AuditRow, _ database: Database) throws {
        guard let told else { return }
        let bytes = try database.count(
            """
            select coalesce(sum(length(change.body) + length(record.key)), 0)
            from chain
            join change on change.chain = chain.number and change.n > chain.acknowledged
            join record on record.number = change.record
            where chain.audit = ?1 and chain.source = 1 and change.outcome is null
            """, audit.number)
        try database.run(
            """
            insert or replace into quota
              (audit, log_used, log_most, evidence_used, evidence_most, log_new)
            values (?1, ?2, ?3, ?4, ?5, ?6)
            """, audit.number, told.log.used, told.log.most, told.evidence.used,
            told.evidence.most, bytes)
    }

    /// Notes what was recorded since the quotas were told.
    static func noteRecorded(_ bytes: Int, audit: Int64, _ database: Database) throws {
        try database.run("update quota set log_new = log_new + ?2 where audit = ?1", audit, bytes)
    }

    /// What the person's changes have used by now; nil where nothing was told.
    static func logQuota(_ audit: Int64, _ database: Database) throws -> Quota? {
        try database.first(
            "select log_used, log_most, log_new from quota where audit = ?1", audit
        ) { row in
            Quota(used: row.unsigned(0), most: row.unsigned(1)).adding(row.unsigned(2))
        }
    }
}
