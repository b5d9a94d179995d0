package import Shared
import Storage

/// What a person has used of what the server grants her in one audit.
package struct AuditQuotas: Hashable, Sendable {
    /// Keys and bodies of her changes, those that were not sent yet included.
    package let log: Quota
    /// Her files of evidence, those that were not sent yet included.
    package let evidence: Quota

    /// Whether there is anything to say of them.
    package var areNearlyUsed: Bool { log.isNearlyUsed || evidence.isNearlyUsed }

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
        try read(audit, or: nil) { audit, database in
            try database.first(
                """
                select log_used, log_most, log_new, evidence_used, evidence_most,
                  -- Of the files that this laptop has and the server has not.
                  (select coalesce(sum(size), 0) from evidence where audit = ?1 and state = 1)
                from quota where audit = ?1
                """, audit.number
            ) { AuditQuotas(log: Quota($0, from: 0), evidence: Quota($0, from: 3)) }
        }
    }

    /// Keeps what an opening told, once its acknowledgement was stored.
    static func keep(_ told: AuditQuotas?, audit: StoredAudit, _ database: Database) throws {
        guard let told else { return }
        let bytes = try database.count(
            """
            select coalesce(sum(length(change.body) + length(record.key)), 0) from chain
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

    static func noteRecorded(_ bytes: Int, audit: Int64, _ database: Database) throws {
        try database.run("update quota set log_new = log_new + ?2 where audit = ?1", audit, bytes)
    }

    /// What the person's changes have used by now; nil where nothing was told.
    static func logQuota(_ audit: Int64, _ database: Database) throws -> Quota? {
        try database.first(
            "select log_used, log_most, log_new from quota where audit = ?1", audit
        ) { Quota($0, from: 0) }
    }
}

extension Quota {
    /// Reads what was used, what is granted at most, and what came since.
    fileprivate init(_ row: Row, from column: Int32) {
        self = Quota(used: row.unsigned(column), most: row.unsigned(column + 1))
            .adding(row.unsigned(column + 2))
    }
}
