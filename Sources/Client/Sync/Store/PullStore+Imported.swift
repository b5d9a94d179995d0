import GRDB
import Shared
import Storage

extension PullStore {
    /// Lets go of what a checkpoint has: own changes that the server had known already, and
    /// imported ones, whoever brought them there.
    static func release(
        _ checkpoint: PullCheckpoint, audit: AuditRow, _ database: Database
    ) throws {
        var records: Set<Int64> = []
        let imported = try ClientStore.chains(audit, .imported, database)
        for chain in try ClientStore.chains(audit, .own, database) + imported {
            try database.each(
                """
                update change set overlay = iif(?3 = 2, 0, 1)
                where chain = ?1 and n <= ?2
                  and (overlay > 0 and ?3 = 2 or overlay = 2 and outcome = 4)
                returning record
                """, chain.number, checkpoint.n(of: chain.replica), chain.source.rawValue
            ) { records.insert($0.int(0)) }
        }
        for chain in imported {
            try confirm(chain, through: checkpoint.n(of: chain.replica), database)
        }
        guard !records.isEmpty, let row = try ClientStore.audit(audit.id, database) else { return }
        var refresh = RecordRefresh(audit: row, database)
        for record in records.sorted() { try refresh.refresh(record) }
        try refresh.storeRoot()
    }

    /// Notes how far a server has an imported chain.
    ///
    /// One that it has to its end is its author's business again; only what the server did not
    /// accept stays, to be told. What a restored server has no more is offered to it again, as if
    /// it had never answered. What it keeps unplaced stays until its author has brought it.
    private static func confirm(
        _ chain: ChainRow, through n: UInt64, _ database: Database
    ) throws {
        let isLost = n < chain.acknowledged
        try database.run(
            """
            update chain
            set acknowledged = ?2, is_refused = iif(?3, 0, is_refused),
              trouble = iif(?3, null, trouble)
            where number = ?1
            """, chain.number, min(chain.n, n), isLost)
        try database.run(
            isLost
                ? "update change set outcome = null where chain = ?1 and n > ?2 and overlay > 0"
                : """
                delete from chain
                where number = ?1 and n <= ?2 and is_refused = 0 and not exists (
                  select 1 from change where chain = ?1 and outcome in (2, 3))
                """, chain.number, n)
    }
}

extension PullCheckpoint {
    /// How far the server has a replica's chain in the snapshot.
    func n(of replica: ReplicaID) -> UInt64 {
        vector.first { $0.dot.replica == replica }?.dot.n ?? 0
    }
}
