import GRDB
import Shared
import Storage

/// What laptops brought back to one audit after a restore.
struct ReconcileTables {
    let db: Database
    /// The audit's number.
    let audit: Int64

    // MARK: Log

    /// What becomes one row of the log: a record that was joined.
    struct Entry {
        let sequence: UInt64
        let replica: Int64
        let receivedMilliseconds: Int64
        let key: [UInt8]
        /// The digest of the record as it was sealed.
        let digest: Hash256
        let trail: Hash256
    }

    func append(_ entry: Entry) throws {
        let insert = try SQLStatement(
            """
            insert into healed (audit, sequence, replica, received_ms, key, digest, trail)
            values (?, ?, ?, ?, ?, ?, ?)
            """, in: db)
        insert.bind(1, audit)
        insert.bind(2, entry.sequence)
        insert.bind(3, entry.replica)
        insert.bind(4, entry.receivedMilliseconds)
        insert.bind(5, entry.key)
        insert.bind(6, entry.digest)
        insert.bind(7, entry.trail)
        try insert.run()
    }

    /// The trail hash at a sequence; nil when no record was joined there.
    func trail(at sequence: UInt64) throws -> Hash256? {
        let select = try SQLStatement(
            "select trail from healed where audit = ? and sequence = ?", in: db)
        select.bind(1, audit)
        select.bind(2, sequence)
        return try select.first { try $0.hash(0) }
    }

    // MARK: Changes

    /// Notes the live changes of a joined record, so that their dots stay theirs.
    func note(_ changes: [LiveChange], key: [UInt8]) throws {
        let insert = try SQLStatement(
            """
            insert or ignore into healed_change (audit, replica, n, hash, key)
            values (?, ?, ?, ?, ?)
            """, in: db)
        for entry in changes {
            insert.bind(1, audit)
            insert.bind(2, entry.change.dot.replica)
            insert.bind(3, entry.change.dot.n)
            insert.bind(4, entry.change.hash)
            insert.bind(5, key)
            try insert.run()
        }
    }

    /// The hash of the change that was brought back under a dot; nil when none was.
    func hash(of dot: Dot) throws -> Hash256? {
        let select = try SQLStatement(
            "select hash from healed_change where audit = ? and replica = ? and n = ?", in: db)
        select.bind(1, audit)
        select.bind(2, dot.replica)
        select.bind(3, dot.n)
        return try select.first { try $0.hash(0) }
    }

    /// Whether a record was brought back in which this first writing lives.
    func isLive(_ first: FirstWriting, key: [UInt8]) throws -> Bool {
        let select = try SQLStatement(
            """
            select 1 from healed_change
            where audit = ? and replica = ? and n = ? and hash = ? and key = ?
            """, in: db)
        select.bind(audit, first, key)
        return try select.hasRow()
    }

    // MARK: Set aside

    /// A record that contradicts what the server has.
    struct SetAside {
        let key: [UInt8]
        let digest: Hash256
        /// The epoch of the seal.
        let epoch: EpochID
        let replica: Int64
        let receivedMilliseconds: Int64
        let reason: String
        /// As it was pulled, with its seal.
        let image: [UInt8]
    }

    /// Keeps a contradicting record for the leads; the same one again is one.
    func setAside(_ record: SetAside) throws {
        let insert = try SQLStatement(
            """
            insert or ignore into set_aside
                (audit, digest, key, epoch, replica, received_ms, reason, image)
            values (?, ?, ?, ?, ?, ?, ?, ?)
            """, in: db)
        insert.bind(1, audit)
        insert.bind(2, record.digest)
        insert.bind(3, record.key)
        insert.bind(4, record.epoch)
        insert.bind(5, record.replica)
        insert.bind(6, record.receivedMilliseconds)
        insert.bind(7, record.reason)
        insert.bind(8, record.image)
        try insert.run()
    }
}
