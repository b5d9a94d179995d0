import GRDB
import Shared
import Storage

/// The row that says which life of the database this is.
struct ServerTable {
    let db: Database

    /// The epoch, nil in a database that was only just made.
    func epoch() throws -> EpochID? {
        try db.first("select epoch from server") { try $0.identifier(0) }
    }

    func currentEpoch() throws -> EpochID {
        guard let epoch = try epoch() else {
            throw StorageError.unreadable("the database has no epoch")
        }
        return epoch
    }

    /// Begins a new life: cursors and devices of the last one are taken with proof only.
    func begin(_ epoch: EpochID, at now: Int64) throws {
        try db.run("update server set epoch = ?, restored_ms = ?", epoch, now)
    }

    /// When this life began because the database was put back; nil in its first.
    func restoredMilliseconds() throws -> Int64? {
        try db.first("select restored_ms from server where restored_ms is not null") { $0.int(0) }
    }

    func insert(epoch: EpochID, at now: Int64) throws {
        try db.run("insert into server (id, epoch, created_ms) values (1, ?, ?)", epoch, now)
    }
}
