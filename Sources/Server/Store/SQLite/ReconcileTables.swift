import Shared
import Storage

/// What laptops brought back to one audit after a restore.
struct ReconcileTables {
    let db: Database
    let audit: Int64

    /// Appends a joined record to the log, with its digest as it was sealed.
    func append(
        _ digest: Hash256, key: [UInt8], by replica: Int64, at sequence: UInt64, trail: Hash256,
        _ now: Int64
    ) throws {
        try db.run(
            """
            insert into healed (audit, sequence, replica, received_ms, key, digest, trail)
            values (?, ?, ?, ?, ?, ?, ?)
            """, audit, sequence, replica, now, key, digest, trail)
    }

    func trail(at sequence: UInt64) throws -> Hash256? {
        try db.first("select trail from healed where audit = ? and sequence = ?", audit, sequence) {
            try $0.hash(0)
        }
    }

    /// Notes the live changes of a joined record, so that their dots stay theirs.
    func note(_ changes: [LiveChange], key: [UInt8]) throws {
        let insert = try SQLStatement(
            """
            insert or ignore into healed_change (audit, replica, n, hash, key)
            values (?, ?, ?, ?, ?)
            """, in: db)
        for change in changes.lazy.map(\.change) {
            try insert.run(audit, change.dot.replica, change.dot.n, change.hash, key)
        }
    }

    func hash(of dot: Dot) throws -> Hash256? {
        try db.first(
            "select hash from healed_change where audit = ? and replica = ? and n = ?",
            audit, dot.replica, dot.n
        ) { try $0.hash(0) }
    }

    func isLive(_ first: FirstWriting, key: [UInt8]) throws -> Bool {
        try db.hasRow(
            """
            select 1 from healed_change
            where audit = ? and replica = ? and n = ? and hash = ? and key = ?
            """, audit, first.dot.replica, first.dot.n, first.hash, key)
    }

    struct SetAside {
        let key: [UInt8]
        let digest: Hash256
        let epoch: EpochID
        let replica: Int64
        let receivedMilliseconds: Int64
        let reason: String
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
