import Foundation
import GRDB
import Shared
import Storage

extension ClientStore {
    /// The next part of an own chain that a restored server lacks, up to its acknowledged number.
    ///
    /// - Returns: Nil when there is nothing to prove it with.
    func returningBatch(
        _ audit: AuditID, _ replica: ReplicaID, above n: UInt64, countMax: Int, bytesMax: Int
    ) throws -> OutgoingBatch? {
        let ack = try healingSeals(audit).acks.first { $0.dot.replica == replica }
        guard let ack, n < ack.dot.n else { return nil }
        return try file.read { database in
            guard let row = try Self.audit(audit, database),
                let number = try Self.number(of: replica, database)
            else { return nil }
            let rows = try SQLStatement(
                """
                select record.key, change.body, change.hash, change.outcome, change.reason
                from change join record on record.number = change.record
                where change.audit = ?1 and change.replica = ?2 and change.n between ?3 and ?4
                order by change.n
                """, in: database)
            rows.bind(1, row.number)
            rows.bind(2, number)
            rows.bind(3, n + 1)
            rows.bind(4, ack.dot.n)
            defer { rows.reset() }
            var changes: [OutgoingChange] = []
            var following: [(hash: Hash256, outcome: UInt8)] = []
            var bytes = 0
            while try rows.step() {
                bytes += rows.withBlob(1) { $0.count }
                let isFull = changes.count == countMax || bytes > bytesMax
                if isFull, !changes.isEmpty {
                    following.append((try rows.hash(2), UInt8(truncatingIfNeeded: rows.int(3))))
                } else {
                    changes.append(try OutgoingChange(returning: rows))
                }
            }
            let before = try Self.chainHash(
                at: n, audit: row, replica: replica, number: number, database)
            return OutgoingBatch(
                replica: replica, first: n + 1, chainBefore: before, changes: changes,
                proof: ack, following: following)
        }
    }

    /// Takes over what the server made of returned changes: it may decide otherwise than before.
    func settleReturned(
        _ settlement: Settlement, of batch: ClosedRange<UInt64>, in audit: AuditID,
        epoch: EpochID
    ) throws {
        try file.write { database in
            guard let row = try Self.audit(audit, database),
                let replica = try Self.number(of: settlement.replica, database)
            else { return }
            let seal = try SQLStatement(
                """
                update chain set acknowledged_seal = ?3, acknowledged_epoch = ?4
                where audit = ?1 and replica = ?2 and acknowledged = ?5
                """, in: database)
            seal.bind(1, row.number)
            seal.bind(2, replica)
            seal.bind(3, settlement.seal)
            seal.bind(4, try Self.number(of: epoch, database))
            seal.bind(5, settlement.through)
            try seal.run()
            var changed: Set<Int64> = []
            let exceptions = Dictionary(
                settlement.exceptions.map { ($0.n, $0) }, uniquingKeysWith: { first, _ in first })
            for n in batch {
                let outcome = exceptions[n]?.outcome ?? .applied
                let update = try SQLStatement(
                    """
                    update change set outcome = ?4, reason = ?5, overlay = ?6
                    where audit = ?1 and replica = ?2 and n = ?3 and outcome <> ?4
                    returning record
                    """, in: database)
                update.bind(1, row.number)
                update.bind(2, replica)
                update.bind(3, n)
                update.bind(4, Int64(outcome.code))
                update.bind(5, exceptions[n]?.reason)
                update.bind(6, Self.overlay(of: outcome))
                while try update.step() { changed.insert(update.int(0)) }
                update.reset()
            }
            var refresh = RecordRefresh(audit: row, database)
            for record in changed.sorted() { try refresh.refresh(record) }
            try refresh.storeRoot()
        }
    }

    // MARK: What cannot be returned

    /// The own chain hash at a number that was written.
    func chainHash(of replica: ReplicaID, at n: UInt64, in audit: AuditID) throws -> Hash256? {
        try file.read { database in
            guard let row = try Self.audit(audit, database),
                let number = try Self.number(of: replica, database)
            else { return nil }
            return try Self.chainHash(
                at: n, audit: row, replica: replica, number: number, database)
        }
    }

    /// The hashes of so many own changes above a number, fewer when the chain ends.
    func changeHashes(
        of replica: ReplicaID, above n: UInt64, count: Int, in audit: AuditID
    ) throws -> [Hash256] {
        try file.read { database in
            let rows = try SQLStatement(
                """
                select change.hash
                from change
                join audit on audit.number = change.audit
                join replica on replica.number = change.replica
                where audit.id = ?1 and replica.id = ?2 and change.n > ?3
                order by change.n
                limit ?4
                """, in: database)
            rows.bind(1, audit)
            rows.bind(2, replica)
            rows.bind(3, n)
            rows.bind(4, Int64(count))
            defer { rows.reset() }
            var hashes: [Hash256] = []
            while try rows.step() { hashes.append(try rows.hash(0)) }
            return hashes
        }
    }

    /// Takes what had an effect above a number as never sent: it is issued again.
    ///
    /// The server has other changes under these numbers, which somebody else wrote under them
    /// after it was put back. The journal may have let go of them, and has them from now on again.
    func reclaim(_ replica: ReplicaID, above common: UInt64, in audit: AuditID) throws {
        _ = try file.write { database -> [JournalEntry] in
            guard let row = try Self.audit(audit, database),
                let number = try Self.number(of: replica, database)
            else { return [] }
            try database.execute(
                sql: """
                    update chain
                    set acknowledged = ?3, acknowledged_seal = null, acknowledged_epoch = null
                    where audit = ?1 and replica = ?2 and acknowledged > ?3
                    """, arguments: [row.number, number, Int64(bitPattern: common)])
            let records = try Int64.fetchAll(
                database,
                sql: """
                    update change set outcome = null, reason = null, overlay = 2
                    where audit = ?1 and replica = ?2 and n > ?3 and outcome in (?4, ?5)
                    returning record
                    """,
                arguments: [
                    row.number, number, Int64(bitPattern: common),
                    Int(Trail.Outcome.applied.code), Int(Trail.Outcome.again.code),
                ])
            var refresh = RecordRefresh(audit: row, database)
            for record in Set(records).sorted() { try refresh.refresh(record) }
            try refresh.storeRoot()
            return try Self.unanswered(database)
        } committed: {
            journal?.replace(with: $0)
        }
    }

    /// Whether an older chain has changes that no server has answered.
    static func hasToReissue(_ audit: AuditID, _ database: Database) throws -> Bool {
        let found = try SQLStatement(
            """
            select 1
            from chain
            join audit on audit.number = chain.audit
            join change on change.audit = chain.audit and change.replica = chain.replica
              and change.n > chain.acknowledged
            where audit.id = ?1 and change.outcome is null
              and chain.replica < (select max(number) from replica)
            """, in: database)
        found.bind(1, audit)
        defer { found.reset() }
        return try found.step()
    }

    private static func overlay(of outcome: Trail.Outcome) -> Int64 {
        switch outcome {
        case .applied: 1
        case .again: 2
        case .rejected, .quarantined, .void: 0
        }
    }

    /// The number by which the database knows an own replica; nil for another's.
    static func number(of replica: ReplicaID, _ database: Database) throws -> Int64? {
        let row = try SQLStatement("select number from replica where id = ?1", in: database)
        row.bind(1, replica)
        defer { row.reset() }
        return try row.step() ? row.int(0) : nil
    }

    /// The number by which the database knows an epoch, noted when it is new.
    static func number(of epoch: EpochID, _ database: Database) throws -> Int64 {
        let insert = try SQLStatement(
            "insert or ignore into epoch (id) values (?1)", in: database)
        insert.bind(1, epoch)
        try insert.run()
        let row = try SQLStatement("select number from epoch where id = ?1", in: database)
        row.bind(1, epoch)
        defer { row.reset() }
        guard try row.step() else {
            preconditionFailure("A row that was just inserted is there.")
        }
        return row.int(0)
    }
}

extension OutgoingChange {
    /// Reads a row of a chain that is returned: key, body, hash, outcome, reason.
    fileprivate init(returning row: SQLStatement) throws {
        let code = row.isNull(3) ? nil : UInt8(exactly: row.int(3))
        let outcome = code.flatMap { Trail.Outcome(code: $0) }
        self.init(
            key: row.blob(0), body: row.blob(1), hash: try row.hash(2),
            void: outcome == .void ? row.text(4) : nil, outcome: outcome, reason: row.text(4))
    }
}
