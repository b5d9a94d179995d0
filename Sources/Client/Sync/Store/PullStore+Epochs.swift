import Shared
import Storage

extension PullStore {
    /// Whether a checkpoint tells of less than the server had acknowledged of some own chain.
    ///
    /// The opening of a pull speaks of the writing replica alone; older chains are looked up here.
    static func lost(
        _ checkpoint: PullCheckpoint, audit: StoredAudit, writer: ReplicaID?, _ database: Database
    ) throws -> AcknowledgementResult? {
        for chain in try answered(audit, database) {
            let entry = checkpoint.vector.first { $0.dot.replica == chain.replica }
            let n = entry?.dot.n ?? 0
            // Above the acknowledged number somebody else goes on with the chain; whether that
            // rests on what is here the server tells, who is shown its seals.
            let last = chain.acknowledged
            let own = try ClientStore.chainHash(of: chain, at: last, in: audit, database)
            let goesOn = n > last
            let isThere = goesOn ? chain.isChecked || chain.replica == writer : entry?.chain == own
            guard isThere else { return .behind(acknowledged: last) }
            try database.run("update chain set checked = ?2 where number = ?1", chain.number, n)
        }
        return nil
    }

    /// Whether the last checkpoint told of everything that was acknowledged of older chains, so
    /// that "nothing is new" means that nothing of them was lost.
    func hasCheckedOlderChains(_ audit: AuditID) throws -> Bool {
        try store.read(audit, or: true) { row, database in
            try !database.hasRow(
                """
                select 1 from chain where audit = ?1 and source = 1 and checked < acknowledged
                  and replica <> (select id from replica order by number desc limit 1)
                """, row.number)
        }
    }

    /// Notes that the server, which was shown its acknowledgements, knows of no other history.
    func noteShown(_ audit: AuditID) throws {
        try store.write(audit) { row, database in
            try database.run(
                """
                update chain set checked = max(checked, acknowledged)
                where audit = ?1 and source = 1
                """, row.number)
        }
    }

    /// At the first checkpoint of an epoch: lets go of what the server did not send again.
    ///
    /// Everything was pulled afresh by then. A record that did not come was set aside, and an own
    /// change that no record has was not applied this time.
    static func dropUnsent(
        _ checkpoint: PullCheckpoint, audit: StoredAudit, epoch: EpochID, _ database: Database
    ) throws {
        let present = try ClientStore.number(of: epoch, database)
        let isFirst = try database.first(
            """
            select checkpoint_epoch is not null and checkpoint_epoch <> ?
            from audit where number = ?
            """, present, audit.number
        ) { $0.int(0) == 1 }
        try database.run(
            "update audit set checkpoint = ?, checkpoint_epoch = ? where number = ?",
            checkpoint.image, present, audit.number)
        guard isFirst == true else { return }
        var records = try database.numbers(
            """
            update record set pulled = null, pulled_epoch = null
            where audit = ? and pulled is not null and pulled_epoch is not ? returning number
            """, audit.number, present)
        for chain in try answered(audit, database) {
            records += try database.numbers(
                """
                update change set overlay = 0 where chain = ? and overlay = 1 and n <= ?
                returning record
                """, chain.number, checkpoint.n(of: chain.replica))
        }
        try RecordRefresh.refresh(records, of: audit, database)
    }

    private static func answered(_ audit: StoredAudit, _ database: Database) throws -> [ChainRow] {
        try ClientStore.chains(audit, .own, database).filter { $0.acknowledged > 0 }
    }
}
