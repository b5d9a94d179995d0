import Shared
import Storage

/// Which field checks somebody has seen on this laptop.
struct SeenCheckStore {
    let store: ClientStore

    /// By `FieldChecks.Question.subject`, how many there were then.
    func counts(of audit: AuditID) throws -> [String: Int] {
        try store.read(audit, or: [:]) { row, database in
            Dictionary(
                uniqueKeysWithValues: try database.rows(
                    "select subject, count from seen_check where audit = ?1", row.number
                ) { ($0.text(0), Int(clamping: $0.int(1))) })
        }
    }

    func note(_ counts: [String: Int], in audit: AuditID) throws {
        try store.write(audit) { row, database in
            for (subject, count) in counts {
                try database.run(
                    """
                    insert into seen_check (audit, subject, count) values (?1, ?2, ?3)
                    on conflict (audit, subject) do update set count = excluded.count
                    """, row.number, subject, Int64(count))
            }
        }
    }
}
