import Shared
import Storage

extension ReconcileStore {
    /// The next part of an own chain that a restored server lacks; nil with nothing to prove it.
    func batch(
        _ audit: AuditID, _ replica: ReplicaID, above n: UInt64, countMax: Int, bytesMax: Int
    ) throws -> OutgoingBatch? {
        let ack = try receipts(audit).acks.first { $0.end.replica == replica }
        guard let ack, n < ack.end.n else { return nil }
        return try store.read(audit, or: nil) { row, database in
            try ClientStore.chain(row, replica, .own, database).flatMap {
                try PushStore.batch(
                    of: $0, above: n, in: row, countMax: countMax, bytesMax: bytesMax, proof: ack,
                    database)
            }
        }
    }

    /// Takes over what the server made of returned changes: it may decide otherwise than before.
    func settleReturned(
        _ acknowledgement: Acknowledgement, from first: UInt64, in audit: AuditID
    ) throws {
        try store.write(audit) { row, database in
            let own = try ClientStore.chain(row, acknowledgement.end.replica, .own, database)
            guard let chain = own else { return }
            let last = min(acknowledgement.end.n, chain.acknowledged)
            if last == acknowledgement.end.n {
                try chain.advance(to: last, by: acknowledgement, database)
            }
            try OutcomeWriter(
                audit: row, chain: chain, after: first - 1, last: last,
                answers: acknowledgement.answers, database: database
            ).store()
        }
    }

    func chainHash(of replica: ReplicaID, at n: UInt64, in audit: AuditID) throws -> Hash256? {
        try store.read(audit, or: nil) { row, database in
            guard let chain = try ClientStore.chain(row, replica, .own, database), n <= chain.n
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
                select change.hash from audit
                join chain on chain.audit = audit.number and chain.source = 1
                join change on change.chain = chain.number
                where audit.id = ?1 and chain.replica = ?2 and change.n > ?3 order by change.n
                limit ?4
                """, audit, replica, n, count
            ) { try $0.hash(0) }
        }
    }

    /// Takes what had an effect above a number, or waits for the leads, as never sent: it is issued
    /// again.
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
            try ChangeAnswer.forget(of: chain.number, above: common, through: chain.n, database)
            let records = try database.numbers(
                """
                update change set outcome = null, reason = null, overlay = 2
                where chain = ?1 and n > ?2 and outcome in (?3, ?4, ?5) and length(body) > 0
                  and not exists (
                    select 1 from lead_verdict where lead_verdict.audit = ?6
                      and lead_verdict.replica = ?7 and lead_verdict.n = change.n
                      and lead_verdict.kind = ?8)
                returning record
                """, chain.number, common, Int(Trail.Outcome.applied.code),
                Int(Trail.Outcome.again.code), Int(Trail.Outcome.quarantined.code), row.number,
                replica, Resolution.Kind.discarded.code)
            try RecordRefresh.refresh(records, of: row, database)
            return try RecoveryStore.unanswered(database)
        } committed: {
            store.journal?.replace(with: $0)
        }
    }

    /// Whether an older chain has changes that no server has answered.
    static func hasToReissue(_ audit: AuditID, _ database: Database) throws -> Bool {
        try database.hasRow(
            """
            select 1 from audit join chain on chain.audit = audit.number and chain.source = 1
            join change on change.chain = chain.number and change.n > chain.acknowledged
            where audit.id = ?1 and change.outcome is null
              and chain.replica <> (select id from replica order by number desc limit 1)
            """, audit)
    }

    /// Takes over part of an own chain from the server, for a database that is made anew.
    ///
    /// - Parameter ack: The server's word for the whole chain, which a restored one believes.
    /// - Returns: The chain hash after it; nil when it does not continue what is here.
    func takeBack(
        _ changes: [ChainChange], of replica: ReplicaID, in audit: AuditID,
        ack: Acknowledgement?
    ) throws -> Hash256? {
        try store.file.write { database in
            guard try ClientStore.isOwn(replica, database) else { return nil }
            // A key of no record of this audit belongs to a change that the server rejected.
            let row = try ClientStore.ensureAudit(audit, database)
            let chain = try ClientStore.ensureOwnChain(row, replica, database)
            let writer = try ChainWriter(chain: chain.number, database)
            var end = chain.end
            var refresh = try RecordRefresh(audit: row, database)
            for change in changes {
                guard change.n == end.n + 1, change.isSound(by: replica) else { return nil }
                end = end.after(change.hash)
                let key = RecordKey(bytes: change.key)
                let record = try ClientStore.ensureRecord(
                    key?.audit == audit ? key ?? .plan(audit) : .plan(audit), row, database)
                try writer.append(change.row(of: record, chainHash: end.chain))
                if let answer = change.answer, answer.outcome == nil {
                    _ = try answer.keep(of: chain.number, database)
                }
                try refresh.refresh(record)
            }
            try refresh.storeRoot()
            try writer.finish(at: end)
            try chain.advance(to: end.n, by: ack.flatMap { $0.end == end ? $0 : nil }, database)
            return end.chain
        }
    }
}

extension ChainChange {
    /// Whether the hash is that of the body; without one there is nothing to compare.
    fileprivate func isSound(by replica: ReplicaID) -> Bool {
        let dot = Dot(replica: replica, n: n)
        return body.isEmpty || ChangeHash.hash(keyBytes: key, dot: dot, body: body) == hash
    }

    fileprivate func row(of record: Int64, chainHash: Hash256) throws -> ChainWriter.Row {
        let outcome = answer?.outcome
        let isApplied = outcome == .applied
        return ChainWriter.Row(
            n: n, record: record, hash: hash, chainHash: chainHash,
            recorded: body.isEmpty ? 0 : try ChangeBody(decoding: body).wallTime, outcome: outcome,
            reason: isApplied ? nil : answer?.reason,
            // The pull that follows takes it off again wherever the record that comes has it.
            overlay: isApplied && !body.isEmpty ? 1 : 0, body: body)
    }
}
