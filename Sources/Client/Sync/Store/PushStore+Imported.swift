package import Shared
import Storage

extension PushStore {
    /// Whether the audit came from somebody's bundle, so that a server takes it from her chain.
    package func isFounded(byOthers audit: AuditID) throws -> Bool {
        try store.file.read { database in
            try database.hasRow(
                """
                select 1 from audit join chain on chain.audit = audit.number and chain.source = 2
                join change on change.chain = chain.number and change.n = 1
                join record on record.number = change.record where audit.id = ?1 and record.key = ?2
                """, audit, RecordKey.plan(audit))
        }
    }

    /// The imported chains that a server lacks part of, and may take.
    static func pendingImported(_ audit: StoredAudit, _ database: Database) throws -> [ChainRow] {
        try database.rows(
            """
            \(ChainRow.select) and max(acknowledged, unplaced) < n and trouble is null
              and is_refused = 0 and signer = replica order by number
            """, audit.number, ChainRow.Source.imported.rawValue, read: ChainRow.init)
    }

    /// Begins a run: what was not taken for now is offered again.
    package func offerImportedAgain(_ audit: AuditID) throws {
        guard try !BundleStore(store: store).importedTroubles(audit).isEmpty else { return }
        try store.file.write {
            try $0.run(
                """
                update chain set trouble = null where source = 2 and is_refused = 0
                  and audit = (select number from audit where id = ?)
                """, audit)
        }
    }

    /// Notes that a server did not take an imported chain.
    ///
    /// - Parameter forGood: Whether another attempt is pointless; it is not shown any more then.
    package func refuseImported(
        _ audit: AuditID, _ replica: ReplicaID, because trouble: String, forGood: Bool
    ) throws {
        try store.write(audit) { row, database in
            let imported = try ClientStore.chain(row, replica, .imported, database)
            guard let chain = imported else { return }
            try database.run(
                """
                update chain set trouble = ?, is_refused = max(is_refused, ?) where number = ?
                """, trouble, forGood, chain.number)
            guard forGood else { return }
            let records = try database.numbers(
                """
                update change set overlay = 0 where chain = ? and n > ? and overlay > 0
                returning record
                """, chain.number, chain.acknowledged)
            try RecordRefresh.refresh(records, of: row, database)
        }
    }
}
