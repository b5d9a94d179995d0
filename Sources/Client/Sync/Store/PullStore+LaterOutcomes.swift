package import Shared
import Storage

extension PullStore {
    /// At a checkpoint: what no pulled record has by then is pending no longer.
    static func releaseLater(
        _ checkpoint: PullCheckpoint, audit: StoredAudit, _ database: Database
    ) throws {
        let records = try ClientStore.chains(audit, .own, database).flatMap { chain in
            try database.numbers(
                """
                update change set overlay = 0
                where chain = ?1 and n <= ?2 and overlay = 2 and outcome is null
                  and n in (select n from later_outcome where chain = ?1) returning record
                """, chain.number, checkpoint.n(of: chain.replica))
        }
        try RecordRefresh.refresh(records, of: audit, database)
    }

    /// Takes over outcomes that this version knows and an earlier one did not.
    func readLaterOutcomes(_ audit: AuditID) throws {
        guard try !laterOutcomes(audit).isEmpty else { return }
        try store.write(audit) { row, database in
            for chain in try ClientStore.chains(row, database) {
                for told in try Self.laterOutcomes(of: chain.number, database)
                where told.outcome != nil {
                    try OutcomeWriter(
                        audit: ClientStore.audit(audit, database) ?? row, chain: chain,
                        after: told.n - 1, last: told.n, answers: [told], database: database
                    ).store()
                    let record = try database.numbers(
                        "select record from change where chain = ?1 and n = ?2", chain.number,
                        told.n)
                    try RecordRefresh.refresh(record, of: row, database)
                }
            }
        }
    }

    /// What servers made of this laptop's changes in words that this version does not know.
    package func laterOutcomes(_ audit: AuditID) throws -> [Dot: ChangeAnswer] {
        try store.read(audit, or: [:]) { row, database in
            var outcomes: [Dot: ChangeAnswer] = [:]
            for chain in try ClientStore.chains(row, database) {
                for told in try Self.laterOutcomes(of: chain.number, database) {
                    outcomes[Dot(replica: chain.replica, n: told.n)] = told
                }
            }
            return outcomes
        }
    }

    private static func laterOutcomes(
        of chain: Int64, _ database: Database
    ) throws -> [ChangeAnswer] {
        try database.rows(
            "select n, code, reason from later_outcome where chain = ?1 order by n", chain
        ) { ChangeAnswer(n: $0.unsigned(0), code: Int($0.int(1)), reason: $0.text(2)) }
    }
}
