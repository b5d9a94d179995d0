import Foundation
import GRDB
package import Shared
import Storage

/// A carried chain that a server lacks part of.
struct PendingCarried {
    let number: Int64
    let replica: ReplicaID
    let answered: UInt64
    let signed: SignedChain
}

extension ClientStore {
    /// Whether the audit came from somebody's bundle, so that a server takes it from her chain.
    package func isFounded(byOthers audit: AuditID) throws -> Bool {
        try file.read { database in
            let row = try SQLStatement(
                """
                select 1 from carried_change
                join carried_chain on carried_chain.number = carried_change.chain
                join audit on audit.number = carried_chain.audit
                join record on record.number = carried_change.record
                where audit.id = ?1 and carried_change.n = 1 and record.key = ?2
                """, in: database)
            row.bind(1, audit)
            row.bind(2, RecordKey.plan(audit).bytes)
            defer { row.reset() }
            return try row.step()
        }
    }

    /// Begins a run: what was not taken for now is offered again.
    package func offerCarriedAgain(_ audit: AuditID) throws {
        let waits = try file.read { database in
            guard let row = try Self.audit(audit, database) else { return false }
            let chain = try SQLStatement(
                "select 1 from carried_chain where audit = ?1 and trouble is not null",
                in: database)
            chain.bind(1, row.number)
            defer { chain.reset() }
            return try chain.step()
        }
        guard waits else { return }
        try file.write {
            try $0.execute(
                sql: """
                    update carried_chain set trouble = null
                    where is_refused = 0 and audit = (select number from audit where id = ?)
                    """, arguments: [Data(audit.bytes)])
        }
    }

    /// Notes that a server did not take a chain.
    ///
    /// - Parameter forGood: Whether another attempt is pointless; it is not shown any more then.
    package func refuseCarried(
        _ audit: AuditID, _ replica: ReplicaID, because trouble: String, forGood: Bool
    ) throws {
        try file.write { database in
            guard let row = try Self.audit(audit, database) else { return }
            let update = try SQLStatement(
                """
                update carried_chain set trouble = ?3, is_refused = max(is_refused, ?4)
                where audit = ?1 and replica = ?2
                """, in: database)
            update.bind(1, row.number)
            update.bind(2, replica)
            update.bind(3, trouble)
            update.bind(4, Int64(forGood ? 1 : 0))
            try update.run()
            guard forGood else { return }
            let records = try Int64.fetchAll(
                database,
                sql: """
                    update carried_change set overlay = 0
                    where overlay = 1 and exists (
                      select 1 from carried_chain
                      where number = carried_change.chain and audit = ? and replica = ?
                        and carried_change.n > answered)
                    returning record
                    """, arguments: [row.number, Data(replica.bytes)])
            var refresh = RecordRefresh(audit: row, database)
            for record in Set(records).sorted() { try refresh.refresh(record) }
            try refresh.storeRoot()
        }
    }

    // MARK: Sending

    /// Whose changes go next, and how many at most: none before what its writer had seen.
    static func turn(
        audit: AuditRow, home: HomeRow, own: ChainRow?, countMax: Int, _ database: Database
    ) throws -> (carried: PendingCarried?, count: Int) {
        let pending = try pendingCarried(audit, database)
        guard !pending.isEmpty else { return (nil, countMax) }
        var lanes = try pending.map {
            try carriedChanges(of: $0, countMax: countMax, database)
        }
        lanes.append(
            try changes(
                ownRows(audit, home, after: own?.acknowledged ?? 0, countMax, database),
                of: home.replica))
        func ready(_ lane: Int) -> Int {
            let heads = lanes.indices.compactMap { $0 == lane ? nil : lanes[$0].first }
            return lanes[lane].prefix { change in
                !heads.contains(where: change.follows)
            }.count
        }
        for lane in lanes.indices where ready(lane) > 0 {
            return (lane < pending.count ? pending[lane] : nil, ready(lane))
        }
        return (pending.first, countMax)  // Only forged vectors wait for each other.
    }

    static func pendingCarried(
        _ audit: AuditRow, _ database: Database
    ) throws -> [PendingCarried] {
        let rows = try SQLStatement(
            """
            select number, replica, answered, n, hash, signature from carried_chain
            where audit = ?1 and answered < n and trouble is null and is_refused = 0
              and signer = replica
            order by number
            """, in: database)
        rows.bind(1, audit.number)
        defer { rows.reset() }
        var pending: [PendingCarried] = []
        while try rows.step() {
            let replica: ReplicaID = try rows.identifier(1)
            pending.append(
                PendingCarried(
                    number: rows.int(0), replica: replica, answered: rows.unsigned(2),
                    signed: SignedChain(
                        dot: Dot(replica: replica, n: rows.unsigned(3)), chain: try rows.hash(4),
                        signature: rows.blob(5))))
        }
        return pending
    }

    private static func carriedChanges(
        of chain: PendingCarried, countMax: Int, _ database: Database
    ) throws -> [Change] {
        let rows = try SQLStatement(
            """
            select carried_change.n, carried_change.body, record.key
            from carried_change join record on record.number = carried_change.record
            where chain = ?1 and carried_change.n > ?2
            order by carried_change.n
            limit ?3
            """, in: database)
        rows.bind(1, chain.number)
        rows.bind(2, chain.answered)
        rows.bind(3, Int64(countMax))
        return try changes(rows, of: chain.replica)
    }

    /// Of rows that begin with a number, a body and a key.
    ///
    /// A change without a body waits for nothing, and others wait for its number alone.
    private static func changes(_ rows: SQLStatement, of replica: ReplicaID) throws -> [Change] {
        defer { rows.reset() }
        var changes: [Change] = []
        while try rows.step() {
            let key = try rows.recordKey(2)
            let dot = Dot(replica: replica, n: rows.unsigned(0))
            let body = rows.blob(1)
            changes.append(
                body.isEmpty
                    ? Change(key: key, dot: dot, body: .nothing)
                    : try Change(key: key, dot: dot, bytes: body))
        }
        return changes
    }

    /// The next part of a carried chain.
    static func batch(
        of chain: PendingCarried, audit: AuditRow, countMax: Int, bytesMax: Int,
        _ database: Database
    ) throws -> OutgoingBatch {
        let rows = try SQLStatement(
            """
            select record.key, carried_change.body, carried_change.hash, carried_change.reason
            from carried_change join record on record.number = carried_change.record
            where carried_change.chain = ?1 and carried_change.n > ?2
            order by carried_change.n
            """, in: database)
        rows.bind(1, chain.number)
        rows.bind(2, chain.answered)
        defer { rows.reset() }
        var changes: [OutgoingChange] = []
        var following: [(hash: Hash256, outcome: UInt8)] = []
        var bytes = 0
        while try rows.step() {
            bytes += rows.withBlob(1) { $0.count }
            if !changes.isEmpty, changes.count == countMax || bytes > bytesMax {
                following.append((try rows.hash(2), 0))
                continue
            }
            let body = rows.blob(1)
            changes.append(
                OutgoingChange(
                    key: rows.blob(0), body: body, hash: try rows.hash(2),
                    void: body.isEmpty ? rows.text(3) : nil))
        }
        return OutgoingBatch(
            replica: chain.replica, first: chain.answered + 1,
            chainBefore: try chainHash(of: chain, at: chain.answered, audit, database),
            changes: changes, following: following, signed: chain.signed)
    }

    private static func chainHash(
        of chain: PendingCarried, at n: UInt64, _ audit: AuditRow, _ database: Database
    ) throws -> Hash256 {
        guard n > 0 else { return ChangeHash.chainStart(audit: audit.id, replica: chain.replica) }
        let row = try SQLStatement(
            "select chain_hash from carried_change where chain = ?1 and n = ?2", in: database)
        row.bind(1, chain.number)
        row.bind(2, n)
        defer { row.reset() }
        guard try row.step() else {
            preconditionFailure("Every number of a chain that is offered has a change.")
        }
        return try row.hash(0)
    }

    // MARK: Answers

    /// Takes over what a server said of a carried chain; nothing for one that is not carried.
    static func settleCarried(
        _ settlement: Settlement, audit: AuditRow, _ database: Database
    ) throws {
        let chain = try pendingCarried(audit, database)
            .first { $0.replica == settlement.replica }
        guard let chain, settlement.through > chain.answered else { return }
        guard settlement.through <= chain.signed.dot.n,
            try chainHash(of: chain, at: settlement.through, audit, database) == settlement.chain
        else {
            return try database.execute(
                sql: "update carried_chain set trouble = 'the answer was another' where number = ?",
                arguments: [chain.number])
        }
        let exceptions = Dictionary(
            settlement.exceptions.map { ($0.n, $0) }, uniquingKeysWith: { first, _ in first })
        var refused: Set<Int64> = []
        for n in (chain.answered + 1)...settlement.through {
            let outcome = exceptions[n]?.outcome ?? .applied
            let isInEffect = outcome == .applied || outcome == .again
            let update = try SQLStatement(
                """
                update carried_change set outcome = ?3, reason = ?4, overlay = min(overlay, ?5)
                where chain = ?1 and n = ?2
                returning record
                """, in: database)
            update.bind(1, chain.number)
            update.bind(2, n)
            update.bind(3, Int64(outcome.code))
            update.bind(4, exceptions[n]?.reason)
            update.bind(5, Int64(isInEffect ? 1 : 0))
            while try update.step() { if !isInEffect { refused.insert(update.int(0)) } }
            update.reset()
        }
        try database.execute(
            sql: "update carried_chain set answered = ? where number = ?",
            arguments: [Int64(bitPattern: settlement.through), chain.number])
        var refresh = RecordRefresh(audit: audit, database)
        for record in refused.sorted() { try refresh.refresh(record) }
        try refresh.storeRoot()
    }
}

extension ChangeBody {
    /// Stands for one that is not here.
    fileprivate static let nothing = ChangeBody(
        author: PersonID(high: 0, low: 0), act: .edit, writes: [], sees: VersionVector(),
        wallTime: 0)
}
