package import Foundation
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
    package func settle(
        _ audit: AuditID, _ acknowledgement: Acknowledgement
    ) throws -> AcknowledgementResult {
        if acknowledgement.isUnplaced {
            try DeviceStore(store: store).noteUnplaced(audit, acknowledgement.end)
            return .settled
        }
        return try store.file.write { database in
            guard let home = try ClientStore.home(database),
                let row = try ClientStore.audit(audit, database)
            else { return (result: AcknowledgementResult.settled, isSpent: false) }
            let result = try Self.settle(acknowledgement, audit: row, home: home, database)
            return (result, try RecoveryStore(store: store).isJournalSpent(database))
        } committed: {
            if $0.isSpent { store.journal?.clear() }
        }.result
    }

    /// Named, the index is taken for what it leaves out: no query plan counts on it.
    static let selectNotAccepted = """
        select chain.replica, change.n, change.body, record.key, change.outcome,
          change.reason, change.recorded_milliseconds, \(Resolution.columns)
        from chain join change indexed by change_refused on change.chain = chain.number
        join record on record.number = change.record \(Resolution.join)
        where chain.audit = ?1 and chain.source = 1 and change.outcome > 1
          and change.outcome in (2, 3)
          and length(change.body) > 0 and lead_verdict.kind is not 1
        order by chain.number, change.n
        """

    /// Own changes that the server did not accept and no lead has adopted, oldest first.
    ///
    /// Whether what was set aside stands in its record all the same is not looked up.
    package func notAccepted(_ audit: AuditID) throws -> [LoggedChange] {
        try store.rows(of: audit, Self.selectNotAccepted) { row in
            LoggedChange(
                change: try row.change(of: try row.recordKey(3)),
                recorded: Date(unixMilliseconds: row.int(6)), outcome: row.outcome(4),
                reason: row.text(5), resolution: try Resolution(row: row, from: 7))
        }
    }

    static func settle(
        _ acknowledgement: Acknowledgement, audit: StoredAudit, home: HomeRow, _ database: Database
    ) throws -> AcknowledgementResult {
        let end = acknowledgement.end
        let isOwn = end.replica == home.replica
        let source: ChainRow.Source = isOwn ? .own : .imported
        let chain = try ClientStore.chain(audit, end.replica, source, database)
        let result = try meaning(of: end, for: chain, audit, database)
        if !isOwn {
            // What is said of somebody else's chain means nothing for this laptop's own.
            guard let chain, end.n > chain.acknowledged else { return .settled }
            guard result == .settled else {
                try database.run(
                    "update chain set trouble = 'the answer was another' where number = ?",
                    chain.number)
                return .settled
            }
        }
        guard result == .settled, let chain else { return result }
        // What was set aside or refused is news.
        if isOwn, !acknowledgement.answers.isEmpty {
            try EventStore.noteNewsDue(audit.number, database)
        }
        try OutcomeWriter(
            audit: audit, chain: chain, after: chain.acknowledged, last: end.n,
            answers: acknowledgement.answers, database: database
        ).store()
        try chain.advance(to: end.n, by: isOwn ? acknowledgement : nil, database)
        return .settled
    }

    private static func meaning(
        of end: ChainEnd, for chain: ChainRow?, _ audit: StoredAudit, _ database: Database
    ) throws -> AcknowledgementResult {
        let written = chain?.n ?? 0
        let acknowledged = chain?.acknowledged ?? 0
        guard end.n <= written else { return .ahead(by: end.n - written) }
        guard end.n >= acknowledged else { return .behind(acknowledged: acknowledged) }
        let known = try chain.map {
            try ClientStore.chainHash(of: $0, at: end.n, in: audit, database)
        }
        let hash = known ?? ChainEnd.start(of: end.replica, in: audit.id).chain
        return hash == end.chain ? .settled : .forked
    }
}
