import GRDB
package import Shared
import Storage

/// An imported change that the server did not take.
package struct ImportedRefusal: Sendable {
    package let change: Change
    /// Whose it is.
    package let personName: String
    /// Nil where the server did not take the chain at all.
    package let outcome: Trail.Outcome?
    /// Why, in a sentence.
    package let reason: String
}

extension BundleStore {
    /// What of imported chains the server did not accept, by chain and number.
    package func importedRefusals(_ audit: AuditID) throws -> [ImportedRefusal] {
        try store.file.read { database in
            guard let row = try ClientStore.audit(audit, database) else { return [] }
            return try database.rows(
                """
                select chain.replica, change.n, change.body, record.key, chain.person_name,
                  change.outcome, coalesce(change.reason, chain.trouble)
                from chain
                join change on change.chain = chain.number
                join record on record.number = change.record
                where chain.audit = ?1 and chain.source = 2
                  and (change.outcome in (2, 3)
                    or change.outcome is null and chain.is_refused = 1)
                order by chain.number, change.n
                """, row.number
            ) { refused in
                let code = refused.optional(5, refused.int)
                return ImportedRefusal(
                    change: try refused.change(of: try refused.recordKey(3)),
                    personName: refused.text(4),
                    outcome: code.flatMap { Trail.Outcome(code: UInt8(clamping: $0)) },
                    reason: refused.text(6))
            }
        }
    }

    /// Whose work the server did not take at the last attempt, and why.
    package func importedTroubles(
        _ audit: AuditID
    ) throws -> [(personName: String, trouble: String)] {
        try store.file.read { database in
            guard let row = try ClientStore.audit(audit, database) else { return [] }
            return try database.rows(
                """
                select person_name, trouble from chain
                where audit = ?1 and source = 2 and trouble is not null
                order by number
                """, row.number
            ) { (personName: $0.text(0), trouble: $0.text(1)) }
        }
    }
}
