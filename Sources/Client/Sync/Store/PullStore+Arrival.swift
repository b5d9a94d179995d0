import Foundation
package import Shared
import Storage

/// An audit whose first pull has not come to its end, so that not all of it is here.
package struct AuditArrival: Hashable, Sendable {
    package let audit: AuditID
    /// Nil while its plan has not come, and nothing can be shown of it.
    package let title: String?
    /// How many of its records are here.
    package let here: Int
    /// How many there are; nil where no server has told.
    package let told: Int?

    /// Such as `on its way here, 1,000 of 2,401 records`.
    package var words: String {
        let count = told.map { " of \(Self.number($0))" } ?? ""
        let noun = told == nil && here == 1 ? "record" : "records"
        return "on its way here, \(Self.number(here))\(count) \(noun)"
    }

    private static func number(_ count: Int) -> String {
        count.formatted(.number.locale(Locale(identifier: "en_GB")))
    }
}

extension PullStore {
    /// Notes how many records there are to come; only the first checkpoint tells that all have.
    static func noteArrival(
        of records: UInt64, audit: StoredAudit, _ database: Database
    ) throws {
        guard records > 0 else { return }
        try database.run(
            """
            update audit set records_told = ?1
            where number = ?2 and checkpoint_sequence is null and records_told is not ?1
            """, Int64(clamping: records), audit.number)
    }

    /// Nil for an audit that is here, as far as this laptop knows.
    package func arrival(_ audit: AuditID) throws -> AuditArrival? {
        let plan = try store.plan(audit)
        return try store.read(audit, or: nil) { row, database in
            let (told, here) =
                try database.first(
                    """
                    select records_told, (select count(*) from record where audit = ?1)
                    from audit where number = ?1
                    """, row.number
                ) { columns in
                    (
                        columns.optional(0) { Int(clamping: columns.int($0)) },
                        Int(clamping: columns.int(1))
                    )
                }
                ?? (nil, 0)
            // Of an own audit, which was never pulled, everything is here.
            guard plan == nil || here < told ?? 0 else { return nil }
            return AuditArrival(audit: audit, title: plan?.title, here: here, told: told)
        }
    }

    /// Whether nobody asked for that long which audits the server has.
    func isDueToAskForAudits(at now: Date, every seconds: TimeInterval) throws -> Bool {
        let last = try store.file.read { database in
            try database.first("select audits_asked_milliseconds from home") { row in
                row.optional(0) { Date(unixMilliseconds: row.int($0)) }
            }
        }
        guard let asked = last ?? nil else { return true }
        return abs(now.timeIntervalSince(asked)) >= seconds
    }

    func noteAskedForAudits(at now: Date) throws {
        try store.file.write {
            try $0.run("update home set audits_asked_milliseconds = ?", now.unixMilliseconds)
        }
    }
}
