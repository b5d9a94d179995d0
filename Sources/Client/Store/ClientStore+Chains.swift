import Foundation
import GRDB
package import Shared
package import struct Shared.Record
import Storage

/// A change of an own chain as the server has it.
struct ReturnedChange {
    let n: UInt64
    /// Empty for a void change without one.
    let key: [UInt8]
    let hash: Hash256
    /// Nil where the body never reached the server, or was erased.
    let body: [UInt8]?
    let outcome: Trail.Outcome
    let reason: String
}

extension ClientStore {
    /// The replicas that this database wrote under, the present one last.
    package func replicas() throws -> [ReplicaID] {
        try file.read { database in
            let rows = try SQLStatement("select id from replica order by number", in: database)
            defer { rows.reset() }
            var replicas: [ReplicaID] = []
            while try rows.step() { replicas.append(try rows.identifier(0)) }
            return replicas
        }
    }

    /// Every change that no server has answered and that is as it was written, for the journal.
    func unanswered() throws -> [JournalEntry] {
        try file.read { try Self.unanswered($0, soundOnly: true) }
    }

    /// Takes over part of an own chain from the server, for a database that is made anew.
    ///
    /// - Parameter ack: The server's word for the whole chain, which a restored one believes.
    /// - Returns: The chain hash after it; nil when it does not continue what is here.
    func takeBack(
        _ changes: [ReturnedChange], of replica: ReplicaID, in audit: AuditID, ack: SealedAck?
    ) throws -> Hash256? {
        try file.write { database in
            let row = try Self.ensureAudit(audit, database)
            guard let number = try Self.number(of: replica, database) else { return nil }
            let chain = try Self.chain(row.number, number, database)
            var end = (n: chain?.n ?? 0, hash: chain?.hash ?? .zero)
            if chain == nil { end.hash = ChangeHash.chainStart(audit: audit, replica: replica) }
            let place = try ChainPlace(
                audit: row, replica: number, key: .plan(audit), database)
            var refresh = RecordRefresh(audit: row, database)
            for change in changes {
                guard change.n == end.n + 1, change.isSound(by: replica) else { return nil }
                end = (change.n, ChangeHash.chain(after: end.hash, change.hash))
                let record = try place.insert(change, chain: end.hash)
                try refresh.refresh(record)
            }
            try refresh.storeRoot()
            try place.end(at: end.n, hash: end.hash)
            if let ack, ack.dot.n == end.n, ack.chain == end.hash { try place.keep(ack) }
            return end.hash
        }
    }
}

extension ReturnedChange {
    /// Whether the hash is that of the body; without one there is nothing to compare.
    fileprivate func isSound(by replica: ReplicaID) -> Bool {
        guard let body else { return true }
        let dot = Dot(replica: replica, n: n)
        return ChangeHash.hash(keyBytes: key, dot: dot, body: body) == hash
    }
}

/// Writes the rows of one own chain.
private struct ChainPlace {
    private let audit: AuditRow
    private let replica: Int64
    /// What a change without a key is filed under.
    private let key: RecordKey
    private let database: Database

    init(audit: AuditRow, replica: Int64, key: RecordKey, _ database: Database) throws {
        self.audit = audit
        self.replica = replica
        self.key = key
        self.database = database
    }

    /// - Returns: The number of the record's row.
    func insert(_ change: ReturnedChange, chain: Hash256) throws -> Int64 {
        let key = RecordKey(bytes: change.key) ?? key
        let record = try record(key)
        let insert = try SQLStatement(
            """
            insert into change
              (audit, replica, n, record, hash, chain, recorded_milliseconds, outcome, reason,
              overlay, body)
            values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
            """, in: database)
        insert.bind(1, audit.number)
        insert.bind(2, replica)
        insert.bind(3, change.n)
        insert.bind(4, record)
        insert.bind(5, change.hash)
        insert.bind(6, chain)
        let body = try change.body.map(ChangeBody.init(decoding:))
        insert.bind(7, body?.wallTime ?? 0)
        insert.bind(8, Int64(change.outcome.code))
        insert.bind(9, change.outcome == .applied ? nil : change.reason)
        // The pull that follows takes it off again wherever the record that comes has it.
        insert.bind(10, Int64(change.outcome == .applied && body != nil ? 1 : 0))
        insert.bind(11, change.body ?? [])
        try insert.run()
        return record
    }

    private func record(_ key: RecordKey) throws -> Int64 {
        let empty = Record(key: key)
        let insert = try SQLStatement(
            """
            insert or ignore into record (audit, key, shown, shown_digest, is_shared)
            values (?1, ?2, ?3, ?4, 0)
            """, in: database)
        insert.bind(1, audit.number)
        insert.bind(2, key.bytes)
        insert.bind(3, empty.encoded())
        insert.bind(4, empty.digest)
        try insert.run()
        let row = try SQLStatement(
            "select number from record where audit = ?1 and key = ?2", in: database)
        row.bind(1, audit.number)
        row.bind(2, key.bytes)
        defer { row.reset() }
        guard try row.step() else {
            preconditionFailure("A row that was just inserted is there.")
        }
        return row.int(0)
    }

    /// Keeps the seal on all of the chain.
    func keep(_ ack: SealedAck) throws {
        try database.execute(
            sql: """
                update chain set acknowledged_seal = ?, acknowledged_epoch = ?
                where audit = ? and replica = ?
                """,
            arguments: [
                Data(ack.seal), try ClientStore.number(of: ack.epoch, database), audit.number,
                replica,
            ])
    }

    /// Notes where the chain ends; all of it is answered.
    func end(at n: UInt64, hash: Hash256) throws {
        let row = try SQLStatement(
            """
            insert into chain (audit, replica, n, hash, acknowledged) values (?1, ?2, ?3, ?4, ?3)
            on conflict (audit, replica) do update
            set n = excluded.n, hash = excluded.hash, acknowledged = excluded.acknowledged
            """, in: database)
        row.bind(1, audit.number)
        row.bind(2, replica)
        row.bind(3, n)
        row.bind(4, hash)
        try row.run()
    }
}
