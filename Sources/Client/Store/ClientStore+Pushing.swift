package import Foundation
import GRDB
package import Shared
import Storage

/// What a server said of the own chain, from an answer to a push or the opening of a pull.
package struct Settlement: Sendable {
    package let replica: ReplicaID
    /// The server has the chain through this number...
    package let through: UInt64
    /// ...where its chain hash is this.
    package let chain: Hash256
    /// The server's seal of both; kept to be shown to it after it was restored.
    package let seal: [UInt8]
    /// What was not plainly applied.
    package let exceptions: [(n: UInt64, outcome: Trail.Outcome, reason: String)]

    package init(
        replica: ReplicaID, through: UInt64, chain: Hash256, seal: [UInt8],
        exceptions: [(n: UInt64, outcome: Trail.Outcome, reason: String)]
    ) {
        self.replica = replica
        self.through = through
        self.chain = chain
        self.seal = seal
        self.exceptions = exceptions
    }
}

/// What an acknowledgement turned out to mean for the laptop.
package enum SettlementResult: Hashable, Sendable {
    case settled
    /// The server has another chain under these numbers; nothing was taken over.
    case forked
    /// The server has numbers that this database never wrote; nothing was taken over.
    case ahead(by: UInt64)
    /// The server has less than it had acknowledged; nothing was taken over.
    case behind(acknowledged: UInt64)
}

extension ClientStore {
    /// Per chain, without reading each change that waits.
    static let selectQueue = """
        select chain.n - chain.acknowledged - (
            select count(*) from change
            where change.audit = chain.audit and change.replica = chain.replica
              and change.n > chain.acknowledged and change.outcome is not null),
          (
            select change.recorded_milliseconds from change
            where change.audit = chain.audit and change.replica = chain.replica
              and change.n > chain.acknowledged and change.outcome is null
            order by change.n
            limit 1)
        from chain
        where chain.audit = ?1
        """

    /// How many own changes wait for an answer, and when the first of them was recorded.
    package func queue(_ audit: AuditID) throws -> (count: Int, oldest: Date?) {
        try file.read { database in
            guard let row = try Self.audit(audit, database) else { return (0, nil) }
            let chains = try SQLStatement(Self.selectQueue, in: database)
            chains.bind(1, row.number)
            defer { chains.reset() }
            var queue: (count: Int, oldest: Date?) = (0, nil)
            while try chains.step() {
                queue.count += max(0, Int(chains.int(0)))
                guard !chains.isNull(1) else { continue }
                let date = Date(unixMilliseconds: chains.int(1))
                queue.oldest = min(queue.oldest ?? date, date)
            }
            return queue
        }
    }

    /// Takes over what the server said of the own chain; idempotent.
    package func settle(_ audit: AuditID, _ settlement: Settlement) throws -> SettlementResult {
        try file.write { database in
            guard let home = try Self.home(database), let row = try Self.audit(audit, database)
            else { return (result: SettlementResult.settled, isSpent: false) }
            let result = try Self.settle(settlement, audit: row, home: home, database)
            return (result, try isJournalSpent(database))
        } committed: {
            if $0.isSpent { journal?.clear() }
        }.result
    }

    /// Marks a change whose body cannot travel; its number will go out as void.
    package func void(_ audit: AuditID, n: UInt64, why: String) throws {
        try file.write { database in
            guard let home = try Self.home(database), let row = try Self.audit(audit, database)
            else { return }
            try database.execute(
                sql: """
                    update change set outcome = ?, reason = ?, overlay = 0
                    where audit = ? and replica = ? and n = ?
                    """,
                arguments: [
                    Int(Trail.Outcome.void.code), why, row.number, home.replicaNumber,
                    Int64(bitPattern: n),
                ])
            let record = try Int64.fetchOne(
                database,
                sql: "select record from change where audit = ? and replica = ? and n = ?",
                arguments: [row.number, home.replicaNumber, Int64(bitPattern: n)])
            guard let record else { return }
            var refresh = RecordRefresh(audit: row, database)
            try refresh.refresh(record)
            try refresh.storeRoot()
        }
    }

    /// Changes the server did not accept and no lead has adopted, each with its reason, oldest
    /// first.
    package func notAccepted(_ audit: AuditID) throws -> [NotAccepted] {
        try file.read { database in
            guard let row = try Self.audit(audit, database) else { return [] }
            let rows = try SQLStatement(
                """
                select record.key, change.n, change.outcome, change.reason, change.body, replica.id,
                  \(Self.verdictColumns)
                from change
                join record on record.number = change.record
                join replica on replica.number = change.replica
                \(Self.verdictJoin)
                where change.audit = ?1 and change.outcome in (2, 3, 5)
                  and length(change.body) > 0 and lead_verdict.kind is not 1
                order by change.replica, change.n
                """, in: database)
            rows.bind(1, row.number)
            defer { rows.reset() }
            var result: [NotAccepted] = []
            while try rows.step() {
                // The statement asks for outcomes that there are.
                guard let outcome = Trail.Outcome(code: UInt8(rows.int(2))) else { continue }
                let key = try rows.recordKey(0)
                let dot = Dot(replica: try rows.identifier(5), n: rows.unsigned(1))
                let change = try Change(key: key, dot: dot, bytes: rows.blob(4))
                result.append(
                    NotAccepted(
                        change: change, outcome: outcome, reason: rows.text(3),
                        verdict: try LeadVerdict(row: rows, from: 6)))
            }
            return result
        }
    }
}

/// An own change that has no effect on the server, kept in full on the laptop.
package struct NotAccepted: Sendable {
    package let change: Change
    /// `rejected`, `quarantined` or `void`.
    package let outcome: Trail.Outcome
    /// Why, in a sentence; empty when none was given.
    package let reason: String
    /// That a lead has discarded it, and why; nil while it waits, or waits for nobody.
    package let verdict: LeadVerdict?
}

/// How far the own chain goes, and how far the server has it.
struct ChainRow {
    let n: UInt64
    let hash: Hash256
    let acknowledged: UInt64
}

extension ClientStore {
    static func chain(
        _ audit: Int64, _ replica: Int64, _ database: Database
    ) throws -> ChainRow? {
        let row = try SQLStatement(
            "select n, hash, acknowledged from chain where audit = ?1 and replica = ?2",
            in: database)
        row.bind(1, audit)
        row.bind(2, replica)
        defer { row.reset() }
        guard try row.step() else { return nil }
        return ChainRow(n: row.unsigned(0), hash: try row.hash(1), acknowledged: row.unsigned(2))
    }

    /// The own chain hash after a number that was written; the chain's start for 0.
    static func chainHash(
        at n: UInt64, audit: AuditRow, home: HomeRow, _ database: Database
    ) throws -> Hash256 {
        try chainHash(
            at: n, audit: audit, replica: home.replica, number: home.replicaNumber, database)
    }

    /// The same for any own chain.
    static func chainHash(
        at n: UInt64, audit: AuditRow, replica: ReplicaID, number: Int64, _ database: Database
    ) throws -> Hash256 {
        guard n > 0 else { return ChangeHash.chainStart(audit: audit.id, replica: replica) }
        let row = try SQLStatement(
            "select chain from change where audit = ?1 and replica = ?2 and n = ?3", in: database)
        row.bind(1, audit.number)
        row.bind(2, number)
        row.bind(3, n)
        defer { row.reset() }
        guard try row.step() else {
            preconditionFailure("Every number up to the chain's end has a change.")
        }
        return try row.hash(0)
    }

    static func settle(
        _ settlement: Settlement, audit: AuditRow, home: HomeRow, _ database: Database
    ) throws -> SettlementResult {
        guard settlement.replica == home.replica else {
            try settleCarried(settlement, audit: audit, database)
            return .settled
        }
        let chain = try chain(audit.number, home.replicaNumber, database)
        let written = chain?.n ?? 0
        let acknowledged = chain?.acknowledged ?? 0
        guard settlement.through <= written else {
            return .ahead(by: settlement.through - written)
        }
        guard settlement.through >= acknowledged else {
            return .behind(acknowledged: acknowledged)
        }
        let own = try chainHash(at: settlement.through, audit: audit, home: home, database)
        guard own == settlement.chain else { return .forked }
        let epoch = try (sealEpoch(audit.number, database) ?? home.epoch).map {
            try number(of: $0, database)
        }
        guard settlement.through > acknowledged else {
            try renewSeal(settlement, audit: audit, home: home, epoch: epoch, database)
            return .settled
        }
        try Acknowledgement(
            audit: audit, replica: home.replicaNumber, after: acknowledged, settlement,
            epoch: epoch, database
        ).store()
        return .settled
    }

    /// In which epoch the server's present seals are; nil before its first answer.
    private static func sealEpoch(_ audit: Int64, _ database: Database) throws -> EpochID? {
        let row = try SQLStatement("select epoch from audit where number = ?1", in: database)
        row.bind(1, audit)
        defer { row.reset() }
        guard try row.step(), !row.isNull(0) else { return nil }
        return try row.identifier(0)
    }

    /// A seal of the present epoch proves more than the older one of the same number.
    private static func renewSeal(
        _ settlement: Settlement, audit: AuditRow, home: HomeRow, epoch: Int64?,
        _ database: Database
    ) throws {
        let update = try SQLStatement(
            """
            update chain set acknowledged_seal = ?3, acknowledged_epoch = ?4
            where audit = ?1 and replica = ?2 and acknowledged > 0
              and acknowledged_epoch is not ?4
            """, in: database)
        update.bind(1, audit.number)
        update.bind(2, home.replicaNumber)
        update.bind(3, settlement.seal)
        update.bind(4, epoch)
        try update.run()
    }
}
