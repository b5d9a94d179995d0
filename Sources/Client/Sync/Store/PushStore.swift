package import Foundation
import GRDB
package import Shared
import Storage

/// What goes to the server, and its answers.
package struct PushStore {
    let store: ClientStore
}

extension PushStore {
    /// Per chain, without reading each change that waits.
    static let selectQueue = """
        select chain.n - chain.acknowledged - (
            select count(*) from change
            where change.chain = chain.number and change.n > chain.acknowledged
              and change.outcome is not null),
          (
            select change.recorded_milliseconds from change
            where change.chain = chain.number and change.n > chain.acknowledged
              and change.outcome is null
            order by change.n
            limit 1)
        from chain
        where chain.audit = ?1 and chain.source = 1
        """

    /// How many own changes wait for an answer, and when the first of them was recorded.
    package func queue(_ audit: AuditID) throws -> (count: Int, oldest: Date?) {
        try store.file.read { database in
            guard let row = try ClientStore.audit(audit, database) else { return (0, nil) }
            var queue: (count: Int, oldest: Date?) = (0, nil)
            try database.each(Self.selectQueue, row.number) { chain in
                queue.count += max(0, Int(chain.int(0)))
                guard let oldest = chain.optional(1, chain.int) else { return }
                let date = Date(unixMilliseconds: oldest)
                queue.oldest = min(queue.oldest ?? date, date)
            }
            return queue
        }
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

    /// Changes the server did not accept and no lead has adopted, each with its reason, oldest
    /// first.
    package func notAccepted(_ audit: AuditID) throws -> [NotAccepted] {
        try store.file.read { database in
            guard let row = try ClientStore.audit(audit, database) else { return [] }
            var result: [NotAccepted] = []
            try database.each(
                """
                select chain.replica, change.n, change.body, record.key, change.outcome,
                  change.reason, \(PullStore.verdictColumns)
                from chain
                join change on change.chain = chain.number
                join record on record.number = change.record
                \(PullStore.verdictJoin)
                where chain.audit = ?1 and chain.source = 1 and change.outcome in (2, 3)
                  and length(change.body) > 0 and lead_verdict.kind is not 1
                order by chain.number, change.n
                """, row.number
            ) { found in
                // The statement asks for outcomes that there are.
                guard let outcome = Trail.Outcome(code: UInt8(clamping: found.int(4))) else {
                    return
                }
                result.append(
                    NotAccepted(
                        change: try found.change(of: try found.recordKey(3)), outcome: outcome,
                        reason: found.text(5), verdict: try LeadVerdict(row: found, from: 6)))
            }
            return result
        }
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

extension PushStore {
    static func settle(
        _ settlement: Settlement, audit: AuditRow, home: HomeRow, _ database: Database
    ) throws -> AcknowledgementResult {
        let isOwn = settlement.replica == home.replica
        let chain = try ClientStore.chain(
            audit, settlement.replica, isOwn ? .own : .imported, database)
        let result = try meaning(of: settlement, for: chain, audit, database)
        guard isOwn else {
            try settleImported(settlement, chain, result, audit, database)
            return .settled
        }
        guard result == .settled, let chain else { return result }
        let epoch = try (sealEpoch(audit.number, database) ?? home.epoch).map {
            try ClientStore.number(of: $0, database)
        }
        try Acknowledgement(
            audit: audit, chain: chain, after: chain.acknowledged, upTo: chain.n, settlement,
            epoch: epoch, database
        ).store()
        return .settled
    }

    /// What a server says of somebody else's chain means nothing for this laptop's own.
    private static func settleImported(
        _ settlement: Settlement, _ chain: ChainRow?, _ result: AcknowledgementResult,
        _ audit: AuditRow, _ database: Database
    ) throws {
        guard let chain, settlement.through > chain.acknowledged else { return }
        guard result == .settled else {
            return try database.run(
                "update chain set trouble = 'the answer was another' where number = ?",
                chain.number)
        }
        try Acknowledgement(
            audit: audit, chain: chain, after: chain.acknowledged, upTo: chain.n, settlement,
            epoch: nil, database
        ).store()
    }

    private static func meaning(
        of settlement: Settlement, for chain: ChainRow?, _ audit: AuditRow, _ database: Database
    ) throws -> AcknowledgementResult {
        let (written, acknowledged) = (chain?.n ?? 0, chain?.acknowledged ?? 0)
        guard settlement.through <= written else {
            return .ahead(by: settlement.through - written)
        }
        guard settlement.through >= acknowledged else {
            return .behind(acknowledged: acknowledged)
        }
        let hash =
            try chain.map {
                try ClientStore.chainHash(of: $0, at: settlement.through, in: audit, database)
            }
            ?? ChangeHash.chainStart(audit: audit.id, replica: settlement.replica)
        return hash == settlement.chain ? .settled : .forked
    }

    /// The epoch of the server's present seals; nil before its first answer.
    private static func sealEpoch(_ audit: Int64, _ database: Database) throws -> EpochID? {
        let epoch = try database.first(
            "select epoch from audit where number = ?1", audit
        ) { row -> EpochID? in try row.optional(0, row.identifier) }
        return epoch ?? nil
    }
}
