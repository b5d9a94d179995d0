package import Foundation
import GRDB
package import Shared
import Storage

/// What goes to the server, and its answers.
package struct PushStore {
    let store: ClientStore

    /// Per chain, without reading each change that waits.
    static let selectQueue = """
        select chain.n - chain.acknowledged - (
            select count(*) from change where change.chain = chain.number
              and change.n > chain.acknowledged and change.outcome is not null),
          (select change.recorded_milliseconds from change where change.chain = chain.number
            and change.n > chain.acknowledged and change.outcome is null order by change.n limit 1)
        from chain where chain.audit = ?1 and chain.source = 1
        """

    package func queue(_ audit: AuditID) throws -> (count: Int, oldest: Date?) {
        let chains = try store.rows(of: audit, Self.selectQueue) { chain in
            (count: max(0, Int(chain.int(0))), oldest: chain.optional(1, chain.int))
        }
        let oldest = chains.compactMap(\.oldest).min().map { Date(unixMilliseconds: $0) }
        return (count: chains.reduce(0) { $0 + $1.count }, oldest: oldest)
    }

    /// Takes over what the server said of the own chain, or of an imported one; idempotent.
    package func settle(_ audit: AuditID, _ settlement: Settlement) throws -> AcknowledgementResult
    {
        if settlement.unplaced > 0 {
            try store.devices.noteUnplaced(audit, settlement.replica, through: settlement.unplaced)
            return .settled
        }
        return try store.file.write { database in
            guard let home = try ClientStore.home(database),
                let row = try ClientStore.audit(audit, database)
            else { return (result: AcknowledgementResult.settled, isSpent: false) }
            let result = try Self.settle(settlement, audit: row, home: home, database)
            return (result, try store.recovery.isJournalSpent(database))
        } committed: {
            if $0.isSpent { store.journal?.clear() }
        }.result
    }

    /// Own changes that the server did not accept and no lead has adopted, oldest first.
    package func notAccepted(_ audit: AuditID) throws -> [NotAccepted] {
        try store.rows(
            of: audit,
            """
            select chain.replica, change.n, change.body, record.key, change.outcome,
              change.reason, \(PullStore.verdictColumns)
            from chain join change on change.chain = chain.number
            join record on record.number = change.record \(PullStore.verdictJoin)
            where chain.audit = ?1 and chain.source = 1 and change.outcome in (2, 3)
              and length(change.body) > 0 and lead_verdict.kind is not 1
            order by chain.number, change.n
            """
        ) { row -> NotAccepted? in
            // The statement asks for outcomes that there are.
            guard let outcome = row.outcome(4) else { return nil }
            return NotAccepted(
                change: try row.change(of: try row.recordKey(3)), outcome: outcome,
                reason: row.text(5), verdict: try LeadVerdict(row: row, from: 6))
        }.compactMap(\.self)
    }

    static func settle(
        _ settlement: Settlement, audit: AuditRow, home: HomeRow, _ database: Database
    ) throws -> AcknowledgementResult {
        let isOwn = settlement.replica == home.replica
        let source: ChainRow.Source = isOwn ? .own : .imported
        let chain = try ClientStore.chain(audit, settlement.replica, source, database)
        let result = try meaning(of: settlement, for: chain, audit, database)
        if !isOwn {
            // What is said of somebody else's chain means nothing for this laptop's own.
            guard let chain, settlement.through > chain.acknowledged else { return .settled }
            guard result == .settled else {
                try database.run(
                    "update chain set trouble = 'the answer was another' where number = ?",
                    chain.number)
                return .settled
            }
        }
        guard result == .settled, let chain else { return result }
        // The server's present receipts are of this epoch; another laptop's chain has none.
        let pulled = isOwn ? try AuditEpochs.read(audit.id, database)?.pulled ?? home.epoch : nil
        let epoch = try pulled.map { try ClientStore.number(of: $0, database) }
        try Acknowledgement(
            audit: audit, chain: chain, after: chain.acknowledged, limit: chain.n,
            settlement: settlement, epoch: epoch, database: database
        ).store()
        return .settled
    }

    private static func meaning(
        of settlement: Settlement, for chain: ChainRow?, _ audit: AuditRow, _ database: Database
    ) throws -> AcknowledgementResult {
        let (written, acknowledged) = (chain?.n ?? 0, chain?.acknowledged ?? 0)
        guard settlement.through <= written else { return .ahead(by: settlement.through - written) }
        guard settlement.through >= acknowledged else { return .behind(acknowledged: acknowledged) }
        let known = try chain.map {
            try ClientStore.chainHash(of: $0, at: settlement.through, in: audit, database)
        }
        let hash = known ?? ChangeHash.chainStart(audit: audit.id, replica: settlement.replica)
        return hash == settlement.chain ? .settled : .forked
    }
}

/// An own change that has no effect on the server, kept in full on the laptop.
package struct NotAccepted: Sendable {
    package let change: Change
    /// `rejected` or `quarantined`.
    package let outcome: Trail.Outcome
    /// Why, in a sentence; empty when none was given.
    package let reason: String
    /// That a lead has discarded it, and why; nil while it waits, or waits for nobody.
    package let verdict: LeadVerdict?
}
