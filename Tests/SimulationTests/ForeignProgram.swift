import GRDB

/// Another program that has a database open by itself, such as `sqlite3` or a backup: it knows
/// nothing of the lock beside it.
final class ForeignProgram {
    /// What it is in the midst of.
    enum Hold: CaseIterable {
        /// Reads one snapshot: others write, but nobody empties the log.
        case reads
        /// Writes: others read.
        case writes
        /// Lets nobody else in; only where nobody else is.
        case excludes
    }

    private let connection: DatabaseQueue

    /// Holds the database until it is told to let go.
    init(of path: String, _ hold: Hold) throws {
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        connection = try DatabaseQueue(path: path, configuration: configuration)
        try connection.writeWithoutTransaction { database in
            switch hold {
            case .reads:
                try database.execute(sql: "begin; select count(*) from sqlite_master")
            case .writes: try database.execute(sql: "begin immediate")
            case .excludes:
                try database.execute(sql: "pragma locking_mode = exclusive; begin exclusive")
                try database.execute(sql: "pragma user_version = 1")
            }
        }
    }

    func letGo() throws {
        try connection.writeWithoutTransaction { try $0.execute(sql: "rollback") }
        try connection.close()
    }
}
