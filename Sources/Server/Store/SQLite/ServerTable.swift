import GRDB
import Shared
import Storage

/// The row that says which life of the database this is.
struct ServerTable {
    let db: Database

    /// The epoch, nil in a database that was only just made.
    func epoch() throws -> EpochID? {
        try SQLStatement("select epoch from server", in: db).first { try $0.identifier(0) }
    }

    /// The epoch in which this transaction reads or writes.
    func currentEpoch() throws -> EpochID {
        guard let epoch = try epoch() else {
            throw StorageError.unreadable("the database has no epoch")
        }
        return epoch
    }

    /// Begins a new life: cursors and devices of the last one are taken with proof only.
    func begin(_ epoch: EpochID) throws {
        let update = try SQLStatement("update server set epoch = ?", in: db)
        update.bind(1, epoch)
        try update.run()
    }

    func insert(epoch: EpochID, at now: Int64) throws {
        let insert = try SQLStatement(
            "insert into server (id, epoch, created_ms) values (1, ?, ?)", in: db)
        insert.bind(1, epoch)
        insert.bind(2, now)
        try insert.run()
    }
}
