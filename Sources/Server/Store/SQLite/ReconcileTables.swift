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
        try db.run(
            """
            insert into healed (audit, sequence, replica, received_ms, key, digest, trail)
            values (?, ?, ?, ?, ?, ?, ?)
            """, audit, entry.sequence, entry.replica, entry.receivedMilliseconds, entry.key,
            entry.digest, entry.trail)
    }

    /// The trail hash at a sequence; nil when no record was joined there.
    func trail(at sequence: UInt64) throws -> Hash256? {
        try db.first(
            "select trail from healed where audit = ? and sequence = ?", audit, sequence
        ) { try $0.hash(0) }
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
            let (dot, hash) = (entry.change.dot, entry.change.hash)
            try insert.run(audit, dot.replica, dot.n, hash, key)
        }
    }

    /// The hash of the change that was brought back under a dot; nil when none was.
    func hash(of dot: Dot) throws -> Hash256? {
        try db.first(
            "select hash from healed_change where audit = ? and replica = ? and n = ?",
            audit, dot.replica, dot.n
        ) { try $0.hash(0) }
    }

    /// Whether a record was brought back in which this first writing lives.
    func isLive(_ first: FirstWriting, key: [UInt8]) throws -> Bool {
        try db.hasRow(
            """
            select 1 from healed_change
            where audit = ? and replica = ? and n = ? and hash = ? and key = ?
            """, audit, first.dot.replica, first.dot.n, first.hash, key)
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
        try db.run(
            """
            insert or ignore into set_aside
                (audit, digest, key, epoch, replica, received_ms, reason, image)
            values (?, ?, ?, ?, ?, ?, ?, ?)
            """, audit, record.digest, record.key, record.epoch, record.replica,
            record.receivedMilliseconds, record.reason, record.image)
    }
}
