import Foundation
import GRDB
import Shared
import Storage

extension ClientStore {
    /// The epoch in which the server is believed to be; nil before the first contact.
    ///
    /// - Returns: Also whether nothing of the audit was exchanged with any server yet.
    static func knownEpoch(
        _ audit: AuditRow, _ database: Database
    ) throws -> (epoch: EpochID?, isNew: Bool) {
        let row = try SQLStatement(
            """
            select coalesce(audit.healing, audit.epoch, home.epoch),
              audit.healing is null and audit.epoch is null
            from audit, home
            where audit.number = ?1
            """, in: database)
        row.bind(1, audit.number)
        defer { row.reset() }
        guard try row.step() else { return (nil, true) }
        return (row.isNull(0) ? nil : try row.identifier(0), row.int(1) == 1)
    }

    /// Whether a checkpoint tells of less than the server had acknowledged of some own chain.
    ///
    /// The opening of a pull speaks of the writing replica alone; older chains are looked up here.
    static func lost(
        _ checkpoint: PullCheckpoint, audit: AuditRow, writer: ReplicaID?, _ database: Database
    ) throws -> AcknowledgementResult? {
        for chain in try acknowledgedChains(audit, database) {
            let entry = checkpoint.vector.first { $0.dot.replica == chain.replica }
            let n = entry?.dot.n ?? 0
            // Above the acknowledged number somebody else goes on with the chain; whether that
            // rests on what is here the server tells, who is shown its seals.
            let own = try chainHash(of: chain, at: chain.acknowledged, in: audit, database)
            let isThere =
                n > chain.acknowledged
                ? chain.isChecked || chain.replica == writer : entry?.chain == own
            guard isThere else { return .behind(acknowledged: chain.acknowledged) }
            let update = try SQLStatement(
                "update chain set checked = ?2 where number = ?1", in: database)
            update.bind(1, chain.number)
            update.bind(2, n)
            try update.run()
        }
        return nil
    }

    /// Whether the last checkpoint told of everything that was acknowledged of older chains, so
    /// that "nothing is new" means that nothing of them was lost.
    func hasCheckedOlderChains(_ audit: AuditID) throws -> Bool {
        try file.read { database in
            guard let row = try Self.audit(audit, database) else { return true }
            let found = try SQLStatement(
                """
                select 1 from chain
                where audit = ?1 and source = 1 and checked < acknowledged
                  and replica <> (select id from replica order by number desc limit 1)
                """, in: database)
            found.bind(1, row.number)
            defer { found.reset() }
            return try !found.step()
        }
    }

    /// Notes that the server, which was shown its acknowledgements, knows of no other history.
    func noteShown(_ audit: AuditID) throws {
        try file.write { database in
            guard let row = try Self.audit(audit, database) else { return }
            let update = try SQLStatement(
                """
                update chain set checked = max(checked, acknowledged)
                where audit = ?1 and source = 1
                """, in: database)
            update.bind(1, row.number)
            try update.run()
        }
    }

    /// At the first checkpoint of an epoch: lets go of what the server did not send again.
    ///
    /// Everything was pulled afresh by then. A record that did not come was set aside, and an own
    /// change that no record has was not applied this time.
    static func dropUnsent(
        _ checkpoint: PullCheckpoint, audit: AuditRow, epoch: EpochID, _ database: Database
    ) throws {
        let present = try number(of: epoch, database)
        let isFirst = try Bool.fetchOne(
            database,
            sql: """
                select checkpoint_epoch is not null and checkpoint_epoch <> ?
                from audit where number = ?
                """, arguments: [present, audit.number])
        try database.execute(
            sql: "update audit set checkpoint = ?, checkpoint_epoch = ? where number = ?",
            arguments: [Data(checkpoint.image), present, audit.number])
        guard isFirst == true else { return }
        var records = try Int64.fetchAll(
            database,
            sql: """
                update record set pulled = null, pulled_epoch = null
                where audit = ? and pulled is not null and pulled_epoch is not ?
                returning number
                """, arguments: [audit.number, present])
        for chain in try acknowledgedChains(audit, database) {
            let n = checkpoint.n(of: chain.replica)
            records += try Int64.fetchAll(
                database,
                sql: """
                    update change set overlay = 0 where chain = ? and overlay = 1 and n <= ?
                    returning record
                    """, arguments: [chain.number, Int64(bitPattern: n)])
        }
        guard let row = try Self.audit(audit.id, database) else { return }
        var refresh = RecordRefresh(audit: row, database)
        for record in Set(records).sorted() { try refresh.refresh(record) }
        try refresh.storeRoot()
    }

    private static func acknowledgedChains(
        _ audit: AuditRow, _ database: Database
    ) throws -> [ChainRow] {
        try chains(audit, .own, database).filter { $0.acknowledged > 0 }
    }
}
