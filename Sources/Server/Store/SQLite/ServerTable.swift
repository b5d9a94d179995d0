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

    func insert(epoch: EpochID, at now: Int64) throws {
        let insert = try SQLStatement(
            "insert into server (id, epoch, created_ms) values (1, ?, ?)", in: db)
        insert.bind(1, epoch)
        insert.bind(2, now)
        try insert.run()
    }
}
