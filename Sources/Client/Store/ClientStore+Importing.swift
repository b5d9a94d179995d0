import GRDB
package import Shared
import Storage

extension ClientStore {
    /// Imports chains from a bundle: all that `body` appends, or nothing if it throws.
    func importChains<Result>(
        _ audit: AuditID, trusting server: ServerKey? = nil,
        _ body: (inout ImportSession) throws -> Result
    ) throws -> Result {
        try file.write { database in
            guard let home = try Self.home(database) else {
                preconditionFailure("A store is initialised before anything is imported.")
            }
            let row = try Self.ensureAudit(audit, database)
            var session = try ImportSession(
                audit: row, home: home, trust: DeviceTrust(server, in: row, database), database)
            let result = try body(&session)
            try session.finish()
            return result
        }
    }

    /// How many changes of others are shown here that no server has confirmed.
    package func importedCount(_ audit: AuditID) throws -> Int {
        try file.read { database in
            guard let row = try Self.audit(audit, database) else { return 0 }
            return try database.count(
                """
                select count(*) from chain join change on change.chain = chain.number
                where chain.audit = ?1 and chain.source = 2 and change.overlay > 0
                """, row.number)
        }
    }

    // MARK: Confirmed by a checkpoint

    /// Lets go of what a checkpoint has: own changes that the server had known already, and
    /// imported ones, whoever brought them there.
    static func release(
        _ checkpoint: PullCheckpoint, audit: AuditRow, _ database: Database
    ) throws {
        var records: Set<Int64> = []
        let imported = try chains(audit, .imported, database)
        for chain in try chains(audit, .own, database) + imported {
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
        guard !records.isEmpty, let row = try Self.audit(audit.id, database) else { return }
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
