import GRDB
import Shared
import Storage

extension ReconcileStore {
    /// The next part of an own chain that a restored server lacks, up to its acknowledged number.
    ///
    /// - Returns: Nil when there is nothing to prove it with.
    func batch(
        _ audit: AuditID, _ replica: ReplicaID, above n: UInt64, countMax: Int, bytesMax: Int
    ) throws -> OutgoingBatch? {
        let ack = try receipts(audit).acks.first { $0.dot.replica == replica }
        guard let ack, n < ack.dot.n else { return nil }
        return try store.file.read { database in
            guard let row = try ClientStore.audit(audit, database),
                let chain = try ClientStore.chain(row, replica, .own, database)
            else { return nil }
            return try PushStore.batch(
                of: chain, above: n, in: row, BatchSize(changes: countMax, bytes: bytesMax),
                proof: ack, database)
        }
    }

    /// Takes over what the server made of returned changes: it may decide otherwise than before.
    func settleReturned(
        _ settlement: Settlement, from first: UInt64, in audit: AuditID, epoch: EpochID
    ) throws {
        try store.file.write { database in
            guard let row = try ClientStore.audit(audit, database),
                let chain = try ClientStore.chain(row, settlement.replica, .own, database)
            else { return }
            try Acknowledgement(
                audit: row, chain: chain, after: first - 1, upTo: chain.acknowledged, settlement,
                epoch: try ClientStore.number(of: epoch, database), database
            ).store()
        }
    }

    // MARK: What cannot be returned

    /// The own chain hash at a number that was written.
    func chainHash(of replica: ReplicaID, at n: UInt64, in audit: AuditID) throws -> Hash256? {
        try store.file.read { database in
            guard let row = try ClientStore.audit(audit, database),
                let chain = try ClientStore.chain(row, replica, .own, database)
            else { return nil }
            return try ClientStore.chainHash(of: chain, at: n, in: row, database)
        }
    }

    /// The hashes of so many own changes above a number, fewer when the chain ends.
    func changeHashes(
        of replica: ReplicaID, above n: UInt64, count: Int, in audit: AuditID
    ) throws -> [Hash256] {
        try store.file.read { database in
            try database.rows(
                """
                select change.hash
                from audit
                join chain on chain.audit = audit.number and chain.source = 1
                join change on change.chain = chain.number
                where audit.id = ?1 and chain.replica = ?2 and change.n > ?3
                order by change.n
                limit ?4
                """, audit, replica, n, count
            ) { try $0.hash(0) }
        }
    }

    /// Takes what had an effect above a number as never sent: it is issued again.
    ///
    /// The server has other changes under these numbers, which somebody else wrote under them
    /// after it was put back. The journal may have let go of them, and has them from now on again.
    func reclaim(_ replica: ReplicaID, above common: UInt64, in audit: AuditID) throws {
        _ = try store.file.write { database -> [JournalEntry] in
            guard let row = try ClientStore.audit(audit, database),
                let chain = try ClientStore.chain(row, replica, .own, database)
            else { return [] }
            try database.run(
                """
                update chain
                set acknowledged = ?2, acknowledged_seal = null, acknowledged_epoch = null
                where number = ?1 and acknowledged > ?2
                """, chain.number, common)
            try LaterOutcome.forget(of: chain.number, above: common, through: chain.n, database)
            let records = try database.rows(
                """
                update change set outcome = null, reason = null, overlay = 2
                where chain = ?1 and n > ?2 and outcome in (?3, ?4) and length(body) > 0
                returning record
                """, chain.number, common, Int(Trail.Outcome.applied.code),
                Int(Trail.Outcome.again.code)
            ) { $0.int(0) }
            var refresh = RecordRefresh(audit: row, database)
            for record in Set(records).sorted() { try refresh.refresh(record) }
            try refresh.storeRoot()
            return try RecoveryStore.unanswered(database)
        } committed: {
            store.journal?.replace(with: $0)
        }
    }

    /// Whether an older chain has changes that no server has answered.
    static func hasToReissue(_ audit: AuditID, _ database: Database) throws -> Bool {
        try database.hasRow(
            """
            select 1
            from audit
            join chain on chain.audit = audit.number and chain.source = 1
            join change on change.chain = chain.number and change.n > chain.acknowledged
            where audit.id = ?1 and change.outcome is null
              and chain.replica <> (select id from replica order by number desc limit 1)
            """, audit)
    }
}
